// Models that were edited, written and opened again.
#pragma once

#include "nwn/cleaned.hpp"
#include "nwn/opened.hpp"
#include "support/edited.hpp"

#include <effigy/nwn/encode.hpp>

namespace nwn_edits {

using namespace effigy;

// Without what a new file does not keep.
[[nodiscard]] inline nwn::owned_model model_to_edit(const fixtures::nwn::model& described) {
    return fixtures::nwn::cleaned(*decode(fixtures::nwn::opened{described}.model));
}
// Writes an edited model, and returns what is read back, which must say the same.
[[nodiscard]] inline nwn::owned_model rewritten(const nwn::owned_model& edited) {
    const auto file = encode(edited);
    INFO(to_string(file.error()));
    REQUIRE(file);
    const auto view = nwn::open(*file);
    REQUIRE(view);
    CHECK_FALSE(verify(*view));
    nwn::owned_model again = fixtures::nwn::cleaned(*decode(*view));
    CHECK(support::changed_fields(fixtures::nwn::cleaned(edited), again) == "");
    return again;
}
[[nodiscard]] inline nwn::owned_node& node_of(nwn::owned_model& of, std::size_t i) { return of.get(of.nodes)[i]; }
[[nodiscard]] inline nwn::owned_mesh& mesh_of(nwn::owned_model& of, std::size_t i) {
    return *of.get(node_of(of, i).mesh);
}
[[nodiscard]] inline nwn::owned_node& node_of_clip(nwn::owned_model& of, std::size_t i, std::size_t clip = 0) {
    return of.get(of.get(of.animations)[clip].nodes)[i];
}
[[nodiscard]] inline const nwn::owned_key* key_of(const nwn::owned_model& of, const nwn::owned_node& node,
                                                  std::int32_t id) {
    for (const nwn::owned_key& key : of.get(node.controllers)) {
        if (key.id == id) {
            return &key;
        }
    }
    return nullptr;
}
[[nodiscard]] inline std::vector<float> values_of(const nwn::owned_model& of, const nwn::owned_node& node,
                                                  std::int32_t id) {
    const auto values = of.values(node, *key_of(of, node, id));
    return {values.begin(), values.end()};
}
[[nodiscard]] inline std::vector<float> times_of(const nwn::owned_model& of, const nwn::owned_node& node,
                                                 std::int32_t id) {
    const auto times = of.times(node, *key_of(of, node, id));
    return {times.begin(), times.end()};
}
template <class Edit>
void check_unchanged(nwn::owned_model model, errc code, std::string_view path, const Edit& edit) {
    const nwn::owned_model before = model;
    const error why = edit(model);
    INFO(to_string(why));
    CHECK(why.code == code);
    CHECK(to_string(why).find(": " + std::string{path}) != std::string::npos);
    CHECK(to_string(why).find("offset") == std::string::npos); // an edit has none
    CHECK(model == before);
}
[[nodiscard]] inline bool is_merged(nwn::owned_model& of, std::size_t i) { return !mesh_of(of, i).own_indices.empty(); }

} // namespace nwn_edits
