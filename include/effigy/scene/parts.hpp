// The parts of a scene. Conventions:
// - right-handed, +Y up; models face +Z and lengths are in metres, unless options of to_scene() say otherwise
// - times in seconds
// - front faces are counter-clockwise
// - texture coordinates have their origin at the top left
// - quaternions are x, y, z, w
// A scene owns its data in pools and strings, which an engine may move out.
#pragma once

#include <effigy/core/impl/ranges.hpp>
#include <effigy/core/math.hpp>
#include <effigy/core/pool.hpp>
#include <effigy/core/scalar.hpp>

#include <array>
#include <memory_resource>
#include <string>
#include <string_view>
#include <variant>

namespace effigy { inline namespace v0 {

// Parts refer to each other by their numbers in the lists of the scene; npos means none. A part keeps its data in the
// memory resource that it was constructed with. A copy uses the default resource, as for standard containers.
struct scene {
    using memory_resource = std::pmr::memory_resource;
    template <class T> using list = pool<T>;
    using text = std::pmr::string;

    // ---- data that glTF has no field for: named values, written as `extras` ----------------------------------------

    struct extra;
    using extra_value = std::variant<bool, double, text, list<double>, list<text>, list<extra>>;
    struct extra {
        text key;
        extra_value value;

        [[nodiscard]] friend bool operator==(const extra&, const extra&) = default;
    };

    // ---- nodes -----------------------------------------------------------------------------------------------------

    struct node {
        text name;                   // to_scene() makes all names of a kind different; they may be other than UTF-8
        std::uint32_t parent = npos; // below its own number: parents come first
        pose<float> local;           // node space -> parent space, at rest; rotations are of length 1
        std::uint32_t mesh = npos;
        std::uint32_t skin = npos; // moves the mesh; a node with a skin is a root, and its pose is the identity
        std::uint32_t camera = npos;
        std::uint32_t light = npos;
        list<extra> extras;

        explicit node(memory_resource* memory = std::pmr::get_default_resource()) : name(memory), extras(memory) {}
        [[nodiscard]] friend bool operator==(const node&, const node&) = default;
    };

    // ---- meshes ----------------------------------------------------------------------------------------------------

    using joints4 = std::array<std::uint16_t, 4>; // numbers of a skin's joints; 0 if the weight is 0
    using weights4 = std::array<float, 4>;        // the sum over all sets of a vertex is 1

    // A run of triangles with one material. Runs may overlap if a format draws triangles several times.
    struct primitive {
        std::uint32_t first_index = 0, index_count = 0; // three indices per triangle
        std::uint32_t material = npos;

        [[nodiscard]] friend constexpr bool operator==(const primitive&, const primitive&) = default;
    };
    // Offsets that are multiplied by the target's weight and added to the vertices.
    struct morph_target {
        text name;
        list<vector3<float>> positions; // one per vertex
        list<vector3<float>> normals;   // one per vertex, or none at all

        explicit morph_target(memory_resource* memory = std::pmr::get_default_resource())
            : name(memory), positions(memory), normals(memory) {}
        [[nodiscard]] friend bool operator==(const morph_target&, const morph_target&) = default;
    };
    // A value of each vertex that glTF has no meaning for, such as how much it belongs to a selection.
    struct attribute {
        text name;                 // in glTF after an underscore
        list<std::uint8_t> values; // one per vertex; 255 is 1

        explicit attribute(memory_resource* memory = std::pmr::get_default_resource()) : name(memory), values(memory) {}
        [[nodiscard]] friend bool operator==(const attribute&, const attribute&) = default;
    };
    // Which vertex of a model a vertex was, before a program edited the scene.
    struct origin {
        std::uint32_t mesh = npos;
        std::uint32_t vertex = npos; // npos: it is new
        std::uint32_t proof = 0;     // see proof_of(); 0: the origin needs none, since no file contained it
        // Of a new vertex: what an editor made of texcoord_of() of the vertices around it. A v of 0: nothing is known.
        vector2<float> between{};

        [[nodiscard]] friend constexpr bool operator==(const origin& a, const origin& b) noexcept {
            return a.mesh == b.mesh && a.vertex == b.vertex;
        }
    };
    // A structure of arrays: each attribute has one value per vertex, or none at all.
    struct mesh {
        text name;
        list<vector3<float>> positions; // finite
        list<vector3<float>> normals;   // of length 1
        list<vector4<float>> tangents;  // x, y, z of length 1; the bitangent is w (1 or -1) * cross(normal, tangent)
        list<list<vector2<float>>> texcoords; // one list per set
        list<rgba8> colors;
        list<list<joints4>> joints; // sets of four per vertex; the same number of sets as in weights
        list<list<weights4>> weights;
        list<attribute> attributes;  // of any other meaning
        list<origin> origins;        // in glTF a further set of texture coordinates, see texcoord_of()
        list<std::uint32_t> indices; // of vertices
        list<primitive> primitives;
        list<morph_target> targets;
        list<extra> extras;

        explicit mesh(memory_resource* memory = std::pmr::get_default_resource())
            : name(memory), positions(memory), normals(memory), tangents(memory), texcoords(memory), colors(memory),
              joints(memory), weights(memory), attributes(memory), origins(memory), indices(memory), primitives(memory),
              targets(memory), extras(memory) {}
        [[nodiscard]] friend bool operator==(const mesh&, const mesh&) = default;
    };
    // Moves vertices: the matrix of a joint is its world matrix * its inverse bind matrix.
    struct skin {
        text name;
        list<std::uint32_t> joints; // nodes
        list<matrix4x3<float>> inverse_binds;

        explicit skin(memory_resource* memory = std::pmr::get_default_resource())
            : name(memory), joints(memory), inverse_binds(memory) {}
        [[nodiscard]] friend bool operator==(const skin&, const skin&) = default;
    };

    // ---- materials -------------------------------------------------------------------------------------------------

    enum class alpha_mode : std::uint8_t { opaque, mask, blend };
    enum class texture_role : std::uint8_t { base_color, normal, emissive, occlusion, other };

    // A texture, identified by its name in the file. No format contains images.
    struct texture {
        text name;  // empty if the game chooses the texture
        text image; // what gltf_options::image gets in place of the name, unless it is empty
        texture_role role = texture_role::base_color;
        std::uint32_t texcoord = 0; // number of a set in mesh::texcoords
        bool wraps_u = true, wraps_v = true;
        vector2<float> offset, scale{1, 1}; // the image is drawn at coordinates * scale + offset: KHR_texture_transform
        list<extra> extras;

        explicit texture(memory_resource* memory = std::pmr::get_default_resource())
            : name(memory), image(memory), extras(memory) {}
        [[nodiscard]] friend bool operator==(const texture&, const texture&) = default;
    };
    struct material {
        text name;
        list<texture> textures;                // glTF uses the first of each role
        vector4<float> base_color{1, 1, 1, 1}; // linear, 0 .. 1
        vector3<float> emissive;               // 0 .. 1
        alpha_mode alpha = alpha_mode::opaque;
        float alpha_cutoff = 0.5F; // for alpha_mode::mask
        bool is_double_sided = false;
        bool is_unlit = false; // KHR_materials_unlit
        list<extra> extras;

        explicit material(memory_resource* memory = std::pmr::get_default_resource())
            : name(memory), textures(memory), extras(memory) {}
        [[nodiscard]] friend bool operator==(const material&, const material&) = default;
    };

    // ---- clips -----------------------------------------------------------------------------------------------------

    enum class path : std::uint8_t {
        translation,
        rotation,
        scale,
        weights,
        base_color, // of a material, from here on
        emissive,
        texture_offset, // of the base color's texture, without effect if it has no image
        texture_rotation,
        texture_scale,
    };
    enum class interpolation : std::uint8_t { step, linear };

    // How one property of a node or a material changes. For rotations, linear means along the shorter arc at constant
    // speed, as in glTF.
    struct channel {
        std::uint32_t node = npos;     // npos for paths of a material
        std::uint32_t material = npos; // npos for all other paths
        scene::path path = scene::path::translation;
        scene::interpolation interpolation = scene::interpolation::linear;
        std::uint32_t times = npos; // number of a list in the clip's `times`
        list<float> values;         // per time: as many as value_count(path) says, or one per morph target

        explicit channel(memory_resource* memory = std::pmr::get_default_resource()) : values(memory) {}
        [[nodiscard]] friend bool operator==(const channel&, const channel&) = default;
    };
    // Returns the number of values of a channel per time. 0 for weights: as many as the mesh has morph targets.
    [[nodiscard]] static constexpr std::uint32_t value_count(path of) noexcept {
        switch (of) {
        case path::weights: return 0;
        case path::texture_rotation: return 1; // radians
        case path::texture_offset:
        case path::texture_scale: return 2;
        case path::translation:
        case path::scale:
        case path::emissive: return 3;
        case path::rotation:
        case path::base_color: break;
        }
        return 4;
    }
    struct clip {
        text name;
        list<list<float>> times; // seconds, not negative, strictly increasing; any number of channels may share a list
        list<channel> channels;  // at most one per node or material, and path
        list<extra> extras;

        explicit clip(memory_resource* memory = std::pmr::get_default_resource())
            : name(memory), times(memory), channels(memory), extras(memory) {}
        [[nodiscard]] friend bool operator==(const clip&, const clip&) = default;
    };

    // ---- cameras and lights, which point along -z of their node ----------------------------------------------------

    struct camera {
        text name;
        float vertical_field_of_view = 1; // radians
        float near_plane = 0.1F;
        float far_plane = 0; // 0: infinite
        list<extra> extras;

        explicit camera(memory_resource* memory = std::pmr::get_default_resource()) : name(memory), extras(memory) {}
        [[nodiscard]] friend bool operator==(const camera&, const camera&) = default;
    };
    enum class light_type : std::uint8_t { directional, point, spot };
    struct light { // KHR_lights_punctual
        text name;
        light_type type = light_type::point;
        vector3<float> color{1, 1, 1}; // linear, 0 .. 1
        float intensity = 1;           // at least 0
        float range = 0;               // 0: infinite
        float inner_cone_angle = 0;    // of spot lights, radians: 0 <= inner < outer <= pi/2
        float outer_cone_angle = 0.785F;
        list<extra> extras;

        explicit light(memory_resource* memory = std::pmr::get_default_resource()) : name(memory), extras(memory) {}
        [[nodiscard]] friend bool operator==(const light&, const light&) = default;
    };

    // ---- the scene itself ------------------------------------------------------------------------------------------

    text name;
    list<node> nodes;
    list<mesh> meshes;
    list<skin> skins;
    list<material> materials;
    list<clip> clips;
    list<camera> cameras;
    list<light> lights;
    list<extra> extras;

    explicit scene(memory_resource* memory = std::pmr::get_default_resource())
        : name(memory), nodes(memory), meshes(memory), skins(memory), materials(memory), clips(memory), cameras(memory),
          lights(memory), extras(memory) {}
    [[nodiscard]] friend bool operator==(const scene&, const scene&) = default;
};

}} // namespace effigy::v0
