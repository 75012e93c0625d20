// Models of Neverwinter Nights, described in memory and written as binary MDL. The writer does not
// use the library's readers; the layout follows docs/nwn.md.
#pragma once

#include "support/byte_builder.hpp"

#include <array>
#include <optional>
#include <utility>

namespace fixtures::nwn {
using support::byte_builder;

using vec2 = std::array<float, 2>;
using vec3 = std::array<float, 3>;
using vec4 = std::array<float, 4>; // in quaternions: x, y, z, w

// The program that writes the file.
enum class flavour { bioware, nwnmdlcomp, enhanced };

struct key {
    std::int32_t id = 0;
    std::uint8_t columns = 3;
    std::vector<float> times{};
    std::vector<float> values{};
    std::optional<std::int16_t> rows{}; // default: the number of times
};
[[nodiscard]] key position_key(const vec3& at);
[[nodiscard]] key orientation_key(const vec4& q);
[[nodiscard]] key scale_key(float by);

struct face {
    std::array<std::uint16_t, 3> vertex{};
    vec3 normal{0, 0, 1};
    float distance = 0;
    std::int32_t surface = 1;
    std::array<std::int16_t, 3> adjacent{-1, -1, -1};
};

struct mesh {
    std::vector<vec3> vertices{};
    std::vector<vec3> normals{};
    std::array<std::vector<vec2>, 4> texcoords{};
    std::vector<std::uint32_t> colors{};
    std::vector<vec3> tangents{};
    std::vector<float> handedness{};
    std::vector<face> faces{};
    std::vector<std::vector<std::uint16_t>> index_lists{};
    bool merged_away = false; // the index lists are written, with counts of 0
    std::array<std::string, 4> textures{};
    std::uint32_t render = 1;
    std::uint8_t triangle_mode = 3;
    std::optional<std::uint16_t> texture_count{}; // default: the number of texcoords
};

struct skin {
    std::vector<vec4> weights{};
    std::vector<std::array<std::int16_t, 4>> refs{};
    std::vector<std::int16_t> slot_nodes{};   // 18, 64 or 128
    std::vector<std::int16_t> node_to_slot{}; // one per node, as are the next three
    std::vector<vec4> inverse_rotations{};
    std::vector<vec3> inverse_translations{};
    std::vector<std::uint32_t> constants{};
};

struct light {
    float flare_radius = 0;
    std::vector<float> flare_sizes{};
    std::vector<float> flare_positions{};
    std::vector<vec3> flare_color_shifts{};
    std::vector<std::string> flare_textures{};
    std::uint32_t priority = 5;
};

struct emitter {
    std::string update = "Fountain";
    std::string render = "Normal";
    std::string blend = "Lighten";
    std::string texture{};
    std::string chunk{};
    std::uint32_t flags = 0;
};

struct box {
    vec3 min{}, max{};
    std::int32_t left = -1, right = -1; // numbers of boxes; -1: none
    std::int32_t face = -1;
    std::uint32_t plane = 0;
};

struct animmesh {
    float period = 0;
    std::uint32_t vertex_sets = 0, texcoord_sets = 0;
    std::vector<vec3> vertices{}; // all sets of vertex 0, then all of vertex 1
    std::vector<vec2> texcoords{};
};

struct dangly {
    std::vector<float> constraints{};
    float displacement = 0, tightness = 0, period = 0;
};

// A node with the parts that are set.
struct node {
    std::string name{};
    std::int32_t parent = -1; // number of an earlier node
    std::vector<key> keys{};
    std::optional<nwn::mesh> mesh{};
    std::optional<nwn::skin> skin{};
    std::optional<nwn::animmesh> animmesh{};
    std::optional<nwn::dangly> dangly{};
    std::optional<std::vector<box>> aabb{};
    std::optional<nwn::light> light{};
    std::optional<nwn::emitter> emitter{};
    std::optional<std::string> reference{};
    std::uint32_t more_flags = 0; // in an animation: flags of parts whose bodies are junk
    bool null_child = false;      // a null pointer among the children
};

struct event {
    float time = 0;
    std::string name{};
};

struct clip {
    std::string name{};
    float length = 1;
    std::vector<event> events{};
    std::vector<node> nodes{};
    std::string root = "effigy";
};

struct model {
    std::string name = "effigy";
    flavour by = flavour::bioware;
    std::vector<node> nodes{};
    std::vector<clip> clips{};
    std::string supermodel = "NULL";
    std::uint32_t uncounted_nodes = 0; // added to the count in the header
    vec3 bounding_min{0, 0, 0}, bounding_max{1, 1, 2};
    float animation_scale = 1;
    std::string trailing{};
};

// ---- writing -------------------------------------------------------------------------------------------------------

[[nodiscard]] byte_builder write(const model& model);

// ---- small samples -------------------------------------------------------------------------------------------------

// A triangle in the plane z = `height`. Its corners (x, y) are (0, 0), (1, 0) and (0, 1).
[[nodiscard]] mesh triangle(float height = 0);

// A skin for the triangle in a model with `nodes` nodes. Slots 0 and 1 are the nodes `first` and `second`, which are at
// `first_at` and `second_at` without rotation. The skin is at the origin.
[[nodiscard]] skin binding(std::size_t nodes, std::size_t first, const vec3& first_at, std::size_t second,
                           const vec3& second_at, std::size_t slots);

inline constexpr float half = 0.70710678F;

// Six nodes as BioWare's compiler writes them:
//   0 root       at (1, 2, 3), turned by 90 degrees about z
//   1   arm      at (0, 0, 1)
//   2     lamp   a light with two flares
//   3     spark  an emitter
//   4   floor    a walkmesh of two triangles, not drawn
//   5   body     a skin of 18 slots, bound to root and arm
// and the animation "nod".
[[nodiscard]] model bioware();

// Five nodes as the Enhanced Edition writes them:
//   0 root
//   1   plinth   a merge target, with tangents; its second triangle is the step's
//   2   step     merged away into the plinth, one unit higher
//   3   arm      at (0, 0, 1)
//   4   body     a skin of 64 slots, bound to root and arm
[[nodiscard]] model enhanced();

// Four nodes as nwnmdlcomp writes them:
//   0 root    a dummy, twice as large
//   1   flag  a dangly mesh with colours and all texture coordinates
//   2   wave  an animated mesh, whose samples are in the animation
//   3   link  a reference
// and an animation. The mesh body of its root is junk.
[[nodiscard]] model nwnmdlcomp();

} // namespace fixtures::nwn
