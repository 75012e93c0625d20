// A scene that was edited, the scene of the model as it is, and where the parts of that come from.
#pragma once

#include <effigy/grimrock/apply/options.hpp>
#include <effigy/grimrock/owned/model.hpp>
#include <effigy/grimrock/scene.hpp>
#include <effigy/scene/apply/pairs.hpp>

namespace effigy { inline namespace v0 { namespace grimrock { namespace impl {

// What the steps of apply() share.
struct paired_scenes : scene_pairs {
    const scene_trace& trace;
    pool<std::uint32_t> outer_of, inner_of; // per node of the file: its nodes in `before`

    paired_scenes(const scene_edits& edits, const edit_session& in, std::uint32_t file_nodes, remark_sink sink,
                  const apply_options& how, std::pmr::memory_resource* resource)
        : scene_pairs(edits, in.original(), sink, how.delete_missing, how.rewrite_all, resource),
          trace(session_access::trace(in)), outer_of(file_nodes, npos, memory), inner_of(file_nodes, npos, memory) {
        for (std::uint32_t i = 0; i < trace.nodes.size(); ++i) {
            const auto& [number, role] = trace.nodes[i];
            if (role <= node_role::outer) {
                outer_of[number] = i;
            }
            if (role == node_role::node || role == node_role::inner) {
                inner_of[number] = i;
            }
        }
    }

    // What a node of `now` is; the role `node` without a number if it is new.
    [[nodiscard]] traced_node traced(std::uint32_t node) const noexcept {
        const std::uint32_t old = nodes.before_of(node);
        return old != npos ? trace.nodes[old] : traced_node{};
    }
    // Says so if no game has such names.
    void check_name(const char* part, std::string_view name) const {
        bool is_usual = !name.empty();
        for (const char c : name) {
            is_usual = is_usual && c >= ' ' && c <= '~';
        }
        if (!is_usual) {
            say(remark_kind::guessed, part, name,
                "names of the game's files have ASCII characters; this one is stored as it is");
        }
    }
};

}}}} // namespace effigy::v0::grimrock::impl
