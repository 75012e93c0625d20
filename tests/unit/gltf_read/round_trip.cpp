#include "gltf/fixtures.hpp"
#include "gltf_read/expected.hpp"
#include "hostile/fuzz/random_scene.hpp"

#include <gltf/read.hpp>

#include <effigy/report.hpp>

#include <doctest/doctest.h>

#include <random>

namespace {

using effigy::scene;

// Without a remark.
scene read_back(const scene& from, const effigy::gltf_options& options = {}) {
    const auto file = effigy::to_glb(from, options);
    REQUIRE(file);
    const auto out = gltf_files::read(std::span{*file}, {}, [](const effigy::remark& each) {
        const std::string line = std::string{each.part} + ' ' + std::string{each.name} + ": " + std::string{each.what};
        FAIL_CHECK(line);
    });
    CHECK(to_string(out.error()) == "no error");
    return out ? *out : scene{};
}

// Removes what images add to textures.
scene without_images(scene of) {
    for (scene::material& material : of.materials) {
        for (scene::texture& each : material.textures) {
            each.image.clear();
            each.wraps_u = each.wraps_v = true;
        }
    }
    return of;
}

void replace_not_finite(scene::list<scene::extra>& extras) {
    for (scene::extra& each : extras) {
        if (auto* const number = std::get_if<double>(&each.value)) {
            *number = *number - *number == 0 ? *number : 0;
        } else if (auto* const inner = std::get_if<scene::list<scene::extra>>(&each.value)) {
            replace_not_finite(*inner);
        }
    }
}
// Makes scenes comparable: NaN does not equal itself; indices may be stored in another order.
scene comparable(scene of) {
    const auto replace = [](auto& parts) {
        for (auto& each : parts) {
            replace_not_finite(each.extras);
        }
    };
    replace_not_finite(of.extras);
    replace(of.nodes);
    replace(of.meshes);
    replace(of.materials);
    replace(of.clips);
    replace(of.cameras);
    replace(of.lights);
    for (scene::material& each : of.materials) {
        replace(each.textures);
    }
    for (scene::mesh& mesh : of.meshes) {
        scene::list<std::uint32_t> drawn;
        for (scene::primitive& each : mesh.primitives) {
            drawn.append(std::span{mesh.indices}.subspan(each.first_index, each.index_count));
            each.first_index = 0;
        }
        mesh.indices = drawn;
    }
    return of;
}

} // namespace

TEST_CASE("gltf_read: what effigy writes is read back") {
    for (const scene& each :
         {gltf::triangle(), gltf::everything(), gltf::large_mesh(), gltf::without_data(), scene{}}) {
        CHECK(gltf_read::difference(read_back(each), gltf_read::as_written(each)) == "");
    }
}

TEST_CASE("gltf_read: images give textures their paths; materials are not doubled") {
    const scene from = gltf::everything();
    const scene out = read_back(from, {[](std::string_view name) {
                                    return effigy::gltf_image{.uri = "images/" + std::string{name} + ".png"};
                                }});
    CHECK(gltf_read::difference(without_images(out), gltf_read::as_written(from)) == "");
    CHECK(out.materials[0].textures[0].image == "images/wood/oak 1.tga.png");
    CHECK(out.materials[0].textures[1].image.empty()); // glTF has one texture of each role
    CHECK(!out.materials[0].textures[3].wraps_u);
    CHECK(out.materials[0].textures[3].wraps_v);
}

TEST_CASE("gltf_read: random scenes are read back") {
    std::mt19937 random{1};
    int compared = 0;
    for (int i = 0; i < 1500; ++i) {
        std::vector<std::byte> bytes(2000);
        for (std::byte& each : bytes) {
            each = static_cast<std::byte>(random() & 0xFFU);
        }
        scene made = fuzz::scene_maker{bytes}.make();
        if (verify(made) || !effigy::to_glb(made)) {
            continue;
        }
        if (i % 2 == 0) {
            number_vertices(made);
        }
        ++compared;
        CHECK(gltf_read::difference(comparable(read_back(made)), comparable(gltf_read::as_written(made))) == "");
    }
    CHECK(compared > 150);
}
