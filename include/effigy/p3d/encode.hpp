// Writing models and animations that own their data as files.
#pragma once

#include <effigy/core/impl/platform.hpp>
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
// Returns the file that the model and the layout were decoded from, byte for byte. Texts of fixed size may be edited if
// their lengths stay the same. Error: bad_value, if the layout does not fit the model.
EFFIGY_API [[nodiscard]] result<file_bytes>
encode(const owned_model& from, const layout& by, std::pmr::memory_resource* memory = std::pmr::get_default_resource());
EFFIGY_API [[nodiscard]] result<file_bytes>
encode(const owned_animation& from, const layout& by,
       std::pmr::memory_resource* memory = std::pmr::get_default_resource());

}}} // namespace effigy::v0::p3d

#if defined(EFFIGY_HAS_BODIES)
#include <effigy/owned/writing_cursor.hpp>

namespace effigy { inline namespace v0 { namespace p3d {

namespace impl {

// The positions of points, for SP3D, which does not store flags.
struct positions_only {
    std::span<const owned_point> points;
};

// Adds texts that end in a NUL or have a fixed size.
template <class Model> class file_writer : public writing_cursor<Model> {
    using writer = writing_cursor<Model>;

public:
    file_writer(const Model& from, const layout* by, std::uint64_t size, std::pmr::memory_resource* memory)
        : writer(from, by, size, memory), by_(by) {}

    static constexpr void spare(std::uint64_t) noexcept {}
    void require(bool holds, const char* path, std::int64_t found, const char* expected) noexcept {
        if (!holds) [[unlikely]] {
            this->fail(errc::bad_value, path, 0, found, 0, expected);
        }
    }
    // Returns the characters of a text.
    [[nodiscard]] std::string_view text(const pool_slice<char>& of, const char* path) noexcept {
        const std::string_view chars = this->list(of, path);
        const std::size_t nul = chars.find('\0');
        require(nul == chars.npos, path, static_cast<std::int64_t>(nul), "a text without NUL");
        return chars;
    }
    EFFIGY_INLINE void put_text_and_nul(std::string_view chars, const char* path) {
        if (const std::span<std::byte> to = this->room(chars.size() + 1, path); !to.empty()) {
            convert_block(std::span{chars}, to);
            to.back() = std::byte{0};
        }
    }
    template <std::size_t N> void put_fixed_text(std::string_view chars, const char* path) {
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
            if (by_ != nullptr && rest.size() > 1) {
                put_kept(rest.subspan(1), this->offset() - rest.size() + 1);
            }
        }
    }
    using writer::put_each;
    template <wire T> void put_each(const positions_only& of, const char* path) {
        for (std::uint32_t i = 0; i < of.points.size() && this->ok(); ++i) {
            require(of.points[i].flags == 0, "points[].flags", of.points[i].flags, "0 in SP3D");
            this->template put<T>(of.points[i].position, path);
            this->within(i);
        }
    }
    [[nodiscard]] result<file_bytes> finish() {
        if (by_ != nullptr && this->missing_size() == 0 &&
            (number_ != by_->numbers.size() || kept_ != by_->kept.size())) {
            this->fail(errc::bad_value, "layout.numbers", 0, static_cast<std::int64_t>(by_->numbers.size()), number_,
                       "the offsets of bytes after the NULs of the model's texts");
        }
        return writer::finish();
    }

private:
    // Fills `rest`, the bytes after a NUL at this offset in the file, with those that the layout has.
    void put_kept(std::span<std::byte> rest, std::uint64_t at) noexcept {
        if (number_ == by_->numbers.size() || by_->numbers[number_] != at) {
            return;
        }
        ++number_;
        const auto kept = std::span{by_->kept}.subspan(kept_);
        if (kept.size() < rest.size()) {
            this->fail(errc::bad_value, "layout.kept", 0, static_cast<std::int64_t>(kept.size()), rest.size(),
                       "all bytes after the NULs of texts");
            return;
        }
        convert_block(kept, rest);
        kept_ += rest.size();
    }

    const layout* by_;
    std::size_t number_ = 0, kept_ = 0; // the next ones of the layout
};

// Gives the parts of an owned model in the order in which they are read.
template <class = when_used> class model_encoder {
    using writer = file_writer<owned_model>;
    using start_type = lod_start<std::span<const owned_point>, positions_only, std::span<const vec3<form::host>>>;

public:
    explicit model_encoder(const owned_model& from) noexcept : from_(from) {}

    [[nodiscard]] result<file_bytes> encode(writer& c) {
        const bool has_version = from_.container == container::mlod;
        c.require(from_.container <= container::bare, "p3d.magic", static_cast<std::int64_t>(from_.container),
                  "a container");
        c.require(has_version || from_.version == 0, "p3d.version", from_.version, "0 without MLOD");
        c.require(from_.container != container::bare || from_.lods.count == 1, "p3d.lodCount", from_.lods.count,
                  "1 without a container");
        lods_ = c.list(from_.lods, "p3d.lods");
        container_start start{.container = from_.container, .version = from_.version};
        start.lods.number = static_cast<std::uint32_t>(lods_.size());
        transfer_model(c, *this, start);
        c.require(level_.has_tags || from_.trailing.empty(), "p3d.trailing", from_.trailing.count,
                  "no bytes after a level without tags");
        c.template put_each<std::byte>(c.list(from_.trailing, "p3d.trailing"), "p3d.trailing");
        if (c.offset() > most_model_bytes) {
            c.fail(errc::budget, "p3d", 0, static_cast<std::int64_t>(c.offset()), most_model_bytes);
        }
        auto file = c.finish();
        return file ? std::move(file) : error_of_model(file.error());
    }

    // What a writing cursor takes, see lod_context.

    bool bare = false;

    [[nodiscard]] start_type start(writer& c) noexcept {
        level_ = lods_.front();
        lods_ = lods_.subspan(1);
        faces_ = c.list(level_.faces, "faces");
        tags_ = c.list(level_.tags, "tags");
        const auto points = c.list(level_.points, "points");
        const auto count = [](const auto& list) { return static_cast<std::uint32_t>(list.size()); };
        start_type out{.format = level_.format, .extra_header = c.list(level_.extra_header, "header")};
        out.normals = c.list(level_.normals, "normals");
        out.header = {.size = out.known_size + count(out.extra_header),
                      .version = level_.version,
                      .point_count = count(points),
                      .normal_count = count(out.normals),
                      .face_count = count(faces_),
                      .flags = level_.flags};
        if (level_.format == lod_format::sp3d) {
            out.positions.points = points;
            c.require(level_.version == 0, "header.version", level_.version, "0 in SP3D");
            c.require(level_.flags == 0, "header.flags", level_.flags, "0 in SP3D");
            c.require(out.extra_header.empty(), "header.size", out.header.size, "no further bytes in SP3D");
        } else {
            out.points = points;
        }
        return out;
    }
    [[nodiscard]] EFFIGY_INLINE p3d::face face(writer& c, std::uint32_t i) noexcept {
        const owned_face& own = faces_[i];
        if (!equal(own.texture, texture_.own) || !equal(own.material, material_.own)) {
            texture_ = {own.texture, c.text(own.texture, "faces[].texture")};
            material_ = {own.material, c.text(own.material, "faces[].material")};
        }
        if (level_.format != lod_format::p3dm) {
            c.require(own.material.empty(), "faces[].material", own.material.count, "no material in SP3X and SP3D");
            c.require(level_.format == lod_format::sp3x || own.flags == 0, "faces[].flags", own.flags, "0 in SP3D");
        }
        convert_block(&own.slots, &corners_, 1);
        return access::make<p3d::face>(&corners_, own.flags, texture_.chars, material_.chars);
    }
    [[nodiscard]] bool ends_after_faces(writer& c, const lod& written) const noexcept {
        c.require(level_.corner_count == written.corner_count(), "cornerCount", level_.corner_count,
                  "the sum of the faces' counts");
        if (!level_.has_tags) {
            c.require(bare, "tags", 0, "tags in a container");
            c.require(tags_.empty(), "tags", level_.tags.count, "no tags in a level without tags");
            c.require(equal(level_.resolution, 0.0F), "resolution", 0, "0 in a level without tags");
        }
        return !level_.has_tags;
    }
    [[nodiscard]] p3d::tag tag(writer& c, const tag_context& context, std::uint32_t i) noexcept {
        const owned_tag* const own = find_at(tags_, i);
        if (own == nullptr) {
            c.require(false, "tags", i, "#EndOfFile# as the last tag");
            return {};
        }
        const std::string_view name = c.text(own->name, "tags[].name");
        const auto kind = kind_of_tag(name);
        c.require(own->kind == kind, "tags[].kind", static_cast<std::int64_t>(own->kind), "the kind of the name");
        c.require(context.format == lod_format::p3dm || own->active == 1, "tags[].active", own->active,
                  "1 in SP3X and SP3D");
        c.require(kind != tag_kind::end || i + 1 == tags_.size(), "tags", level_.tags.count,
                  "no tags after #EndOfFile#");
        const auto data = c.list(own->data, "tags[].data");
        const std::uint64_t uvs = std::uint64_t{context.corner_count} * sizeof(vec2<>);
        if (kind != tag_kind::uv_set) {
            c.require(own->counts_id, "tags[].countsId", own->counts_id, "true but for UV sets");
        } else if (own->counts_id) { // else it would be read as one that does not count its id
            c.require(data.size() != uvs, "tags[].data", own->data.count, "an id before the texture coordinates");
        } else {
            c.require(data.size() == sizeof(u32<>) + uvs, "tags[].data", own->data.count,
                      "an id and the texture coordinates of all corners");
        }
        return access::make<p3d::tag>(name, data, kind, own->active, own->counts_id, context);
    }
    [[nodiscard]] float resolution() const noexcept { return level_.resolution; }

private:
    struct known_text {
        pool_slice<char> own;
        std::string_view chars;
    };

    const owned_model& from_;
    std::span<const owned_lod> lods_; // not yet written
    owned_lod level_;                 // the current one
    std::span<const owned_face> faces_;
    std::span<const owned_tag> tags_;
    face_corners corners_{};        // of the current face
    known_text texture_, material_; // of the previous face
};

// Gives the phases of an owned animation.
template <class = when_used> class animation_encoder {
    using writer = file_writer<owned_animation>;

public:
    explicit animation_encoder(const owned_animation& from) noexcept : from_(from) {}

    [[nodiscard]] result<file_bytes> encode(writer& c) {
        const vec3<form::host>& motion = from_.motion;
        names = c.list(from_.bone_names, "rtm.boneNames");
        phases_ = c.list(from_.phases, "rtm.phases");
        clip_start start{.version = from_.version,
                         .motion = {motion.x, motion.y, motion.z},
                         .phase_count = static_cast<std::uint32_t>(phases_.size()),
                         .bone_count = static_cast<std::uint32_t>(names.size())};
        const bool has_plane = from_.version != 100;
        c.require(has_plane || equal(motion.x, 0.0F), "rtm.motion.x", 1, "0 in RTM_0100");
        c.require(has_plane || equal(motion.y, 0.0F), "rtm.motion.y", 1, "0 in RTM_0100");
        transfer_clip_start(c, start);
        transfer_phases(c, start, *this);
        c.template put_each<std::byte>(c.list(from_.trailing, "rtm.trailing"), "rtm.trailing");
        return c.finish();
    }

    std::span<const text<32>> names;

    [[nodiscard]] std::pair<float, std::span<const owned_bone_pose>> phase(writer& c, std::uint32_t i) const noexcept {
        const owned_phase& own = phases_[i];
        const auto bones = c.list(own.bones, "rtm.phases[].bones");
        c.require(bones.size() == names.size(), "rtm.phases[].bones", own.bones.count, "as many as boneNames");
        return {own.phase, bones};
    }

private:
    const owned_animation& from_;
    std::span<const owned_phase> phases_;
};

template <class Encoder, class Model>
[[nodiscard]] result<file_bytes> encode_with(const Model& from, const layout* by, std::pmr::memory_resource* memory) {
    return write_file<file_writer<Model>>(from, by, memory,
                                          [&](file_writer<Model>& c) { return Encoder{from}.encode(c); });
}

} // namespace impl

EFFIGY_API_BODY result<file_bytes> encode(const owned_model& from, std::pmr::memory_resource* memory) {
    return impl::encode_with<impl::model_encoder<>>(from, nullptr, memory);
}
EFFIGY_API_BODY result<file_bytes> encode(const owned_model& from, const layout& by,
                                          std::pmr::memory_resource* memory) {
    return impl::encode_with<impl::model_encoder<>>(from, &by, memory);
}
EFFIGY_API_BODY result<file_bytes> encode(const owned_animation& from, std::pmr::memory_resource* memory) {
    return impl::encode_with<impl::animation_encoder<>>(from, nullptr, memory);
}
EFFIGY_API_BODY result<file_bytes> encode(const owned_animation& from, const layout& by,
                                          std::pmr::memory_resource* memory) {
    return impl::encode_with<impl::animation_encoder<>>(from, &by, memory);
}

}}} // namespace effigy::v0::p3d
#endif
