// The meaning of each byte of a model's file.
#pragma once

#include <effigy/core/api.hpp>
#include <effigy/nwn/view.hpp>
#include <effigy/regions.hpp>

namespace effigy::inline v0::nwn {

// Calls sink(region) for each region of the file in the order of their offsets: everything that the view follows, and
// gaps. Takes time O(n log n) and memory O(n) for n regions.
EFFIGY_API void regions(const nwn::model& from, region_sink sink);

} // namespace effigy::inline v0::nwn

#if defined(EFFIGY_HAS_BODIES)
#include <effigy/nwn/fields.hpp>
#include <effigy/nwn/view/references.hpp>
#include <effigy/regions/collect.hpp>

namespace effigy::inline v0::nwn {

namespace impl {

// Claims the byte ranges of all parts of a model. The paths are the same as in errors.
template <class = when_used> class claimer {
public:
    explicit claimer(const nwn::model& from)
        : from_(from), sections_(walks::of(from.nodes()).where()), claims_(from.file()) {}

    void report(region_sink sink) {
        if (const auto* const start = from_.file().record_at<file_header>(0); start != nullptr) {
            claims_.add_record(in_model("file"), *start);
        }
        if (const model_header* const header = from_.record(); header != nullptr) {
            claims_.add_record(in_model("model"), *header);
            claims_.add(in_model("animations"), sections_.get(header->animations), role::reference);
            claim_nodes(from_.nodes());
        }
        for (const animation clip : from_.animations()) {
            if (clip) {
                claims_.add_record(in_clip("animations[]"), *clip.record());
                claims_.add(in_clip("animations[].events"), clip.events());
            }
            claim_nodes(clip.nodes());
            ++clip_;
        }
        claims_.report(sink);
    }

private:
    [[nodiscard]] static location in_model(const char* path) noexcept {
        location out{path};
        out.path_prefix = "nwn.";
        return out;
    }
    [[nodiscard]] location in_clip(const char* path) const noexcept { return in_model(path).within(clip_); }

    // ---- nodes -----------------------------------------------------------------------------------------------------

    template <class Nodes> void claim_nodes(const Nodes& nodes) {
        for (const nwn::node node : nodes) {
            node_ = node.number();
            in_animation_ = node.in_animation();
            claim_node(node);
        }
    }
    [[nodiscard]] location in_node(const char* path) const noexcept { return in_node(location{path}); }
    [[nodiscard]] location in_node(const location& path) const noexcept {
        location out = path.within(node_);
        out.path_prefix = in_animation_ ? "nwn.animations[]." : "nwn.";
        return in_animation_ ? out.within(clip_) : out;
    }

    void claim_node(const nwn::node& node) {
        claims_.add_record(in_node("nodes[]"), *node.record());
        claim_references(*node.record());
        const std::uint32_t bytes = claim_body(node);
        claim_bytes("nodes[].body", node.offset() + std::uint64_t{bytes}, node.offset() + std::uint64_t{node.size()},
                    role::garbage);
        claim_parts(node);
    }
    // Claims the records after a node's header that the flags indicate. Returns how many bytes of the node are claimed.
    std::uint32_t claim_body(const nwn::node& node) {
        if (const nwn::mesh surface = node.mesh()) {
            claims_.add_record(in_node("nodes[].mesh"), *surface.record());
            return mesh_part_at + claim_part_of_mesh(node);
        }
        std::uint32_t bytes = claim_record(node.reference());
        bytes = bytes != 0 ? bytes : claim_record(node.emitter());
        return node_part_at + (bytes != 0 ? bytes : claim_record(node.light()));
    }
    std::uint32_t claim_part_of_mesh(const nwn::node& node) {
        std::uint32_t bytes = claim_record(node.skin().record());
        if (bytes != 0) {
            const std::uint64_t slots = node.offset() + std::uint64_t{slot_nodes_at};
            const array<i16<>> nodes = node.skin().slot_nodes();
            const std::uint32_t table = slot_bytes(sections_, node.offset(), node.in_animation());
            claims_.add(in_node("nodes[].skin.slotNodes"), nodes);
            claim_bytes("nodes[].skin.spare", slots + nodes.size() * sizeof(i16<>), slots + table, role::padding);
            return bytes + table;
        }
        bytes = claim_record(node.animmesh().record());
        bytes = bytes != 0 ? bytes : claim_record(node.dangly().record());
        return bytes != 0 ? bytes : claim_record(node.aabb().record());
    }
    template <class Record> std::uint32_t claim_record(const Record* record) {
        if (record == nullptr) {
            return 0;
        }
        claims_.add_record(in_node(record_path<Record>), *record);
        return sizeof(Record);
    }
    // Claims the rest of a node, from `first` to `end` in model data.
    void claim_bytes(const char* path, std::uint64_t first, std::uint64_t end, role what) {
        const std::uint64_t count = end > first ? end - first : 0;
        claims_.add(in_node(path), sections_.model().array_at<u8>(first, static_cast<std::uint32_t>(count)), what);
    }

    // ---- references of parts ---------------------------------------------------------------------------------------

    // Visits the fields of a record and claims the targets of its references.
    template <class Record> struct claiming {
        claimer<>& by;
        const Record& record;
        std::uint32_t vertices;
        std::size_t number = 0; // number of the reference

        template <class T> void operator()(const field& of, T Record::* member) {
            if constexpr (followed<T>) {
                const location path{reference_paths<Record>::of(number++)};
                if constexpr (std::is_array_v<T>) {
                    for (std::uint32_t i = 0; i < std::extent_v<T>; ++i) {
                        claim(of, (record.*member)[i], path.within(i));
                    }
                } else {
                    claim(of, record.*member, path);
                }
            }
        }
        template <class To> void claim(const field& of, const To& to, const location& path) {
            constexpr bool is_list_of_references = reference_to_records<typename To::target>;
            by.claims_.add(by.in_node(path), follow(by.sections_, of, to, record, vertices),
                           is_list_of_references ? role::reference : role::value);
        }
    };
    template <class Record> void claim_references(const Record& record, std::uint32_t vertices = 0) {
        claiming<Record> references{*this, record, vertices};
        description<Record>::template fields<Record>(references);
    }

    void claim_parts(const nwn::node& node) {
        if (const nwn::light* const light = node.light(); light != nullptr) {
            claim_references(*light);
            claim_names(sections_.get(light->flare_textures));
        }
        const nwn::mesh surface = node.mesh();
        const std::uint32_t vertices = surface.vertex_count();
        if (surface) {
            claim_references(*surface.record(), vertices);
            claim_index_lists(surface);
        }
        if (const nwn::skin binding = node.skin()) {
            claim_references(*binding.record(), vertices);
        }
        if (const nwn::animmesh samples = node.animmesh()) {
            claim_references(*samples.record(), vertices);
        }
        if (const nwn::dangly danglymesh = node.dangly()) {
            claim_references(*danglymesh.record());
        }
        claim_boxes(node.aabb());
    }
    void claim_names(const array<array_ptr<char>>& names) {
        std::uint32_t i = 0;
        for (const array_ptr<char>& pointer : names) {
            const std::string_view name = sections_.get(pointer);
            if (name.data() != nullptr) {
                const auto with_nul =
                    sections_.model().array_at<char>(pointer.offset, static_cast<std::uint32_t>(name.size() + 1));
                claims_.add(in_node(location{"nodes[].light.flareTextures[]"}.within(i)), with_nul);
            }
            ++i;
        }
    }
    void claim_index_lists(const nwn::mesh& surface) {
        const char* const path = "nodes[].mesh.indexLists[]";
        for (std::uint32_t i = 0; i < surface.index_list_count(); ++i) {
            claims_.add(in_node(location{path}.within(i)), surface.index_list(i));
        }
        claims_.add(in_node("nodes[].mesh.ownIndices"), surface.own_indices());
    }
    // Adjacent boxes are one region.
    void claim_boxes(const aabb_tree& boxes) {
        std::uint32_t first = 0;
        std::uint32_t count = 0;
        const auto claim = [&] {
            claims_.add(in_node("nodes[].aabb"), sections_.model().array_at<aabb_entry>(first, count));
        };
        for (const nwn::aabb box : boxes) {
            if (box.offset() != first + count * std::uint64_t{sizeof(aabb_entry)}) {
                claim();
                first = box.offset();
                count = 0;
            }
            ++count;
        }
        claim();
    }

    const nwn::model& from_;
    sections sections_;
    region_collector claims_;
    std::uint32_t clip_ = 0;
    std::uint32_t node_ = 0;
    bool in_animation_ = false;
};

} // namespace impl

EFFIGY_API_BODY void regions(const nwn::model& from, region_sink sink) { impl::claimer{from}.report(sink); }

} // namespace effigy::inline v0::nwn
#endif
