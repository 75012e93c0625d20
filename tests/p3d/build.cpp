// Models made from nothing through pools and encode() are those that the fixtures' own writer makes.
#include "p3d/figure.hpp"

#include <effigy/p3d/encode.hpp>

#include <doctest/doctest.h>

#include <algorithm>

namespace {

using namespace effigy;
namespace described_p3d = fixtures::p3d;

vec3<form::host> own_vector(const described_p3d::vec3& from) { return {from.x, from.y, from.z}; }

p3d::owned_face built(p3d::owned_model& model, const described_p3d::face& from) {
    p3d::owned_face to{};
    to.slots.count = static_cast<std::uint32_t>(from.corners.size());
    for (std::size_t i = 0; i < std::size(to.slots.corner); ++i) {
        const described_p3d::corner& corner = i < from.corners.size() ? from.corners[i] : from.stale;
        to.slots.corner[i].point = corner.point;
        to.slots.corner[i].normal = corner.normal;
        to.slots.corner[i].uv = {corner.u, corner.v};
    }
    to.flags = from.flags;
    model.set(to.texture, from.texture);
    model.set(to.material, from.material);
    return to;
}
p3d::owned_tag built(p3d::owned_model& model, const described_p3d::tag& from) {
    p3d::owned_tag to;
    model.set(to.name, from.name);
    to.kind = p3d::kind_of_tag(from.name);
    to.active = from.active;
    for (const std::uint8_t byte : from.bytes) {
        model.append(to.data, std::byte{byte});
    }
    for (const std::uint32_t number : from.numbers) {
        for (unsigned shift = 0; shift < 32; shift += 8) {
            model.append(to.data, static_cast<std::byte>(number >> shift));
        }
    }
    return to;
}
p3d::owned_lod built(p3d::owned_model& model, const described_p3d::lod& from) {
    p3d::owned_lod to;
    to.version = from.version;
    to.flags = from.flags;
    to.resolution = from.resolution;
    for (const described_p3d::point& point : from.points) {
        p3d::owned_point made;
        made.position = own_vector(point.position);
        made.flags = point.flags;
        model.append(to.points, made);
    }
    for (const described_p3d::vec3& normal : from.normals) {
        model.append(to.normals, own_vector(normal));
    }
    for (const described_p3d::face& face : from.faces) {
        model.append(to.faces, built(model, face));
        to.corner_count += static_cast<std::uint32_t>(face.corners.size());
    }
    for (const described_p3d::tag& tag : from.tags) {
        model.append(to.tags, built(model, tag));
    }
    model.append(to.tags, built(model, described_p3d::tag{"#EndOfFile#"}));
    return to;
}
p3d::owned_animation built(const described_p3d::clip& from) {
    p3d::owned_animation to;
    to.version = 101;
    to.motion = own_vector(from.motion);
    const auto name_of = [](const std::string& name) {
        text<32> out{};
        REQUIRE(out.assign(name));
        return out;
    };
    for (const std::string& name : from.bones) {
        to.append(to.bone_names, name_of(name));
    }
    for (const described_p3d::phase& phase : from.phases) {
        p3d::owned_phase made;
        made.phase = phase.time;
        for (std::size_t i = 0; i < phase.bones.size(); ++i) {
            const described_p3d::bone_pose& pose = phase.bones[i];
            p3d::owned_bone_pose bone{};
            bone.bone = name_of(pose.name.empty() ? from.bones[i] : pose.name);
            bone.x = own_vector(pose.x);
            bone.y = own_vector(pose.y);
            bone.z = own_vector(pose.z);
            bone.position = own_vector(pose.position);
            to.append(made.bones, bone);
        }
        to.append(to.phases, made);
    }
    return to;
}

} // namespace

TEST_CASE("p3d build: the sample's model and clip, made from nothing") {
    const described_p3d::model figure = described_p3d::figure::model();
    p3d::owned_model model;
    model.version = 257;
    for (const described_p3d::lod& level : figure.lods) {
        const p3d::owned_lod made = built(model, level);
        model.append(model.lods, made);
    }
    const auto file = encode(model);
    REQUIRE(file);
    CHECK(std::ranges::equal(*file, described_p3d::write(figure).span()));

    const auto clip = encode(built(described_p3d::figure::nod()));
    REQUIRE(clip);
    CHECK(std::ranges::equal(*clip, described_p3d::write(described_p3d::figure::nod()).span()));
}
