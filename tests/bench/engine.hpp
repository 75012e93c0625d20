// Models and clips of the Grimrock and Shinobi engines, whose files differ in a few places.
#pragma once

#include "bench/blind.hpp"
#include "bench/box.hpp"
#include "bench/corpus.hpp"
#include "bench/scene.hpp"

#include <effigy/grimrock/decode.hpp>
#include <effigy/grimrock/scene.hpp>

#include <variant>

namespace bench {

// The sizes that differ between the engines, in bytes.
struct engine_layout {
    std::size_t transform = 0, mesh_header = 0, emissive = 0;
};

namespace raw {

// Returns the sum of counts and characters in a file. walk() of a view returns the same.
template <engine_layout layout> [[nodiscard]] std::uint64_t walk_model(bytes file) {
    constexpr std::uint32_t arrays = 15;
    reader from{file};
    from.skip(8);
    std::uint64_t sum = 0;
    for (std::uint32_t nodes = from.number(); nodes != 0; --nodes) {
        const std::uint32_t name = from.number();
        from.skip(name + layout.transform);
        sum += std::uint64_t{name} + from.number();
        const auto type = static_cast<std::int32_t>(from.number());
        if (type == 1) {
            from.skip(29);
        }
        if (type != 0) {
            continue;
        }
        from.skip(layout.mesh_header);
        const std::uint32_t vertices = from.number();
        for (std::uint32_t i = 0; i < arrays; ++i) {
            from.skip(8);
            const std::uint32_t stride = from.number();
            from.skip(std::size_t{stride} * vertices);
        }
        const std::uint32_t indices = from.number();
        from.skip(std::size_t{indices} * 4);
        sum += std::uint64_t{vertices} + indices;
        for (std::uint32_t segments = from.number(); segments != 0; --segments) {
            const std::uint32_t material = from.number();
            from.skip(material + 8);
            sum += std::uint64_t{material} + from.number();
        }
        from.skip(40);
        const std::uint32_t bones = from.number();
        from.skip(std::size_t{bones} * 52 + layout.emissive + 1);
        sum += bones;
    }
    return sum;
}

[[nodiscard]] inline std::uint64_t walk_animation(bytes file) {
    reader from{file};
    from.skip(4);
    const std::uint32_t version = from.number();
    if (version < 3) {
        from.skip(from.number());
    }
    from.skip(8);
    std::uint64_t sum = 0;
    for (std::uint32_t items = from.number(); items != 0; --items) {
        const std::uint32_t name = from.number();
        from.skip(name);
        sum += name;
        if (version == 1) {
            const std::uint32_t keys = from.number();
            from.skip(std::size_t{keys} * 40);
            sum += 3 * std::uint64_t{keys};
            continue;
        }
        for (const std::size_t size : {12U, 16U, 12U}) {
            const std::uint32_t keys = from.number();
            from.skip(keys * size);
            sum += keys;
        }
    }
    return sum;
}

} // namespace raw

template <class Look = blind>
[[nodiscard]] std::uint64_t walk(const effigy::grimrock::model& model, Look look = {}) {
    std::uint64_t sum = 0;
    for (const auto& node : model.nodes()) {
        look(node);
        sum += node.name().size() + static_cast<std::uint32_t>(node.parent_as_stored());
        if (const auto mesh = node.mesh()) {
            look(mesh);
            sum += mesh.vertex_count() + mesh.indices().size() + mesh.bones().size();
            for (const auto& segment : mesh.segments()) {
                look(segment);
                sum += segment.material().size() + segment.triangle_count();
            }
        }
    }
    return sum;
}
template <class Look = blind>
[[nodiscard]] std::uint64_t walk(const effigy::grimrock::animation& clip, Look look = {}) {
    std::uint64_t sum = 0;
    for (const auto& item : clip.items()) {
        look(item);
        sum += item.name().size() + item.positions().size() + item.rotations().size() + item.scales().size();
    }
    return sum;
}

// One opened file. Engine defines its name, its layout and how it is opened.
template <class Engine> class engine_file {
public:
    using model = effigy::grimrock::model;
    using animation = effigy::grimrock::animation;
    using positions_type = effigy::strided<effigy::vec3<effigy::form::little>>;

    using input = bytes;

    static constexpr const char* name = Engine::name;
    [[nodiscard]] static bool is(effigy::file_kind what) { return Engine::is(what); }

    [[nodiscard]] static std::uint64_t open(bytes file) {
        if (is_model(file)) {
            const auto opened = Engine::open(file);
            return opened ? opened->nodes().size() + opened->trailing().size() : 0;
        }
        const auto opened = Engine::open_animation(file);
        return opened ? opened->items().size() + opened->trailing().size() : 0;
    }
    [[nodiscard]] static std::uint64_t decode(bytes file) {
        if (is_model(file)) {
            const auto owned = effigy::grimrock::decode(*Engine::open(file));
            return owned ? owned->nodes.size() : 0;
        }
        const auto owned = effigy::grimrock::decode(*Engine::open_animation(file));
        return owned ? owned->items.size() : 0;
    }
    [[nodiscard]] static std::uint64_t to_scene(bytes file) {
        return is_model(file) ? size_of(effigy::grimrock::to_scene(*Engine::open(file))) : 0;
    }
    [[nodiscard]] static std::uint64_t to_glb(bytes file) {
        return is_model(file) ? glb_size_of(effigy::grimrock::to_scene(*Engine::open(file))) : 0;
    }
    [[nodiscard]] static std::uint64_t raw_walk(bytes file) {
        return is_model(file) ? raw::walk_model<Engine::layout>(file) : raw::walk_animation(file);
    }

    explicit engine_file(bytes file) {
        if (!is_model(file)) {
            const auto opened = Engine::open_animation(file);
            sound_ = opened.has_value();
            if (sound_) {
                view_ = *opened;
                records_ = opened->items().size();
            }
            return;
        }
        const auto opened = Engine::open(file);
        sound_ = opened.has_value();
        if (sound_) {
            view_ = *opened;
            records_ = opened->nodes().size();
            note_arrays(*opened);
        }
    }

    [[nodiscard]] bool is_valid() const { return sound_; }
    [[nodiscard]] std::size_t records() const { return records_; }
    [[nodiscard]] std::uint64_t walk() const {
        return std::visit([](const auto& view) { return bench::walk(view); }, view_);
    }
    [[nodiscard]] std::uint64_t verify() const {
        const auto* const opened = std::get_if<model>(&view_);
        return opened != nullptr ? static_cast<std::uint64_t>(effigy::grimrock::verify(*opened).code) : 0;
    }

    // The bytes that verify() must read, and the positions.
    [[nodiscard]] const std::vector<raw::numbers>& indices() const { return indices_; }
    [[nodiscard]] const std::vector<raw::numbers>& skins() const { return skins_; }
    [[nodiscard]] const std::vector<positions_type>& positions() const { return positions_; }

private:
    [[nodiscard]] static bool is_model(bytes file) { return file.front() == std::byte{'M'}; }

    void note_arrays(const model& from) {
        for (const auto& node : from.nodes()) {
            const auto mesh = node.mesh();
            if (!mesh) {
                continue;
            }
            indices_.push_back(raw::numbers_in(std::span{mesh.indices()}));
            positions_.push_back(mesh.positions());
            if (!mesh.bones().empty()) {
                skins_.push_back(raw::numbers_in(std::span{mesh.joints().packed()}));
                skins_.push_back(raw::numbers_in(std::span{mesh.weights().packed()}));
            }
        }
    }

    std::variant<model, animation> view_;
    bool sound_ = false;
    std::size_t records_ = 0;
    std::vector<raw::numbers> indices_, skins_;
    std::vector<positions_type> positions_;
};

struct grimrock {
    static constexpr const char* name = "grimrock";
    static constexpr engine_layout layout{48, 8, 12};
    [[nodiscard]] static bool is(effigy::file_kind what) {
        return what == effigy::file_kind::grimrock_model || what == effigy::file_kind::grimrock_animation;
    }
    [[nodiscard]] static auto open(bytes file) { return effigy::grimrock::open(file); }
    [[nodiscard]] static auto open_animation(bytes file) { return effigy::grimrock::open_animation(file); }
};

struct shinobi {
    static constexpr const char* name = "shinobi";
    static constexpr engine_layout layout{60, 0, 0};
    [[nodiscard]] static bool is(effigy::file_kind what) {
        return what == effigy::file_kind::shinobi_model || what == effigy::file_kind::shinobi_animation;
    }
    [[nodiscard]] static auto open(bytes file) { return effigy::grimrock::open(file); }
    [[nodiscard]] static auto open_animation(bytes file) { return effigy::grimrock::open_animation(file); }
};

} // namespace bench
