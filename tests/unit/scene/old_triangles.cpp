#include <effigy/scene.hpp>
#include <effigy/scene/reconcile/old_triangles.hpp>

#include <doctest/doctest.h>

#include <limits>
#include <vector>

namespace { namespace finding_triangles {

using namespace effigy;

// A sheet of size * size quads that is 1 wide, and its back, of vertices of its own.
scene two_sheets(std::uint32_t size) {
    scene out;
    out.meshes.resize(2);
    out.meshes[0].positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    out.meshes[0].indices = {0, 1, 2};
    scene::mesh& mesh = out.meshes[1];
    for (std::uint32_t side = 0; side < 2; ++side) {
        const std::uint32_t first = side * (size + 1) * (size + 1);
        for (std::uint32_t i = 0; i <= size * (size + 2); ++i) {
            const std::uint32_t x = i % (size + 1), y = i / (size + 1);
            mesh.positions.push_back({static_cast<float>(x) / static_cast<float>(size),
                                      static_cast<float>(y) / static_cast<float>(size), 0});
            if (x != size && y != size) {
                const std::uint32_t a = first + i, b = a + 1, c = b + size + 1, d = c - 1;
                mesh.indices.append(side == 0 ? std::array{a, b, c, a, c, d} : std::array{a, c, b, a, d, c});
            }
        }
    }
    number_vertices(out);
    return out;
}
struct made_vertex {
    vector2<float> between;
    vector3<float> at;
};
// What an editor makes of the corners of a face.
made_vertex mean(const scene::mesh& of, const std::vector<std::uint32_t>& corners, const std::vector<float>& shares) {
    made_vertex out{};
    for (std::size_t k = 0; k < corners.size(); ++k) {
        const vector2<float> number = texcoord_of(of.origins[corners[k]]);
        out.between.x += number.x * shares[k];
        out.between.y += number.y * shares[k];
        out.at = out.at + of.positions[corners[k]] * shares[k];
    }
    return out;
}
std::vector<std::uint32_t> corners_of(const scene::mesh& of, std::size_t triangle) {
    return {of.indices[3 * triangle], of.indices[3 * triangle + 1], of.indices[3 * triangle + 2]};
}
// Returns the share that a vertex has in a mixture.
double share_in(const impl::mixture& of, std::uint32_t vertex) {
    double out = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        out += of.vertices[k] == vertex ? of.shares[k] : 0;
    }
    return out;
}

TEST_CASE("scene: new vertices are found on the triangle that they were made on, of two at one place, also if moved") {
    const scene of = two_sheets(20);
    const scene::mesh& mesh = of.meshes[1];
    impl::mixture_finder<> finder{of, std::pmr::get_default_resource()};
    const std::vector<float> ways[] = {
        {0.5F, 0.5F, 0}, {0, 0.25F, 0.75F}, {1 / 3.0F, 1 / 3.0F, 1 / 3.0F}, {0.2F, 0.1F, 0.7F}};
    std::size_t lost = 0, lost_of_edges = 0, lost_inside = 0, count = 0;
    for (std::size_t triangle = 0; triangle < mesh.indices.size() / 3; ++triangle) {
        const std::vector<std::uint32_t> corners = corners_of(mesh, triangle);
        for (const std::vector<float>& shares : ways) {
            const made_vertex made = mean(mesh, corners, shares);
            const auto is_right = [&](const impl::mixture& found) {
                bool out = found.mesh == 1;
                for (std::size_t k = 0; k < 3; ++k) {
                    const double away = share_in(found, corners[k]) - static_cast<double>(shares[k]);
                    out = out && away < 0.01 && away > -0.01;
                }
                return out;
            };
            ++count;
            const impl::mixture here = finder.find(made.between, made.at);
            lost += is_right(here) && here.distance < 1e-3 ? 0U : 1U;
            const bool is_found = is_right(finder.find(made.between, made.at + vector3<float>{0.01F, 0, 0.02F}));
            const bool is_of_edge = shares[0] == 0 || shares[2] == 0;
            (is_of_edge ? lost_of_edges : lost_inside) += is_found ? 0U : 1U;
        }
    }
    CHECK(count == 6400);
    CHECK(lost == 0);
    CHECK(lost_of_edges < 32);
    CHECK(lost_inside < 1100); // of 3,200: other triangles there contain their numbers, too
}
TEST_CASE("scene: a new vertex in the middle of a quad is on one of its triangles") {
    const scene of = two_sheets(8);
    const scene::mesh& mesh = of.meshes[1];
    impl::mixture_finder<> finder{of, std::pmr::get_default_resource()};
    std::size_t found_on_it = 0;
    for (std::size_t triangle = 0; triangle < 128; triangle += 2) {
        std::vector<std::uint32_t> corners = corners_of(mesh, triangle);
        corners.push_back(mesh.indices[3 * triangle + 5]);
        const made_vertex made = mean(mesh, corners, {0.25F, 0.25F, 0.25F, 0.25F});
        const impl::mixture found = finder.find(made.between, made.at);
        double sum = 0;
        for (const std::uint32_t each : corners) {
            sum += share_in(found, each);
        }
        found_on_it += sum > 0.99 ? 1U : 0U;
    }
    CHECK(found_on_it >= 60); // of 64: else a face of the other side fits as well
}
TEST_CASE("scene: a vertex that is far from the triangle that its number says is on none") {
    const scene of = two_sheets(4);
    const scene::mesh& mesh = of.meshes[1];
    impl::mixture_finder<> finder{of, std::pmr::get_default_resource()};
    const made_vertex made = mean(mesh, corners_of(mesh, 0), {0.2F, 0.3F, 0.5F});
    CHECK(finder.find(made.between, made.at));
    CHECK_FALSE(finder.find(made.between, made.at + vector3<float>{0, 0, 0.5F}));
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    for (const vector2<float>& other : {vector2<float>{0, 0},
                                        {0, nan},
                                        {nan, nan},
                                        {made.between.x, -1e30F},
                                        {made.between.x, made.between.y - 4096}, // of a mesh that is not there
                                        {made.between.x, made.between.y + 4096},
                                        {5000, made.between.y}}) {
        CHECK_FALSE(finder.find(other, made.at));
    }
    scene none;
    none.meshes.resize(2);
    none.meshes[1].positions.resize(1);
    CHECK_FALSE(impl::mixture_finder<>{none, std::pmr::get_default_resource()}.find(made.between, made.at));
}
TEST_CASE("scene: the search ends also where all triangles are at one place") {
    scene of = two_sheets(64);
    for (vector3<float>& each : of.meshes[1].positions) {
        each = {each.x > 0.5F ? 1.0F : 0.0F, each.y > 0.5F ? 1.0F : 0.0F, 0};
    }
    number_vertices(of);
    impl::mixture_finder<> finder{of, std::pmr::get_default_resource()};
    std::size_t found = 0;
    for (std::size_t triangle = 0; triangle < 2000; ++triangle) { // in the memory and the time of 4,096 steps each
        const made_vertex made = mean(of.meshes[1], corners_of(of.meshes[1], triangle), {0.2F, 0.3F, 0.5F});
        found += finder.find(made.between, made.at + vector3<float>{0.01F, 0.01F, 0.01F}) ? 1U : 0U;
    }
    CHECK(found <= 2000);
}

}} // namespace ::finding_triangles
