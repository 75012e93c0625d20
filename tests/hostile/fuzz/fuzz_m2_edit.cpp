// Models of World of Warcraft, and what follows from their values: edits, other versions, what models of a version have
// in common. A model that is converted can be written.
#include "hostile/fuzz/parts.hpp"
#include "hostile/fuzz/promises.hpp"

#include <effigy/m2/check_target.hpp>
#include <effigy/m2/convert_version.hpp>
#include <effigy/m2/edit.hpp>

namespace fuzz {

namespace m2 = effigy::m2;

void convert(const m2::owned_model& own) {
    const auto ignore = [](const effigy::finding& found) {
        promise(found.offset == effigy::location::nowhere, "a finding about an owning model has no offset");
    };
    for (const std::uint32_t version : {256U, 260U, 264U, 272U}) {
        const auto made = convert_version(own, version, ignore);
        promise(!made || version == own.version || encode(*made), "a model that is converted can be written");
        promise(bool{check_target(own, version, ignore)}, "each model can be compared with each version");
    }
}

// Calls edit(copy of the model), which returns whether it succeeded. If not, the model must be as it was.
template <class Edit> void try_edit(const m2::owned_model& own, const Edit& edit) {
    m2::owned_model edited = own;
    if (edit(edited)) {
        static_cast<void>(encode(edited));
    } else {
        promise(edited == own, "an edit that fails changes nothing");
    }
}

void edit_all(const m2::owned_model& own) {
    const std::uint32_t last = own.animations.count - 1;
    const effigy::vec3<effigy::form::host> place{1, 2, 3};
    try_edit(own, [](m2::owned_model& model) { return !scale(model, 2); });
    try_edit(own, [](m2::owned_model& model) { return !drop_animation(model, 0); });
    try_edit(own, [&](m2::owned_model& model) { return !drop_animation(model, last); });
    try_edit(own, [&](m2::owned_model& model) { return !drop_animations(model, std::array{0U, 1U, 2U, last}); });
    try_edit(own, [&](m2::owned_model& model) { return bool{append_animation(model, own, last)}; });
    try_edit(own, [](m2::owned_model& model) { return !drop_submesh(model, 0); });
    try_edit(own, [](m2::owned_model& model) { return !drop_submeshes(model, std::array{0U, 1U, 2U}); });
    try_edit(own, [](m2::owned_model& model) { return !drop_batch(model, 0); });
    try_edit(own, [](m2::owned_model& model) { return !set_texture_name(model, 0, "a"); });
    try_edit(own, [](m2::owned_model& model) { return !set_texture_file(model, 0, 1); });
    try_edit(own, [](m2::owned_model& model) { return !set_texture_type(model, 0, m2::texture_type::body); });
    try_edit(own, [&](m2::owned_model& model) { return bool{add_event(model, "$FUZ", 0, place)}; });
    try_edit(own, [&](m2::owned_model& model) { return bool{add_attachment(model, 60, 0, place)}; });
    try_edit(own, [](m2::owned_model& model) {
        const std::span<m2::owned_bone> bones = model.get(model.bones);
        return !bones.empty() && !set_keys(model, bones[0].translation, 0, std::array{0U, 1U},
                                           std::array<effigy::vec3<effigy::form::host>, 2>{{{1, 2, 3}, {4, 5, 6}}});
    });
    try_edit(own, [](m2::owned_model& model) { return !compute_collision(model); });
    try_edit(own, [](m2::owned_model& model) { return !compute_bounds(model, 0); });
}

} // namespace fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const fuzz::parts files = fuzz::split(std::as_bytes(std::span{data, size}));
    const auto model = effigy::m2::open(files.model, files.companions());
    const auto own = model ? effigy::m2::decode(*model) : effigy::result<effigy::m2::owned_model>{model.error()};
    if (own) {
        fuzz::convert(*own);
        fuzz::edit_all(*own);
    }
    return 0;
}
