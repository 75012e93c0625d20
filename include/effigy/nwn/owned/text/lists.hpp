// The lists of a node in text form, as they are written: vertices that faces refer to, before they are split.
#pragma once

#include <effigy/nwn/owned/text/fields.hpp>

namespace effigy { inline namespace v0 { namespace nwn { namespace impl {

// A row of `faces`: vertices, smoothing groups, texture coordinates, surface.
struct text_face {
    std::int32_t vertex[3]{};
    std::uint32_t smoothing = 0;
    std::int32_t texcoord[3]{};
    std::int32_t surface = 0;
};
struct text_indices {
    std::int32_t of[3]{};
};

// Reads the numbers of a row; 0 where there are no more.
template <std::size_t Count> [[nodiscard]] std::array<float, Count> reals_of(const text_words& row) noexcept {
    std::array<float, Count> out{};
    std::size_t i = 0;
    for (const text_word& word : row) {
        if (i == Count || !read_number(word.text, out[i])) {
            break;
        }
        ++i;
    }
    return out;
}
template <std::size_t Count> [[nodiscard]] std::array<std::int64_t, Count> wholes_of(const text_words& row) noexcept {
    std::array<std::int64_t, Count> out{};
    std::size_t i = 0;
    for (const text_word& word : row) {
        if (i == Count || !read_integer(word.text, out[i])) {
            break;
        }
        ++i;
    }
    return out;
}
// A number outside of the range becomes the nearest one, which no list has.
[[nodiscard]] constexpr std::int32_t index_of(std::int64_t number) noexcept {
    constexpr std::int64_t most = 0x7FFF'FFFF;
    return static_cast<std::int32_t>(number < -most ? -most : number > most ? most : number);
}

inline void read_row(const text_words& row, float& out) noexcept { out = reals_of<1>(row)[0]; }
inline void read_row(const text_words& row, vector3<float>& out) noexcept {
    const auto read = reals_of<3>(row);
    out = {read[0], read[1], read[2]};
}
inline void read_row(const text_words& row, vector4<float>& out) noexcept {
    const auto read = reals_of<4>(row);
    out = {read[0], read[1], read[2], read[3]};
}
inline void read_row(const text_words& row, text_indices& out) noexcept {
    const auto read = wholes_of<3>(row);
    out = {{index_of(read[0]), index_of(read[1]), index_of(read[2])}};
}
inline void read_row(const text_words& row, text_face& out) noexcept {
    const auto read = wholes_of<8>(row);
    out = {{index_of(read[0]), index_of(read[1]), index_of(read[2])},
           low_bits(read[3]),
           {index_of(read[4]), index_of(read[5]), index_of(read[6])},
           index_of(read[7])};
}

// Lists of a node. If a list is repeated, the last one is used, as for values; nwnmdlcomp appends it.
template <class = when_used> struct text_lists {
    text_lists(bool as_nwnmdlcomp, std::pmr::memory_resource* memory)
        : positions(memory), normals(memory), colors(memory),
          texcoords{pool<vector3<float>>{memory}, pool<vector3<float>>{memory}, pool<vector3<float>>{memory},
                    pool<vector3<float>>{memory}},
          samples(memory), texcoord_samples(memory), flare_shifts(memory), tangents(memory), constraints(memory),
          flare_sizes(memory), flare_positions(memory), faces(memory),
          texcoord_indices{pool<text_indices>{memory}, pool<text_indices>{memory}, pool<text_indices>{memory}},
          appends(as_nwnmdlcomp) {}

    void clear() noexcept {
        each([](std::string_view, std::uint32_t, auto& list) { clear(list); });
    }
    // Returns whether the statement is a list of a node with these flags, and reads it.
    [[nodiscard]] bool read(const statement& from, std::uint32_t flags) {
        bool is_list = false;
        each([&](std::string_view keyword, std::uint32_t of, auto& list) {
            if (!is_list && (flags & of) == of && from.is(keyword)) {
                is_list = true;
                read(from, list);
            }
        });
        return is_list;
    }
    template <class Use> void each(const Use& use) {
        use("verts", has_mesh, positions);
        use("faces", has_mesh, faces);
        use("tverts", has_mesh, texcoords[0]);
        use("tverts1", has_mesh, texcoords[1]);
        use("tverts2", has_mesh, texcoords[2]);
        use("tverts3", has_mesh, texcoords[3]);
        use("texindices1", has_mesh, texcoord_indices[0]);
        use("texindices2", has_mesh, texcoord_indices[1]);
        use("texindices3", has_mesh, texcoord_indices[2]);
        use("normals", has_mesh, normals);
        use("tangents", has_mesh, tangents);
        use("colors", has_mesh, colors);
        use("constraints", has_dangly, constraints);
        use("animverts", has_animmesh, samples);
        use("animtverts", has_animmesh, texcoord_samples);
        use("flaresizes", has_light, flare_sizes);
        use("flarepositions", has_light, flare_positions);
        use("flarecolorshifts", has_light, flare_shifts);
        use("texturenames", has_light, flare_textures);
        use("weights", has_skin, weights);
        use("aabb", has_aabb, boxes);
    }

    // NOLINTBEGIN(modernize-use-default-member-init): it takes the pools in arrays for constants
    pool<vector3<float>> positions, normals, colors, texcoords[4], samples, texcoord_samples, flare_shifts;
    pool<vector4<float>> tangents; // x, y, z, handedness
    pool<float> constraints, flare_sizes, flare_positions;
    pool<text_face> faces;
    pool<text_indices> texcoord_indices[3]; // of the second, third and fourth set
    // NOLINTEND(modernize-use-default-member-init)
    statement weights, boxes, flare_textures;
    bool appends;

private:
    static void clear(statement& list) noexcept { list = {}; }
    static void clear(auto& list) noexcept { list.clear(); }
    static void read(const statement& from, statement& list) noexcept { list = from; }
    void read(const statement& from, auto& list) const {
        if (!appends) {
            list.clear();
        }
        list.reserve(list.size() + from.rows().size());
        for (const text_words& row : from.rows()) {
            read_row(row, list.emplace_back());
        }
    }
};

}}}} // namespace effigy::v0::nwn::impl
