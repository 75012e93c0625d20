// The order of a model: its container, and its levels of detail.
#pragma once

#include <effigy/p3d/order/lod.hpp>

namespace effigy { inline namespace v0 { namespace p3d {

enum class container : std::uint8_t { mlod, nlod, bare };

namespace impl {

struct model_fields {
    p3d::container container = container::mlod;
    std::uint32_t version = 0;
    stored_list lods;
};

// Returns the container that the file's magic names. An error if there is none.
template <class = when_used> [[nodiscard]] p3d::container find_container(cursor& c) noexcept {
    const text<4> magic = c.bytes().value_at<text<4>>(0);
    for (const lod_format format : {lod_format::p3dm, lod_format::sp3x, lod_format::sp3d}) {
        if (magic == name_of(format)) {
            return container::bare;
        }
    }
    if (magic != "MLOD" && magic != "NLOD") {
        const auto found = c.value<u32<form::little>>("p3d.magic");
        c.fail(errc::bad_magic, "p3d.magic", sizeof(magic), found, 0, "MLOD, NLOD, or a level's P3DM, SP3X or SP3D");
    }
    return magic == "NLOD" ? container::nlod : container::mlod;
}

// The fields before the first level in the order of the file. Returns the number of levels.
template <class Cursor, class Model> record_count transfer_container(Cursor& c, Model& to) {
    if constexpr (!writing<Cursor>) {
        to.container = find_container(c);
    }
    if (to.container == container::bare || !c.ok()) {
        return {.number = 1, .smallest = 0};
    }
    if (to.container == container::nlod) {
        c.magic("NLOD", "p3d.magic");
    } else {
        c.magic("MLOD", "p3d.magic");
        transfer_number<u32<>>(c, to.version, "p3d.version");
        constexpr std::uint32_t newest = 0x1FF; // the engine refuses a major version above 1
        if (to.version > newest) {
            c.fail(errc::bad_version, "p3d.version", sizeof(u32<>), to.version, newest, "257 (at most 511)");
        }
    }
    // The smallest level is SP3D with only the magic of its tags and its resolution.
    constexpr std::uint64_t smallest = 2 * sizeof(text<4>) + sizeof(sp3d_lod_header) + sizeof(f32<>);
    record_count lods{.path = "p3d.lodCount", .offset = c.offset(), .number = number_of(to.lods), .smallest = smallest};
    transfer_number<u32<>>(c, lods.number, lods.path);
    c.was(role::reference);
    return lods;
}

// The fields of a model in the order of the file. `to`: model_fields or owned_model.
template <class Cursor, class Model, class Visitor> void transfer_model(Cursor& c, Model& to, Visitor& visitor) {
    const record_count count = transfer_container(c, to);
    visitor.bare = to.container == container::bare;
    const auto fits = [&]([[maybe_unused]] std::uint32_t i) {
        if constexpr (writing<Cursor>) {
            return c.ok();
        } else {
            return count.fits(c, i);
        }
    };
    if constexpr (!writing<Cursor>) {
        to.lods = {.offset = c.offset(), .count = count.number};
    }
    const auto lods = parts_of<lod_fields>(c, to.lods, count.number, "p3d.lods");
    for (std::uint32_t i = 0; i < lods.size() && fits(i); ++i) {
        c.enter(i);
        auto&& level = lods[i];
        static_cast<void>(transfer_lod(c, level, visitor));
        c.within(i);
    }
}

[[nodiscard]] inline error error_of_model(error why) noexcept {
    why.path_prefix = why.depth != 0 ? "p3d.lods[]." : "";
    return why;
}

} // namespace impl

}}} // namespace effigy::v0::p3d
