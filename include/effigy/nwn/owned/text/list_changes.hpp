// Writing changed vertices and boxes into the lists of a text.
#pragma once

#include <effigy/nwn/owned/text/patches.hpp>
#include <effigy/nwn/owned/text/splitting.hpp>

namespace effigy { inline namespace v0 { namespace nwn { namespace impl {

// The lists of one node.
template <class = when_used> class list_changes {
public:
    list_changes(const owned_model& before, const owned_node& old, const owned_model& after, const owned_node& own,
                 const text_lists<>& lists, producer by)
        : before_(before), old_(old), after_(after), own_(own), lists_(lists), by_(by),
          scale_(scale_between(before, old, after, own)) {}

    // Whether an array of the node changed.
    [[nodiscard]] static bool differ(const owned_model& before, const owned_node& old, const owned_model& after,
                                     const owned_node& own) {
        bool out = scale_between(before, old, after, own) != 1;
        each_array(before, old, after, own,
                   [&](const char*, bool, const auto& a, const auto& b) { out = out || !same(a, b); });
        return out;
    }
    // Returns an error, if one changed that the text cannot have.
    [[nodiscard]] static error check(const owned_model& before, const owned_node& old, const owned_model& after,
                                     const owned_node& own) {
        error out;
        each_array(before, old, after, own,
                   [&]<class T>(const char* path, bool is_written, std::span<const T> a, std::span<const T> b) {
                       const bool fits = is_written && (a.size() == b.size() || std::same_as<T, char>);
                       if (!out && !fits && !same(a, b)) {
                           out = refusal_of(path, a.size() != b.size()
                                                      ? "as many elements as in the text that was decoded"
                                                      : "the values of the text that was decoded");
                       }
                   });
        return out;
    }
    // Writes the rows of a list that changed.
    [[nodiscard]] error write(const statement& each, text_patches<>& to) const {
        const auto *const mesh = before_.get(old_.mesh), *const changed = after_.get(own_.mesh);
        if (each.is("aabb")) {
            write_boxes(each, to);
        } else if (each.is("texturenames")) {
            write_flares(each, to);
        } else if (mesh != nullptr && changed != nullptr && each.is("verts")) {
            return write_list<3>(
                each, to, "nodes[].mesh.vertices", lists_.positions.size(), before_.get(mesh->positions),
                after_.get(changed->positions),
                [](const vertex_splitter<>& split, std::uint32_t corner, std::size_t) {
                    return std::size_t{split.position_of(corner)};
                },
                [](const vec3<form::host>& v) { return std::array<float, 3>{v.x, v.y, v.z}; });
        } else if (const auto* const dangly = before_.get(old_.dangly), * const other = after_.get(own_.dangly);
                   dangly != nullptr && other != nullptr && each.is("constraints")) {
            return write_list<1>(
                each, to, "nodes[].dangly.constraints", lists_.constraints.size(), before_.get(dangly->constraints),
                after_.get(other->constraints),
                [](const vertex_splitter<>& split, std::uint32_t corner, std::size_t) {
                    return std::size_t{split.position_of(corner)};
                },
                [](float v) { return std::array<float, 1>{v}; });
        }
        if (const auto *const sampled = before_.get(old_.animmesh), *const other = after_.get(own_.animmesh);
            sampled != nullptr && other != nullptr) {
            if (each.is("animverts")) {
                return write_list<3>(
                    each, to, "nodes[].animmesh.vertices", lists_.samples.size(),
                    before_.get(sampled->position_samples), after_.get(other->position_samples),
                    [this](const vertex_splitter<>& split, std::uint32_t corner, std::size_t set) {
                        return split.position_of(corner) + set * lists_.positions.size();
                    },
                    [](const vec3<form::host>& v) { return std::array<float, 3>{v.x, v.y, v.z}; },
                    sampled->position_set_count);
            }
            if (each.is("animtverts")) {
                return write_list<2>(
                    each, to, "nodes[].animmesh.texcoords", lists_.texcoord_samples.size(),
                    before_.get(sampled->texcoord_samples), after_.get(other->texcoord_samples),
                    [this](const vertex_splitter<>& split, std::uint32_t corner, std::size_t set) {
                        return split.texcoord_of(corner, 0) + set * lists_.texcoords[0].size();
                    },
                    [](const vec2<form::host>& v) { return std::array<float, 2>{v.x, v.y}; },
                    sampled->texcoord_set_count);
            }
        }
        constexpr std::string_view sets[] = {"tverts", "tverts1", "tverts2", "tverts3"};
        for (std::size_t set = 0; set < std::size(sets); ++set) {
            if (mesh != nullptr && changed != nullptr && each.is(sets[set])) {
                return write_list<2>(
                    each, to, "nodes[].mesh.texcoords[]", lists_.texcoords[set].size(),
                    before_.get(mesh->texcoords[set]), after_.get(changed->texcoords[set]),
                    [set](const vertex_splitter<>& split, std::uint32_t corner, std::size_t) {
                        return std::size_t{split.texcoord_of(corner, set)};
                    },
                    [](const vec2<form::host>& v) { return std::array<float, 2>{v.x, v.y}; });
            }
        }
        return {};
    }

private:
    // By which number a mesh was multiplied; 1, if it was not, or not as a whole. What belongs to no face, and so to no
    // vertex of the model, is multiplied like the rest: bounds take it into account.
    [[nodiscard]] static float scale_between(const owned_model& before, const owned_node& old, const owned_model& after,
                                             const owned_node& own) {
        const auto *const a = before.get(old.mesh), *const b = after.get(own.mesh);
        if (a == nullptr || b == nullptr || a->radius == b->radius || !(a->radius > 0)) {
            return 1;
        }
        const float out = b->radius / a->radius;
        const auto positions = before.get(a->positions), others = after.get(b->positions);
        bool is_whole = is_finite(out) && positions.size() == others.size();
        for (std::size_t i = 0; is_whole && i < positions.size(); ++i) {
            const vector3<double> was{positions[i]}, is{others[i]};
            constexpr double rounding = 1e-5;
            is_whole = length(is - was * static_cast<double>(out)) <= rounding * length(is);
        }
        return is_whole ? out : 1;
    }
    [[nodiscard]] static error refusal_of(const char* path, const char* expected) noexcept {
        return error{{path, location::nowhere}, errc::bad_value, 0, 0, expected};
    }
    template <class T> [[nodiscard]] static bool same(std::span<const T> a, std::span<const T> b) {
        bool out = a.size() == b.size();
        for (std::size_t i = 0; out && i < a.size(); ++i) {
            out = equal(a[i], b[i]);
        }
        return out;
    }
    // Calls use(path, whether write() can write it, before, after).
    static void each_array(const owned_model& before, const owned_node& old, const owned_model& after,
                           const owned_node& own, const auto& use) {
        const auto all = [&](const char* path, bool is_written, const auto& a, const auto& b) {
            use(path, is_written, before.get(a), after.get(b));
        };
        if (const auto *const a = before.get(old.mesh), *const b = after.get(own.mesh); a != nullptr && b != nullptr) {
            all("nodes[].mesh.vertices", true, a->positions, b->positions);
            for (std::size_t i = 0; i < std::size(a->texcoords); ++i) {
                all("nodes[].mesh.texcoords[]", true, a->texcoords[i], b->texcoords[i]);
            }
            all("nodes[].mesh.normals", false, a->normals, b->normals);
            all("nodes[].mesh.colors", false, a->colors, b->colors);
            all("nodes[].mesh.tangents", false, a->tangents, b->tangents);
            all("nodes[].mesh.handedness", false, a->handedness, b->handedness);
            const auto faces = before.get(a->faces), others = after.get(b->faces);
            bool is_same = faces.size() == others.size();
            for (std::size_t i = 0; is_same && i < faces.size(); ++i) {
                is_same = faces[i].surface == others[i].surface;
                for (std::size_t k = 0; k < 3; ++k) {
                    is_same = is_same && faces[i].vertex[k] == others[i].vertex[k];
                }
            }
            constexpr std::uint32_t one[] = {0}, other[] = {1};
            use("nodes[].mesh.faces", false, std::span<const std::uint32_t>{one},
                std::span<const std::uint32_t>{is_same ? one : other});
            const auto lists = before.get(a->index_lists), others_lists = after.get(b->index_lists);
            for (std::size_t i = 0; i < lists.size() && i < others_lists.size(); ++i) {
                all("nodes[].mesh.indexLists[]", false, lists[i], others_lists[i]);
            }
        }
        if (const auto *const a = before.get(old.skin), *const b = after.get(own.skin); a != nullptr && b != nullptr) {
            all("nodes[].skin.weights", false, a->weights, b->weights);
            all("nodes[].skin.boneRefs", false, a->joints, b->joints);
        }
        if (const auto *const a = before.get(old.animmesh), *const b = after.get(own.animmesh);
            a != nullptr && b != nullptr) {
            all("nodes[].animmesh.vertices", true, a->position_samples, b->position_samples);
            all("nodes[].animmesh.texcoords", true, a->texcoord_samples, b->texcoord_samples);
        }
        if (const auto *const a = before.get(old.dangly), *const b = after.get(own.dangly);
            a != nullptr && b != nullptr) {
            all("nodes[].dangly.constraints", true, a->constraints, b->constraints);
        }
        if (const auto *const a = before.get(old.light), *const b = after.get(own.light);
            a != nullptr && b != nullptr) {
            all("nodes[].light.flareSizes", false, a->flare_sizes, b->flare_sizes);
            all("nodes[].light.flarePositions", false, a->flare_positions, b->flare_positions);
            all("nodes[].light.flareColorShifts", false, a->flare_color_shifts, b->flare_color_shifts);
            const auto names = before.get(a->flare_textures), others = after.get(b->flare_textures);
            for (std::size_t i = 0; i < names.size() && i < others.size(); ++i) {
                const std::string_view name = before.get(names[i]), other = after.get(others[i]);
                use("nodes[].light.flareTextures[]", true, std::span<const char>{name}, std::span<const char>{other});
            }
        }
    }

    // Writes the changed elements of a list: `number_of` says which element of the text an element of a vertex comes
    // from; there are `sets` of each vertex. Copies of one element must still be equal.
    template <std::size_t Count, class T, class NumberOf, class Reals>
    [[nodiscard]] error write_list(const statement& each, text_patches<>& to, const char* path, std::size_t size,
                                   std::span<const T> before, std::span<const T> after, const NumberOf& number_of,
                                   const Reals& reals_of, std::size_t sets = 1) const {
        const float scale = Count == 3 ? scale_ : 1; // of positions
        if (same(before, after) && scale == 1) {
            return {};
        }
        vertex_splitter<> split{lists_, old_.flags, by_, lists_.faces.resource()};
        split.run();
        pool<std::uint32_t> vertex_of{lists_.faces.resource()}; // an element of a vertex that comes from this one
        vertex_of.assign(size, npos);
        // Equal elements of the text may have become one vertex, so the corners of all faces are asked.
        for (std::size_t i = 0; i < split.triangles().size(); ++i) {
            const auto corner = static_cast<std::uint32_t>(3 * std::size_t{split.faces()[i / 3]} + i % 3);
            for (std::size_t set = 0; set < sets; ++set) {
                const std::size_t number = number_of(split, corner, set);
                const std::size_t element = std::size_t{split.triangles()[i]} * sets + set;
                if (number >= size || element >= after.size()) {
                    continue;
                }
                if (vertex_of[number] != npos && !equal(after[vertex_of[number]], after[element])) {
                    return refusal_of(path, "equal values in all copies of a vertex of the text");
                }
                vertex_of[number] = static_cast<std::uint32_t>(element);
            }
        }
        std::uint32_t number = 0;
        for (const text_words& row : each.rows()) {
            const std::uint32_t vertex = number < size ? vertex_of[number] : npos;
            ++number;
            if (vertex == npos ? scale == 1 : equal(before[vertex], after[vertex])) {
                continue;
            }
            std::array<float, Count> own{};
            std::size_t i = 0;
            for (const text_word& word : row) {
                if (i < Count) {
                    static_cast<void>(read_number(word.text, own[i++]));
                }
            }
            std::array<float, Count> values = own;
            if (vertex != npos && own == reals_of(before[vertex])) {
                values = reals_of(after[vertex]);
            } else { // it belongs to no vertex
                for (float& value : values) {
                    value *= scale;
                }
            }
            i = 0;
            for (const text_word& word : row) {
                if (i < Count) {
                    to.replace_number(word, values[i++]);
                }
            }
        }
        return {};
    }
    void write_boxes(const statement& each, text_patches<>& to) const {
        const std::span<const owned_aabb> before = before_.get(old_.aabb), after = after_.get(own_.aabb);
        if (before.size() != after.size()) {
            return;
        }
        std::size_t number = 0;
        const auto write = [&](const text_words& row, std::size_t skipped) {
            if (number == after.size()) {
                return;
            }
            const owned_aabb &old = before[number], &box = after[number++];
            const std::array<float, 6> was{old.min.x, old.min.y, old.min.z, old.max.x, old.max.y, old.max.z};
            const std::array<float, 6> is{box.min.x, box.min.y, box.min.z, box.max.x, box.max.y, box.max.z};
            std::size_t i = 0;
            for (const text_word& word : row) {
                if (i >= skipped && i - skipped < is.size() && was[i - skipped] != is[i - skipped]) {
                    to.replace_number(word, is[i - skipped]);
                }
                ++i;
            }
        };
        if (begins_number(each.word(0).text)) {
            write(each.words(), 1);
        }
        for (const text_words& row : each.rows()) {
            write(row, 0);
        }
    }

    void write_flares(const statement& each, text_patches<>& to) const {
        const auto *const light = before_.get(old_.light), *const changed = after_.get(own_.light);
        if (light == nullptr || changed == nullptr) {
            return;
        }
        const auto before = before_.get(light->flare_textures), after = after_.get(changed->flare_textures);
        std::size_t i = 0;
        for (const text_words& row : each.rows()) {
            if (i < before.size() && i < after.size() && before_.get(before[i]) != after_.get(after[i])) {
                to.replace(row.at(0).text, to.word_for(after_.get(after[i])));
            }
            ++i;
        }
    }

    const owned_model& before_;
    const owned_node& old_;
    const owned_model& after_;
    const owned_node& own_;
    const text_lists<>& lists_;
    producer by_;
    float scale_;
};

}}}} // namespace effigy::v0::nwn::impl
