#include "info.hpp"

#include "info_m2_parts.hpp"

namespace tool {

namespace m2 = effigy::m2;

// ---- .skin ---------------------------------------------------------------------------------------------------------

void print(std::ostream& out, const style&, const m2::skin_file& skin) {
    const m2::skin_profile profile = skin.profile();
    out << "skin profile: " << impl::sizes_text(profile);
    if (!profile.shadow_batches().empty()) {
        out << ", " << counted(profile.shadow_batches().size(), "shadow batch");
    }
    out << '\n';
    std::size_t number = 0;
    for (const m2::submesh& submesh : profile.submeshes()) {
        out << "  submesh " << number++ << ": part " << submesh.id.get() << ", "
            << counted(submesh.vertex_count.get(), "vertex") << ", "
            << counted(profile.indices(submesh).size() / 3, "triangle") << ", "
            << counted(submesh.bone_count.get(), "bone") << '\n';
    }
}

json to_json(const m2::skin_file& skin) {
    const m2::skin_profile profile = skin.profile();
    const totals all{.meshes = profile.submeshes().size(),
                     .vertices = profile.vertex_lookup().size(),
                     .triangles = profile.triangle_count()};
    json out{{"totals", totals_json(all)}};
    out.update(impl::skin_profile_json(
        profile, impl::submeshes_json(profile, [](const m2::submesh& submesh) { return submesh.bone_count.get(); })));
    out["number"] = nullptr; // only the file's name contains it
    return out;
}

// ---- .skel ---------------------------------------------------------------------------------------------------------

void print(std::ostream& out, const style& paint, const m2::skeleton& skeleton) {
    out << paint.name('"' + printable(skeleton.name()) + '"') << ": " << counted(skeleton.bones().size(), "bone")
        << ", " << counted(skeleton.animations().size(), "animation");
    if (skeleton.parent_file() != 0) {
        out << ", parent file " << skeleton.parent_file();
    }
    out << '\n';
    impl::print_bones(out, paint, skeleton);
    impl::print_animations(out, skeleton.animations(), nullptr);
    impl::print_global_sequences(out, skeleton.global_sequences_ms());
    impl::print_attachments(out, skeleton.attachments());
    impl::print_chunks(out, paint, skeleton.chunks());
}

json to_json(const m2::skeleton& skeleton) {
    const totals all{.bones = skeleton.bones().size(), .animations = skeleton.animations().size()};
    return {{"totals", totals_json(all)},
            {"name", utf8(skeleton.name())},
            {"parent_file_id", number_or_null(skeleton.parent_file(), skeleton.parent_file() != 0)},
            {"bones", impl::bones_json(skeleton.bones())},
            {"animations", impl::animations_json(skeleton.animations())},
            {"attachments", impl::attachments_json(skeleton.attachments())},
            {"chunks", impl::chunks_json(skeleton.chunks())}};
}

// ---- .anim and .bone -----------------------------------------------------------------------------------------------

void print(std::ostream& out, const style& paint, const m2::chunked_file& file) {
    impl::print_chunks(out, paint, file.chunks());
}

json to_json(const m2::chunked_file& file) {
    return {{"totals", totals_json({})}, {"chunks", impl::chunks_json(file.chunks())}};
}

void print(std::ostream& out, const style& paint, const animation_keys& keys) {
    const m2::animation animation = keys.model.animations().at(keys.animation);
    out << "keys of animation " << keys.animation << " of " << paint.name('"' + printable(keys.model.name()) + '"')
        << ": id " << animation.id() << impl::in_brackets(animation.name());
    if (animation.variation() != 0) {
        out << " variation " << animation.variation();
    }
    out << ", " << impl::in_seconds(animation.duration()) << '\n';
}

json to_json(const animation_keys& keys) {
    const m2::animation animation = keys.model.animations().at(keys.animation);
    return {{"totals", totals_json({.animations = 1})},
            {"model", utf8(keys.model.name())},
            {"animation", keys.animation},
            {"id", animation.id()},
            {"name", animation.name()},
            {"variation", animation.variation()},
            {"seconds", animation.duration()}};
}

} // namespace tool
