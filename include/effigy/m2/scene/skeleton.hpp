// Bones as nodes, and the skin.
#pragma once

#include <effigy/m2/scene/maker.hpp>

namespace effigy { inline namespace v0 { namespace m2 { namespace impl {

template <class = when_used> void describe_bone(scene_maker<>& maker, const bone& of, scene::node& to) {
    constexpr std::uint32_t reported = bone_ignores_parent_translation | bone_ignores_parent_scale |
                                       bone_ignores_parent_rotation | bone_is_billboard | bone_is_billboard_x |
                                       bone_is_billboard_y | bone_is_billboard_z;
    const std::uint32_t flags = of.flags();
    const std::int32_t id = of.id();
    if (id < 0 && (flags & reported) == 0) {
        return;
    }
    auto extras = maker.to.extras();
    if (id >= 0) {
        extras.add("keyBone", id);
    }
    constexpr std::string_view facing[] = {"", "spherical", "aboutX", "aboutY", "aboutZ"};
    extras.add_given("billboard", facing[static_cast<std::size_t>(billboard_of(flags))]);
    auto ignored = maker.to.list<scene::text>();
    const auto ignores = [&](std::uint32_t flag, const char* what) {
        if ((flags & flag) != 0) {
            maker.to.add(ignored, maker.to.text(what));
        }
    };
    ignores(bone_ignores_parent_translation, "translation");
    ignores(bone_ignores_parent_scale, "scale");
    ignores(bone_ignores_parent_rotation, "rotation");
    extras.add_given("ignoresParent", std::move(ignored)).put_into(to.extras);
}

// Adds a node for each bone as a descendant of the root, parents first. Precondition: there is a root.
template <class = when_used> void add_bones(scene_maker<>& maker) {
    const bone_list all = maker.from.bones();
    const std::size_t count = all.size();
    pool<tree_entry> entries{maker.to.memory()};
    pool<std::uint32_t> nodes{maker.to.memory()};
    const bone_index index = maker.from.index(maker.to.append(entries, count));
    if (index.size() != count || !maker.to.reserve(maker.pivots, count) || !maker.to.reserve(nodes, count)) {
        return;
    }
    for (const bone one : all) {
        const vector3<float> pivot = one.pivot();
        maker.pivots.push_back(is_finite(pivot) ? pivot : vector3<float>{});
    }
    nodes.append(count, npos);
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t number = index.preorder(i);
        const std::uint32_t parent = index.parent(number);
        const bone one = all.at(number);
        const std::string_view known = key_bone_name(one.id());
        const vector3<double> origin = parent < count ? to_real<double>(maker.pivots[parent]) : vector3<double>{};
        nodes[number] = maker.to.add_node(known.empty() ? std::string_view{numbered_name{"bone_", number}} : known,
                                          parent < count ? nodes[parent] : maker.root,
                                          pose<double>{to_real<double>(maker.pivots[number]) - origin, {}, {1, 1, 1}});
        if (maker.to.why()) {
            return;
        }
        describe_bone(maker, one, maker.to.made.nodes[nodes[number]]);
    }
    maker.bone_nodes = std::move(nodes);
}

// Returns the number of the joint for vertices without a bone: the root, which comes after all bones. Vertices refer to
// bones by numbers of 8 bits.
template <class = when_used> [[nodiscard]] std::uint16_t joint_of_model(const scene_maker<>& maker) noexcept {
    constexpr std::size_t most = 0xFFFF;
    const std::size_t count = maker.bone_nodes.size();
    return static_cast<std::uint16_t>(count < most ? count : most);
}

// Adds a skin with all bones as joints, by their numbers.
template <class = when_used> std::uint32_t add_skin(scene_maker<>& maker, bool needs_model) {
    const std::size_t bones = joint_of_model(maker);
    const std::uint32_t skin = maker.to.add_skin(bones + (needs_model ? 1 : 0));
    for (std::size_t i = 0; i < bones && skin != npos; ++i) {
        maker.to.set_joint(skin, i, maker.bone_nodes[i],
                           {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, -z_up::point(maker.pivots[i])});
    }
    if (needs_model && skin != npos) {
        maker.to.set_joint(skin, bones, maker.root);
    }
    return skin;
}

}}}} // namespace effigy::v0::m2::impl
