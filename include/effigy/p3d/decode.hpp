// Models and animations that own their data: records in the program's byte order, in pools. They contain all that the
// views show. Memory comes from any std::pmr::memory_resource: at most six times the file's size plus 80 KiB. Each
// pool is one allocation. While it runs, decode() of a model also allocates a buffer that grows, and a map with one
// node per distinct text of the faces.
#pragma once

#include <effigy/core/impl/platform.hpp>
#include <effigy/p3d/owned/model.hpp>

namespace effigy { inline namespace v0 { namespace p3d {

// These compare bit by bit, see equal().
EFFIGY_API [[nodiscard]] bool operator==(const owned_model& a, const owned_model& b);
EFFIGY_API [[nodiscard]] bool operator==(const owned_animation& a, const owned_animation& b);

// Returns a copy of the model that owns its data. Errors: budget, for a file of 4 GiB or more, or if the copy exceeds
// the memory limit; an error of open(), if the bytes changed since.
EFFIGY_API [[nodiscard]] result<owned_model>
decode(const model& from, std::pmr::memory_resource* memory = std::pmr::get_default_resource());
// Returns a copy of the animation that owns its data. Error: budget, if the copy would have 2^32 elements or more of
// one type, or 2 GiB or more on a 32-bit host.
EFFIGY_API [[nodiscard]] result<owned_animation>
decode(const animation& from, std::pmr::memory_resource* memory = std::pmr::get_default_resource());

// Declared in p3d/encode.hpp, as lint() is in lint.hpp: see view.hpp.
struct include_effigy_p3d_encode_hpp;
template <class Owned>
    requires std::same_as<Owned, owned_model> || std::same_as<Owned, owned_animation>
include_effigy_p3d_encode_hpp encode(const Owned& from, ...);

}}} // namespace effigy::v0::p3d

#if defined(EFFIGY_HAS_BODIES)
#include <map>

namespace effigy { inline namespace v0 { namespace p3d {

namespace impl {

inline constexpr std::uint64_t most_model_bytes = 0xFFFF'FFFF; // pool_slice has 32-bit indices

// Collects the texts of a model, one after the other. Their total size is known after the last one.
template <class = when_used> class text_collector {
public:
    explicit text_collector(std::pmr::memory_resource* memory) : chars_(memory), known_(chars_.resource()) {}

    [[nodiscard]] pool_slice<char> add(std::string_view text) {
        const auto first = static_cast<std::uint32_t>(chars_.size());
        chars_.append(text);
        return {.first = first, .count = static_cast<std::uint32_t>(text.size())};
    }
    // Equal texts are stored once. Time O(log n), so callers use it only if the text differs from the previous face's.
    [[nodiscard]] pool_slice<char> add_once(std::string_view text) {
        if (text.empty()) {
            return {};
        }
        const auto [at, is_new] = known_.try_emplace(text);
        if (is_new) {
            at->second = add(text);
        }
        return at->second;
    }
    [[nodiscard]] std::span<const char> chars() const noexcept { return chars_; }

private:
    pool<char> chars_;
    std::pmr::map<std::string_view, pool_slice<char>> known_; // keys are in the file
};

// Copies a model while reading it, so that faces and all other parts are read once.
template <class = when_used> class model_decoder : public lod_visitor, pool_filler<owned_model> {
public:
    explicit model_decoder(std::pmr::memory_resource* memory) : pool_filler<owned_model>(memory), texts_(memory) {}

    [[nodiscard]] result<owned_model> decode(const model& from) {
        const std::uint64_t size = from.file().size();
        if (size == 0) { // an empty view
            return std::move(made);
        }
        if (size > most_model_bytes) {
            return error{{"p3d"}, errc::budget, most_model_bytes, static_cast<std::int64_t>(size)};
        }
        const model_totals& all = from.totals();
        expect<owned_lod>(from.lods().size());
        expect<owned_point>(all.points);
        expect<vec3<form::host>>(all.normals);
        expect<owned_face>(all.faces);
        expect<owned_tag>(all.tags);
        expect<std::byte>(all.tag_bytes + all.extra_bytes + from.trailing().size());
        return fill_expected("p3d", memory_limit(size), [&] { return put(from); });
    }

    // Callbacks of reading a level, see lod_visitor.

    void begin(const cursor&, const lod_fields& level) {
        lod_.format = level.format;
        lod_.version = level.header.version;
        lod_.flags = level.header.flags;
        lod_.extra_header = put_all<std::byte>(level.extra_header);
        if (level.format == lod_format::sp3d) {
            lod_.points.first = static_cast<std::uint32_t>(size<owned_point>());
            for (const vec3<>& stored : level.positions) {
                owned_point own{};
                convert(stored, own.position);
                push(own);
            }
            lod_.points = since<owned_point>(lod_.points.first);
        } else {
            lod_.points = put_all<owned_point>(level.points);
        }
        lod_.normals = put_all<vec3<form::host>>(level.normals);
        lod_.faces.first = static_cast<std::uint32_t>(size<owned_face>());
        lod_.tags.first = static_cast<std::uint32_t>(size<owned_tag>());
        faces_ = append_counted<owned_face>(level.header.face_count);
        lod_.faces.count = static_cast<std::uint32_t>(faces_.size());
    }
    EFFIGY_INLINE void face(const cursor&, const face_fields& face) {
        if (faces_.empty()) {
            return;
        }
        owned_face& own = faces_.front();
        faces_ = faces_.subspan(1);
        convert_block(face.slots, &own.slots, 1);
        own.flags = face.flags;
        if (!same(face.texture, texture_.text)) {
            texture_ = {.text = face.texture, .own = texts_.add_once(face.texture)};
        }
        if (!same(face.material, material_.text)) {
            material_ = {.text = face.material, .own = texts_.add_once(face.material)};
        }
        own.texture = texture_.own;
        own.material = material_.own;
    }
    void tag(const cursor&, const tag_fields& tag, const tag_context&) {
        push(owned_tag{.name = texts_.add(tag.name),
                       .data = put_all<std::byte>(tag.data),
                       .kind = tag.kind,
                       .active = tag.active,
                       .counts_id = tag.counts_id});
    }
    void end(const cursor&, const lod_fields& level, const lod_walk& found) {
        lod_.has_tags = found.tag_count != 0;
        lod_.corner_count = found.corner_count;
        lod_.tags = since<owned_tag>(lod_.tags.first);
        lod_.resolution = level.resolution;
        push(lod_);
    }

private:
    struct known_text {
        std::string_view text;
        pool_slice<char> own;
    };

    // string_view's operator == compiles to two calls with g++.
    [[nodiscard]] static bool same(std::string_view a, std::string_view b) noexcept {
        // NOLINTNEXTLINE(bugprone-suspicious-stringview-data-usage): the length follows
        return a.size() == b.size() && std::char_traits<char>::compare(a.data(), b.data(), a.size()) == 0;
    }
    [[nodiscard]] error put(const model& from) {
        cursor c{from.file()};
        model_fields found;
        transfer_model(c, found, *this);
        if (!c.ok()) { // the bytes changed since open()
            return error_of_model(c.error());
        }
        made.container = found.container;
        made.version = found.version;
        made.lods = since<owned_lod>(0);
        made.trailing = put_all<std::byte>(from.trailing());
        expect<char>(texts_.chars().size());
        static_cast<void>(put_all<char>(texts_.chars()));
        return {};
    }

    text_collector<> texts_;
    known_text texture_, material_; // of the previous face
    owned_lod lod_;
    std::span<owned_face> faces_; // not yet filled
};

template <class = when_used> class animation_decoder : pool_filler<owned_animation> {
public:
    explicit animation_decoder(std::pmr::memory_resource* memory) : pool_filler<owned_animation>(memory) {}

    [[nodiscard]] result<owned_animation> decode(const animation& from) {
        const std::uint64_t poses = from.phases().size() * std::uint64_t{from.bones().size()};
        expect<text<32>>(from.bones().size());
        expect<owned_phase>(from.phases().size());
        expect<owned_bone_pose>(poses);
        expect<std::byte>(from.trailing().size());
        return fill_expected("rtm", memory_limit(from.file().size()), [&] { return put(from); });
    }

private:
    [[nodiscard]] error put(const animation& from) {
        made.version = from.version();
        made.motion = from.motion();
        made.bone_names = put_all<text<32>>(from.bone_names());
        for (const p3d::phase& stored : from.phases()) {
            push(owned_phase{.phase = stored.time(), .bones = put_all<owned_bone_pose>(stored.bones())});
        }
        made.phases = since<owned_phase>(0);
        made.trailing = put_all<std::byte>(from.trailing());
        return {};
    }
};

} // namespace impl

EFFIGY_API_BODY bool operator==(const owned_model& a, const owned_model& b) {
    return impl::equal_with_pools<model_pools>(a, b);
}
EFFIGY_API_BODY bool operator==(const owned_animation& a, const owned_animation& b) {
    return impl::equal_with_pools<animation_pools>(a, b);
}

EFFIGY_API_BODY result<owned_model> decode(const model& from, std::pmr::memory_resource* memory) {
    return impl::model_decoder{memory}.decode(from);
}
EFFIGY_API_BODY result<owned_animation> decode(const animation& from, std::pmr::memory_resource* memory) {
    return impl::animation_decoder{memory}.decode(from);
}
}}} // namespace effigy::v0::p3d
#endif
