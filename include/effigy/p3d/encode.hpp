// Writing models and animations that own their data as files.
#pragma once

#include <effigy/core/impl/platform.hpp>
#include <effigy/owned/written_file.hpp>
#include <effigy/p3d/decode.hpp>

namespace effigy { inline namespace v0 { namespace p3d {

// Returns the file of a model. Bytes after the NULs of texts of fixed size are zero; all others are those of the file
// that the model was decoded from. open() accepts it, and decodes it to the same model. Errors: those of open(), with
// the path of the field that breaks a rule of the format; out_of_bounds, if a list is not in its pool; bad_value, if a
// field is set that this container or format does not store, or if a derived field is wrong; budget, if the file would
// have more than 16 times the bytes of the model's pools plus 64 KiB, or 4 GiB or more.
EFFIGY_API [[nodiscard]] result<file_bytes>
encode(const owned_model& from, std::pmr::memory_resource* memory = std::pmr::get_default_resource());
EFFIGY_API [[nodiscard]] result<file_bytes>
encode(const owned_animation& from, std::pmr::memory_resource* memory = std::pmr::get_default_resource());
// Returns the file that the model was decoded from, byte for byte; if values were changed, with the bytes after the
// NULs of its texts of fixed size. If numbers of elements, or lengths of other texts, were changed, it is the file of
// encode(from), and `kept_rest` is false. The same if `original` is another file. Errors: those of encode(from).
// An animation holds every byte of its file.
EFFIGY_API [[nodiscard]] result<written_file>
encode(const owned_model& from, std::span<const std::byte> original,
       std::pmr::memory_resource* memory = std::pmr::get_default_resource());
EFFIGY_API [[nodiscard]] result<written_file>
encode(const owned_animation& from, std::span<const std::byte> original,
       std::pmr::memory_resource* memory = std::pmr::get_default_resource());

}}} // namespace effigy::v0::p3d

#if defined(EFFIGY_HAS_BODIES)
#include <effigy/owned/writing_cursor.hpp>

namespace effigy { inline namespace v0 { namespace p3d {

namespace impl {

// Whether the format has texts of fixed size that a model holds only up to their NUL: those of SP3X and SP3D.
[[nodiscard]] inline bool has_fixed_texts(const owned_model& of) noexcept {
    bool has = false;
    for (const owned_lod& level : of.get(of.lods)) {
        has = has || level.format != lod_format::p3dm;
    }
    return has;
}
[[nodiscard]] inline bool has_fixed_texts(const owned_animation&) noexcept { return false; }

// Adds texts that end in a NUL or have a fixed size. What follows the NUL of the latter is that of the original, while
// all numbers of elements and lengths of texts are the same there, so that all fields are at the same places.
template <class Model> class text_writer : public writing_cursor<Model> {
    using writer = writing_cursor<Model>;

public:
    // `original`: empty if there is none.
    text_writer(const Model& from, std::span<const std::byte> original, std::uint64_t size,
                std::pmr::memory_resource* memory)
        : writer(from, original, size, memory), from_(from), original_(original), has_rest_(has_fixed_texts(from)),
          follows_(has_rest_ && !original.empty()) {}

    // Whether the file has all that the original has beyond the model.
    [[nodiscard]] bool keeps_rest() const noexcept { return follows_ || !has_rest_; }

    static constexpr void spare(std::uint64_t) noexcept {}
    void require(bool holds, const char* path, std::int64_t found, const char* expected) noexcept {
        if (!holds) [[unlikely]] {
            this->fail(errc::bad_value, path, 0, found, 0, expected);
        }
    }
    void require_text(const pool_slice<char>& of, const char* path) noexcept {
        const std::string_view chars = this->list(of, path);
        const std::size_t nul = chars.find('\0');
        require(nul == chars.npos, path, static_cast<std::int64_t>(nul), "a text without NUL");
    }
    // Precondition of the functions that put a text: require_text() was called for it.
    EFFIGY_INLINE void put_text_and_nul(const pool_slice<char>& of, const char* path) {
        const std::string_view chars = from_.get(of);
        if (follows_) {
            follows_ = original_.text_until_nul(this->offset()).size() == chars.size();
        }
        if (const std::span<std::byte> to = this->room(chars.size() + 1, path); !to.empty()) {
            convert_block(std::span{chars}, to);
            to.back() = std::byte{0};
        }
    }
    template <std::size_t N> void put_fixed_text(const pool_slice<char>& of, const char* path) {
        const std::string_view chars = from_.get(of);
        if (chars.size() > N) {
            this->fail(errc::bad_value, path, 0, static_cast<std::int64_t>(chars.size()), N,
                       N == 32 ? "at most 32 characters" : "at most 64 characters");
            return;
        }
        if (const std::span<std::byte> to = this->room(N, path); !to.empty()) {
            convert_block(std::span{chars}, to);
            const std::span<std::byte> rest = to.subspan(chars.size());
            for (std::byte& unused : rest) {
                unused = {};
            }
            if (follows_ && rest.size() > 1) {
                convert_block(original_.bytes_at(this->offset() - rest.size() + 1, rest.size() - 1), rest.subspan(1));
            }
        }
    }
    using writer::put;
    template <std::same_as<lod_header> T> void put(const basic_lod_header<form::host>& value, const char* path) {
        put_header<T>(value, path);
    }
    template <std::same_as<sp3d_lod_header> T>
    void put(const basic_sp3d_lod_header<form::host>& value, const char* path) {
        put_header<T>(value, path);
    }
    // The number or the magic that was put last says how the rest is read.
    void was(role) noexcept {
        if (follows_) {
            constexpr std::size_t length = 4;
            const auto there = original_.bytes_at(this->offset() - length, length);
            const auto here = this->last(length);
            follows_ =
                there.size() == length && here.size() == length && std::memcmp(there.data(), here.data(), length) == 0;
        }
    }

    [[nodiscard]] result<file_bytes> finish() {
        follows_ = follows_ && this->offset() == original_.size();
        return writer::finish();
    }

private:
    template <class T> void put_header(const host_form<T>& value, const char* path) {
        writer::template put<T>(value, path);
        if (follows_) {
            T stored{};
            convert(value, stored);
            const T* const there = original_.record_at<T>(this->offset() - sizeof(T));
            follows_ = there != nullptr && have_same_counts(*there, stored);
        }
    }

    const Model& from_;
    byte_view original_;
    bool has_rest_; // the original may have bytes that the model does not hold
    bool follows_;  // so far, all fields are at the same places
};

// The positions of points. SP3D does not store their flags.
template <class = when_used>
void transfer_positions(text_writer<owned_model>& c, const owned_lod& from, std::uint32_t, const char* path) {
    std::uint32_t i = 0;
    for (const owned_point& point : c.list(from.points, path)) {
        c.require(point.flags == 0, "points[].flags", point.flags, "0 in SP3D");
        c.put<vec3<>>(point.position, path);
        c.within(i++);
        if (!c.ok()) {
            return;
        }
    }
}

// Refuses what a container, a format or a kind of tag does not store, and what would be read as something else:
// encode() must not lose anything.
template <class = when_used> class model_encoder : public lod_visitor {
    using writer = text_writer<owned_model>;

public:
    explicit model_encoder(const owned_model& from) noexcept : from_(from) {}

    [[nodiscard]] result<file_bytes> encode(writer& c) {
        const bool has_version = from_.container == container::mlod;
        c.require(from_.container <= container::bare, "p3d.magic", static_cast<std::int64_t>(from_.container),
                  "a container");
        c.require(has_version || from_.version == 0, "p3d.version", from_.version, "0 without MLOD");
        c.require(from_.container != container::bare || from_.lods.count == 1, "p3d.lodCount", from_.lods.count,
                  "1 without a container");
        const auto lods = c.list(from_.lods, "p3d.lods");
        transfer_model(c, from_, *this);
        c.require(lods.empty() || lods.back().has_tags || from_.trailing.empty(), "p3d.trailing", from_.trailing.count,
                  "no bytes after a level without tags");
        c.template put_each<std::byte>(c.list(from_.trailing, "p3d.trailing"), "p3d.trailing");
        if (c.offset() > most_model_bytes) {
            c.fail(errc::budget, "p3d", 0, static_cast<std::int64_t>(c.offset()), most_model_bytes);
        }
        auto file = c.finish();
        return file ? std::move(file) : error_of_model(file.error());
    }

    // Callbacks of writing a level, see lod_visitor.

    void begin(writer& c, const owned_lod& level) noexcept {
        format_ = level.format;
        static_cast<void>(c.list(level.faces, "faces"));
        tags_ = c.list(level.tags, "tags");
        static_cast<void>(c.list(level.points, "points"));
        static_cast<void>(c.list(level.extra_header, "header"));
        static_cast<void>(c.list(level.normals, "normals"));
        if (level.format == lod_format::sp3d) {
            c.require(level.version == 0, "header.version", level.version, "0 in SP3D");
            c.require(level.flags == 0, "header.flags", level.flags, "0 in SP3D");
            c.require(level.extra_header.empty(), "header.size", header_of(level).size, "no further bytes in SP3D");
        }
    }
    EFFIGY_INLINE void face(writer& c, const owned_face& face) noexcept {
        if (!equal(face.texture, texture_) || !equal(face.material, material_)) {
            texture_ = face.texture;
            material_ = face.material;
            c.require_text(texture_, "faces[].texture");
            c.require_text(material_, "faces[].material");
        }
        if (format_ != lod_format::p3dm) {
            c.require(face.material.empty(), "faces[].material", face.material.count, "no material in SP3X and SP3D");
            c.require(format_ == lod_format::sp3x || face.flags == 0, "faces[].flags", face.flags, "0 in SP3D");
        }
    }
    void faces_end(writer& c, const owned_lod& level, const lod_walk& so_far) const noexcept {
        c.require(level.corner_count == so_far.corner_count, "cornerCount", level.corner_count,
                  "the sum of the faces' counts");
        if (!level.has_tags) {
            c.require(bare, "tags", 0, "tags in a container");
            c.require(tags_.empty(), "tags", level.tags.count, "no tags in a level without tags");
            c.require(equal(level.resolution, 0.0F), "resolution", 0, "0 in a level without tags");
        }
    }
    void tag(writer& c, const owned_tag& tag, const tag_context& level) const noexcept {
        c.require_text(tag.name, "tags[].name");
        const auto kind = kind_of_tag(from_.get(tag.name));
        c.require(tag.kind == kind, "tags[].kind", static_cast<std::int64_t>(tag.kind), "the kind of the name");
        c.require(level.format == lod_format::p3dm || tag.active == 1, "tags[].active", tag.active,
                  "1 in SP3X and SP3D");
        c.require(kind != tag_kind::end || &tag == &tags_.back(), "tags", static_cast<std::int64_t>(tags_.size()),
                  "no tags after #EndOfFile#");
        static_cast<void>(c.list(tag.data, "tags[].data"));
        const std::uint64_t uvs = std::uint64_t{level.corner_count} * sizeof(vec2<>);
        if (kind != tag_kind::uv_set) {
            c.require(tag.counts_id, "tags[].countsId", tag.counts_id, "true but for UV sets");
        } else if (tag.counts_id) { // else it would be read as one that does not count its id
            c.require(tag.data.count != uvs, "tags[].data", tag.data.count, "an id before the texture coordinates");
        } else {
            c.require(tag.data.count == sizeof(u32<>) + uvs, "tags[].data", tag.data.count,
                      "an id and the texture coordinates of all corners");
        }
    }

private:
    const owned_model& from_;
    lod_format format_ = lod_format::p3dm; // of the current level
    std::span<const owned_tag> tags_;
    pool_slice<char> texture_, material_; // of the previous face
};

template <class = when_used> class animation_encoder {
    using writer = text_writer<owned_animation>;

public:
    explicit animation_encoder(const owned_animation& from) noexcept : from_(from) {}

    [[nodiscard]] result<file_bytes> encode(writer& c) {
        const vec3<form::host>& motion = from_.motion;
        const auto names = c.list(from_.bone_names, "rtm.boneNames");
        static_cast<void>(c.list(from_.phases, "rtm.phases"));
        const bool has_plane = from_.version != 100;
        c.require(has_plane || equal(motion.x, 0.0F), "rtm.motion.x", 1, "0 in RTM_0100");
        c.require(has_plane || equal(motion.y, 0.0F), "rtm.motion.y", 1, "0 in RTM_0100");
        transfer_animation(c, from_, [&](const owned_phase& phase) {
            c.require(c.list(phase.bones, "rtm.phases[].bones").size() == names.size(), "rtm.phases[].bones",
                      phase.bones.count, "as many as boneNames");
        });
        c.template put_each<std::byte>(c.list(from_.trailing, "rtm.trailing"), "rtm.trailing");
        return c.finish();
    }

private:
    const owned_animation& from_;
};

template <class Encoder, class Model>
[[nodiscard]] result<file_bytes> encode_with(const Model& from, std::pmr::memory_resource* memory) {
    return write_file<text_writer<Model>>(from, {}, memory,
                                          [&](text_writer<Model>& c) { return Encoder{from}.encode(c); });
}
template <class = when_used>
[[nodiscard]] result<written_file> encode_like(const owned_model& from, std::span<const std::byte> original,
                                               std::pmr::memory_resource* memory) {
    bool keeps_rest = false;
    auto file = write_file<text_writer<owned_model>>(from, original, memory, [&](text_writer<owned_model>& c) {
        auto made = model_encoder{from}.encode(c);
        keeps_rest = c.keeps_rest();
        return made;
    });
    return written(keeps_rest || !file ? std::move(file) : encode_with<model_encoder<>>(from, memory), keeps_rest);
}

} // namespace impl

EFFIGY_API_BODY result<file_bytes> encode(const owned_model& from, std::pmr::memory_resource* memory) {
    return impl::encode_with<impl::model_encoder<>>(from, memory);
}
EFFIGY_API_BODY result<file_bytes> encode(const owned_animation& from, std::pmr::memory_resource* memory) {
    return impl::encode_with<impl::animation_encoder<>>(from, memory);
}
EFFIGY_API_BODY result<written_file> encode(const owned_model& from, std::span<const std::byte> original,
                                            std::pmr::memory_resource* memory) {
    return impl::encode_like(from, original, memory);
}
EFFIGY_API_BODY result<written_file> encode(const owned_animation& from, std::span<const std::byte> /*original*/,
                                            std::pmr::memory_resource* memory) {
    return impl::written(encode(from, memory), true);
}

}}} // namespace effigy::v0::p3d
#endif
