// Models and animations that own their data: host-endian, aligned, plain vectors; nothing that the view shows is lost.
// Memory comes from any std::pmr::memory_resource: at most six times the file's size and 80 KiB. No file takes more,
// since none of its bytes is read twice; so decode() always has a value.
#pragma once

#include <effigy/p3d/view.hpp>

#include <map>
#include <memory_resource>
#include <string>
#include <vector>

namespace effigy::inline v0::p3d {

struct owned_point {
    vector3<float> position;
    std::uint32_t flags = 0; // 0 in SP3D
};

struct owned_corner {
    std::uint32_t point = 0;
    std::uint32_t normal = 0;
    float u = 0, v = 0;
};

struct owned_face {
    std::array<owned_corner, 4> slots; // those behind the count mean nothing
    std::uint32_t corner_count = 0;    // at most 4
    std::uint32_t flags = 0;
    std::uint32_t texture = 0;  // number in owned_lod::texts
    std::uint32_t material = 0; // likewise

    // Those in use.
    [[nodiscard]] std::span<const owned_corner> corners() const noexcept {
        return std::span<const owned_corner>{slots}.first(corner_count);
    }
};

// A tag's name, and behind it its data, are part of owned_lod::tag_bytes. Their numbers are little-endian, for
// p3d::tag.
struct owned_tag {
    std::size_t first = 0;
    std::size_t name_size = 0;
    std::uint32_t data_size = 0;
    tag_kind kind = tag_kind::unknown;
    std::uint8_t active = 1;
};

struct owned_lod {
    lod_format format = lod_format::p3dm;
    bool has_tags = true;
    std::uint32_t version = 0;
    std::uint32_t flags = 0;
    std::uint32_t corner_count = 0; // of all faces
    float resolution = 0;
    std::pmr::vector<std::byte> extra_header; // what the header has behind its known fields
    std::pmr::vector<owned_point> points;
    std::pmr::vector<vector3<float>> normals;
    std::pmr::vector<owned_face> faces;
    std::pmr::vector<std::pmr::string> texts; // each texture and material once
    std::pmr::vector<owned_tag> tags;
    std::pmr::vector<std::byte> tag_bytes;

    // A tag as the views show it; an empty one when there is no such number.
    [[nodiscard]] p3d::tag tag(std::size_t i) const noexcept {
        const owned_tag* const found = find_at(std::span{tags}, i);
        if (found == nullptr) {
            return {};
        }
        const window bytes{tag_bytes};
        return impl::access::make<p3d::tag>(bytes.text_at(found->first, found->name_size),
                                            bytes.bytes_at(found->first + found->name_size, found->data_size),
                                            found->kind, found->active,
                                            tag_context{.format = format,
                                                        .point_count = static_cast<std::uint32_t>(points.size()),
                                                        .face_count = static_cast<std::uint32_t>(faces.size()),
                                                        .corner_count = corner_count});
    }
};

struct owned_model {
    p3d::container container = p3d::container::mlod;
    std::uint32_t version = 0;
    std::pmr::vector<owned_lod> lods;
    std::pmr::vector<std::byte> trailing;
};

// What a phase calls a bone that the header calls otherwise; in no file measured.
struct owned_other_name {
    std::uint32_t phase = 0;
    std::uint32_t bone = 0;
    std::pmr::string name;
};

struct owned_animation {
    std::uint32_t version = 101; // or 100
    vector3<float> motion;
    std::pmr::vector<std::pmr::string> bone_names; // without what follows a NUL
    std::pmr::vector<owned_other_name> other_names;
    std::pmr::vector<float> phases;              // 0 .. 1 each
    std::pmr::vector<matrix4x3<float>> matrices; // one a bone, phase after phase
    std::pmr::vector<std::byte> trailing;

    // The matrices of a phase, in the order of bone_names; empty when there is no such number.
    [[nodiscard]] std::span<const matrix4x3<float>> bones(std::size_t phase_number) const noexcept {
        const std::size_t count = bone_names.size();
        return phase_number < phases.size() ? std::span{matrices}.subspan(phase_number * count, count)
                                            : std::span<const matrix4x3<float>>{};
    }
};

namespace impl {

// Numbers texts in the order in which they are met, equal ones alike.
class text_numbers {
public:
    explicit text_numbers(std::pmr::memory_resource* memory) : numbers_(memory) {}

    [[nodiscard]] std::uint32_t operator[](std::string_view chars) {
        return numbers_.try_emplace(chars, static_cast<std::uint32_t>(numbers_.size())).first->second;
    }
    [[nodiscard]] std::pmr::vector<std::pmr::string> texts() const {
        std::pmr::vector<std::pmr::string> out{numbers_.size(), numbers_.get_allocator()};
        for (const auto& [chars, number] : numbers_) {
            out[number] = chars;
        }
        return out;
    }

private:
    std::pmr::map<std::string_view, std::uint32_t> numbers_;
};

template <form F> [[nodiscard]] owned_face decode_face(const basic_face<F>& from, text_numbers& numbers) {
    owned_face out;
    std::size_t slot = 0;
    for (const array<basic_corner<F>>& part : {from.corners(), from.unused()}) {
        for (const basic_corner<F>& stored : part) {
            out.slots[slot++] = {.point = stored.point, .normal = stored.normal, .u = stored.uv.x, .v = stored.uv.y};
        }
    }
    out.corner_count = static_cast<std::uint32_t>(from.corners().size());
    out.flags = from.flags();
    out.texture = numbers[from.texture()];
    out.material = numbers[from.material()];
    return out;
}

// Whether the data of such a tag are nothing but numbers of 32 bits.
[[nodiscard]] constexpr bool holds_numbers(tag_kind kind) noexcept {
    return kind == tag_kind::sharp_edges || kind == tag_kind::mass || kind == tag_kind::uv_set ||
           kind == tag_kind::morph_frame || kind == tag_kind::material_index;
}

template <form F> void append(std::pmr::vector<std::byte>& to, const basic_tag<F>& from) {
    const std::span<const std::byte> name = std::as_bytes(std::span{from.name()});
    const std::span<const std::byte> data = from.data();
    to.insert(to.end(), name.begin(), name.end());
    if (F == form::little || !holds_numbers(from.kind()) || !from.has_right_size()) {
        to.insert(to.end(), data.begin(), data.end());
        return;
    }
    const auto count = static_cast<std::uint32_t>(data.size() / sizeof(u32<F>));
    for (const u32<F>& stored : window{data}.array_at<u32<F>>(0, count)) {
        for (const unsigned char byte : u32<form::little>::of(stored).raw) {
            to.push_back(std::byte{byte});
        }
    }
}

template <form F> void decode_points(const basic_lod<F>& from, owned_lod& to) {
    const array<basic_point<F>> records = from.point_records();
    to.points.reserve(from.points().size());
    for (const vec3<F>& stored : from.points()) {
        const basic_point<F>* const whole = records.at(to.points.size());
        to.points.push_back({.position = stored, .flags = whole != nullptr ? whole->flags.get() : 0U});
    }
    to.normals.assign(from.normals().begin(), from.normals().end());
}

template <form F> void decode_tags(const basic_lod<F>& from, owned_lod& to) {
    std::size_t bytes = 0;
    for (const basic_tag<F>& stored : from.tags()) {
        bytes += stored.name().size() + stored.data().size();
    }
    to.tags.reserve(from.tags().size());
    to.tag_bytes.reserve(bytes);
    for (const basic_tag<F>& stored : from.tags()) {
        to.tags.push_back({.first = to.tag_bytes.size(),
                           .name_size = stored.name().size(),
                           .data_size = static_cast<std::uint32_t>(stored.data().size()),
                           .kind = stored.kind(),
                           .active = stored.active()});
        append(to.tag_bytes, stored);
    }
}

template <form F>
[[nodiscard]] owned_lod decode_lod(const basic_lod<F>& from, std::pmr::memory_resource* memory) {
    const std::span<const std::byte> extra = from.extra_header();
    owned_lod out{.format = from.format(),
                  .has_tags = from.has_tags(),
                  .version = from.version(),
                  .flags = from.flags(),
                  .corner_count = from.corner_count(),
                  .resolution = from.resolution(),
                  .extra_header{extra.begin(), extra.end(), memory},
                  .points = std::pmr::vector<owned_point>{memory},
                  .normals = std::pmr::vector<vector3<float>>{memory},
                  .faces = std::pmr::vector<owned_face>{memory},
                  .texts = std::pmr::vector<std::pmr::string>{memory},
                  .tags = std::pmr::vector<owned_tag>{memory},
                  .tag_bytes = std::pmr::vector<std::byte>{memory}};
    decode_points(from, out);
    out.faces.reserve(from.faces().size());
    text_numbers numbers{memory};
    for (const basic_face<F>& stored : from.faces()) {
        out.faces.push_back(decode_face(stored, numbers));
    }
    out.texts = numbers.texts();
    decode_tags(from, out);
    return out;
}

template <form F> void decode_phase(const basic_phase<F>& from, std::uint32_t number, owned_animation& to,
                                    std::pmr::memory_resource* memory) {
    to.phases.push_back(from.phase());
    std::uint32_t bone_number = 0;
    for (const basic_bone_pose<F>& stored : from.bones()) {
        to.matrices.push_back({.x = stored.x, .y = stored.y, .z = stored.z, .translation = stored.position});
        if (stored.bone.view() != to.bone_names[bone_number]) {
            to.other_names.push_back(
                {.phase = number, .bone = bone_number, .name = std::pmr::string{stored.bone.view(), memory}});
        }
        ++bone_number;
    }
}

} // namespace impl

template <form F>
[[nodiscard]] result<owned_model> decode(const basic_model<F>& from,
                                         std::pmr::memory_resource* memory = std::pmr::get_default_resource()) {
    owned_model out{.container = from.container(),
                    .version = from.version(),
                    .lods = std::pmr::vector<owned_lod>{memory},
                    .trailing{from.trailing().begin(), from.trailing().end(), memory}};
    out.lods.reserve(from.lods().size());
    for (const basic_lod<F>& stored : from.lods()) {
        out.lods.push_back(impl::decode_lod(stored, memory));
    }
    return out;
}

template <form F>
[[nodiscard]] result<owned_animation> decode(const basic_animation<F>& from,
                                             std::pmr::memory_resource* memory = std::pmr::get_default_resource()) {
    owned_animation out{.version = from.version(),
                        .motion = from.motion(),
                        .bone_names = std::pmr::vector<std::pmr::string>{memory},
                        .other_names = std::pmr::vector<owned_other_name>{memory},
                        .phases = std::pmr::vector<float>{memory},
                        .matrices = std::pmr::vector<matrix4x3<float>>{memory},
                        .trailing{from.trailing().begin(), from.trailing().end(), memory}};
    out.bone_names.reserve(from.bones().size());
    for (const basic_bone<F>& stored : from.bones()) {
        out.bone_names.emplace_back(stored.name());
    }
    out.phases.reserve(from.phases().size());
    out.matrices.reserve(from.phases().size() * from.bones().size());
    std::uint32_t number = 0;
    for (const basic_phase<F>& stored : from.phases()) {
        impl::decode_phase(stored, number++, out, memory);
    }
    return out;
}

} // namespace effigy::inline v0::p3d
