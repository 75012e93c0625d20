// Removing animations, submeshes and batches.
#pragma once

#include <effigy/core/impl/heap_sort.hpp>
#include <effigy/m2/owned/convert/animations.hpp>
#include <effigy/m2/owned/derive.hpp>
#include <effigy/m2/owned/key_table.hpp>
#include <effigy/m2/owned/tracks.hpp>
#include <effigy/owned/editing.hpp>

namespace effigy { inline namespace v0 { namespace m2 { namespace impl {
using namespace effigy::impl;

// ---- animations ----------------------------------------------------------------------------------------------------

// Removes the elements of a list for which test(element, number) is true.
template <class T, class Test> void erase_if(owned_model& model, pool_slice<T>& list, const Test& test) {
    pool<T> left{model.all<char>().resource()};
    std::size_t i = 0;
    for (const T& each : std::as_const(model).get<T>(list)) {
        if (!test(each, i++)) {
            left.push_back(each);
        }
    }
    if (left.size() != list.count) {
        model.set<T>(list, left);
    }
}

// Removes animations. After an error, the model has been changed in part.
template <class = when_used> class animation_dropper {
public:
    animation_dropper(owned_model& model, std::span<const std::uint32_t> numbers)
        : model_(model), numbers_(numbers), keys_(memory()), is_dropped_(memory()), is_list_dropped_(memory()),
          is_list_of_loop_dropped_(memory()), places_(memory()), ids_(memory()), dropped_files_(memory()) {}

    [[nodiscard]] error run() {
        is_dropped_.assign(model_.animations.count, 0);
        for (const std::uint32_t number : numbers_) {
            if (number >= is_dropped_.size()) {
                return refusal("m2.animations", "the number of an animation", {}, number);
            }
            is_dropped_[number] = 1;
        }
        if (numbers_.empty()) {
            return {};
        }
        is_264_ = model_.version >= first_version<model_header_264>;
        find_places();
        if (const error why = keys_.fill(std::as_const(model_).get(model_.animations), model_.version)) {
            return why;
        }
        if (const error why = is_264_ ? pass_on() : error{}) {
            return why;
        }
        drop_files();
        pool<std::uint8_t> were_moved{memory()};
        for (const owned_bone& one : std::as_const(model_).get(model_.bones)) {
            were_moved.push_back(bone_has_keys(model_, one) ? 1 : 0);
        }
        for_each_track(model_, [&](auto& track, const char*) { drop_keys(track); });
        std::uint32_t bone = 0;
        for (owned_bone& one : model_.get(model_.bones)) {
            const bool stands_now = were_moved[bone++] != 0 && !bone_has_keys(model_, one);
            one.flags &= ~(stands_now ? std::uint32_t{bone_is_transformed} : 0U);
        }
        const pool<owned_playable> usual = usual_playable(model_);
        erase_if(model_, model_.animations, [this](const auto&, std::size_t i) { return is_dropped_[i] != 0; });
        renumber();
        if (const error why = link_aliases(model_)) {
            return why;
        }
        compute_next_variations(model_);
        share_probabilities(model_, ids_);
        complete_fallbacks(usual);
        return compute_animation_lookup(model_);
    }

private:
    [[nodiscard]] std::pmr::memory_resource* memory() const noexcept {
        return std::as_const(model_).template all<char>().resource();
    }
    void find_places() {
        ids_.assign(std::size_t{most_ids}, 0);
        std::uint32_t next = 0, i = 0;
        for (const owned_animation& one : std::as_const(model_).get(model_.animations)) {
            places_.push_back(next);
            if (is_dropped_[i] != 0) {
                ids_[one.id] = 1;
            } else {
                first_ = first_ == npos ? i : first_;
                ++next;
            }
            ++i;
        }
        // A track keeps one list in any case. List 0 has the keys of a loop.
        is_list_dropped_ = is_dropped_;
        is_list_of_loop_dropped_ = is_dropped_;
        if (first_ == npos) {
            is_list_dropped_[0] = 0;
        } else if (is_dropped_[0] != 0) {
            is_list_of_loop_dropped_[first_] = 1;
        }
        is_list_of_loop_dropped_[0] = 0;
    }
    // Gives the keys of a dropped animation to the first of its aliases that stays.
    [[nodiscard]] error pass_on() {
        const std::span<owned_animation> all = model_.get(model_.animations);
        pool<std::uint8_t> is_changed{all.size(), 0, memory()}; // by target
        pool<std::uint32_t> heirs{all.size(), npos, memory()};
        for (std::uint32_t i = 0; i < all.size(); ++i) {
            std::uint8_t& changed = is_changed[keys_.target_of(i)];
            changed = is_dropped_[i] != 0 ? std::uint8_t{1} : changed;
        }
        for (std::uint32_t i = 0; i < all.size(); ++i) {
            const std::uint32_t target = keys_.target_of(i);
            if (is_dropped_[i] != 0 || is_changed[target] == 0) {
                continue;
            }
            std::uint32_t& heir = heirs[target];
            if (heir == npos) {
                heir = is_dropped_[target] != 0 ? i : target;
                if (heir != target) {
                    if (all[target].key_place == key_place::missing) {
                        return refusal("m2.animations[].keyPlace", "keys of a known .anim: an alias has them", {}, 1)
                            .within(heir);
                    }
                    all[heir].flags &= ~std::uint32_t{animation_is_alias};
                    dropped_files_.push_back({name_of_file(all[target]), heir});
                }
            }
            all[i].alias_next = static_cast<std::uint16_t>(heir);
        }
        return is_dropped_[0] != 0 && first_ != npos ? move_inside(first_) : error{};
    }
    // The client has the keys of the first animation, and with them all that do not change, in the model.
    [[nodiscard]] error move_inside(std::uint32_t number) {
        const std::span<owned_animation> all = model_.get(model_.animations);
        if (all[number].key_place == key_place::missing) {
            return refusal("m2.animations[].keyPlace",
                           "keys of a known .anim: the first animation has them in the model", {}, 1)
                .within(number);
        }
        const std::uint32_t target = keys_.target_of(number);
        for (std::uint32_t i = 0; i < all.size() && all[number].key_place == key_place::companion; ++i) {
            if (i != number && keys_.target_of(i) == target) {
                set_inside(all[i]);
            }
        }
        set_inside(all[number]);
        return {};
    }
    static void set_inside(owned_animation& one) noexcept {
        one.flags |= animation_is_inside;
        one.key_place = key_place::file;
        one.key_chunks = 0;
    }

    template <class Track> void drop_keys(Track& track) {
        const std::uint32_t count = model_.animations.count;
        const bool is_global = track.global_sequence >= 0;
        const auto is_of_dropped = [](const pool<std::uint8_t>& dropped) {
            return [&dropped](const auto&, std::size_t i) { return i < dropped.size() && dropped[i] != 0; };
        };
        if (!is_global) {
            erase_if(model_, track.ranges, is_of_dropped(is_dropped_));
        }
        if (track.parts.count == count && count > 1) {
            const auto test = is_of_dropped(is_global ? is_list_of_loop_dropped_ : is_list_dropped_);
            erase_if(model_, track.parts, test);
            if (!track.missing.empty()) {
                erase_if(model_, track.missing, test);
                const auto is_known = [](const owned_missing_keys& one) {
                    return one.times.count == 0 && one.values.count == 0;
                };
                bool are_known = true;
                for (const owned_missing_keys& one : std::as_const(model_).get(track.missing)) {
                    are_known = are_known && is_known(one);
                }
                track.missing = are_known ? pool_slice<owned_missing_keys>{} : track.missing;
            }
        }
    }
    // Aliases of dropped animations have keys of their own before version 264.
    void renumber() noexcept {
        for (owned_animation& one : model_.get(model_.animations)) {
            const bool is_alias = (one.flags & animation_is_alias) != 0;
            const std::uint32_t old = one.alias_next;
            if (is_alias && !is_264_ && old < is_dropped_.size() && is_dropped_[old] != 0) {
                one.flags &= ~std::uint32_t{animation_is_alias};
            } else if (is_alias || is_264_) {
                one.alias_next = static_cast<std::uint16_t>(
                    old < places_.size() ? places_[old] : old - (is_dropped_.size() - model_.animations.count));
            }
        }
    }
    void complete_fallbacks(const pool<owned_playable>& usual_before) {
        for (const owned_animation& one : std::as_const(model_).get(model_.animations)) {
            ids_[one.id] = 0;
        }
        renew_playable(model_, usual_before, [this](std::uint16_t id) { return ids_[id] != 0; });
    }

    // ---- the files of chunked models -------------------------------------------------------------------------------

    struct numbered_file {
        std::uint32_t which, at;
    };
    [[nodiscard]] static constexpr bool is_before(const numbered_file& a, const numbered_file& b) noexcept {
        return a.which != b.which ? (a.which < b.which) : (a.at < b.at);
    }
    template <class Record> [[nodiscard]] static constexpr std::uint32_t name_of_file(const Record& of) noexcept {
        return (std::uint32_t{of.id} << 16U) + of.variation;
    }
    // Returns the number of the first file with the name in a sorted list; npos if there is none.
    [[nodiscard]] static std::uint32_t find_file(const pool<numbered_file>& in, std::uint32_t which) noexcept {
        const std::size_t at = count_before(in, [&](const numbered_file& each) { return each.which < which; });
        return at < in.size() && in[at].which == which ? in[at].at : npos;
    }
    // The .anim of a dropped animation is that of its heir from here on; others are gone.
    void drop_files() {
        const auto all = std::as_const(model_).get(model_.animations);
        pool<numbered_file> files{memory()}, kept{memory()}, dropped{memory()};
        std::uint32_t i = 0;
        for (const owned_animation_file& one : std::as_const(model_).get(model_.animation_files)) {
            files.push_back({name_of_file(one), i++});
        }
        for (i = 0; i < all.size(); ++i) {
            (is_dropped_[i] != 0 ? dropped : kept).push_back({name_of_file(all[i]), i});
        }
        for (pool<numbered_file>* const each : {&files, &kept, &dropped}) {
            heap_sort(*each, is_before);
        }
        pool<owned_animation_file> added{memory()};
        for (const numbered_file& one : dropped_files_) { // and the numbers of the heirs
            const std::uint32_t old = find_file(files, one.which), own = find_file(files, name_of_file(all[one.at]));
            const std::span<owned_animation_file> list = model_.get(model_.animation_files);
            if (old != npos && own != npos && list[own].file == 0) {
                list[own].file = list[old].file;
            } else if (old != npos && own == npos) {
                added.push_back({.id = all[one.at].id, .variation = all[one.at].variation, .file = list[old].file});
            }
        }
        for (const owned_animation_file& one : added) {
            static_cast<void>(model_.append(model_.animation_files, one));
        }
        erase_if(model_, model_.animation_files, [&](const owned_animation_file& one, std::size_t) {
            return find_file(dropped, name_of_file(one)) != npos && find_file(kept, name_of_file(one)) == npos;
        });
    }

    owned_model& model_;
    std::span<const std::uint32_t> numbers_;
    bool is_264_ = false;
    std::uint32_t first_ = npos; // that stays
    key_table<> keys_;
    // By number of the animation; the lists of keys that go with them, and those of tracks that follow a global
    // sequence.
    pool<std::uint8_t> is_dropped_, is_list_dropped_, is_list_of_loop_dropped_;
    pool<std::uint32_t> places_;        // the new numbers
    pool<std::uint8_t> ids_;            // those of dropped animations
    pool<numbered_file> dropped_files_; // that heirs get
};

// ---- submeshes and batches -----------------------------------------------------------------------------------------

inline constexpr const char* submesh_path = "m2.skinProfiles[].submeshes[]";

// What cuts a submesh into several for a smaller number of bones keeps its number: the geoset of batches (1,474 of
// 1,474 geosets of the client have as many triangles in all profiles).
// Returns those of the submeshes of the first profile; npos for a submesh without a batch.
template <class = when_used> [[nodiscard]] pool<std::uint32_t> geosets_of(const owned_model& model) {
    const owned_skin_profile* const first = find_at(model.get(model.skin_profiles), 0U);
    pool<std::uint32_t> out{first != nullptr ? first->submeshes.count : 0, npos, model.all<char>().resource()};
    if (first != nullptr) {
        for (const owned_batch& one : model.get(first->batches)) {
            if (one.submesh < out.size() && out[one.submesh] == npos) {
                out[one.submesh] = one.geoset;
            }
        }
    }
    return out;
}

// Removes the submeshes of one profile that belong to geosets.
template <class = when_used> class geoset_dropper {
public:
    // `is_geoset`: by number, whether it is one of them.
    geoset_dropper(owned_model& model, const pool<std::uint8_t>& is_geoset)
        : model_(model), is_geoset_(is_geoset), is_dropped_(memory()), indices_(memory()), numbers_(memory()),
          lost_(memory()) {}

    // Finds the submeshes of the geosets in a profile. Returns how many indices each geoset has.
    [[nodiscard]] const pool<std::uint64_t>& find(const owned_skin_profile& profile) {
        const std::span<const owned_submesh> all = model_.template get<owned_submesh>(profile.submeshes);
        is_dropped_.assign(all.size(), 0);
        indices_.assign(is_geoset_.size(), 0);
        for (const owned_batch& one : model_.template get<owned_batch>(profile.batches)) {
            if (is_geoset_[one.geoset] != 0 && one.submesh < all.size() && is_dropped_[one.submesh] == 0) {
                is_dropped_[one.submesh] = 1;
                indices_[one.geoset] += all[one.submesh].index_count;
            }
        }
        return indices_;
    }
    // Removes what find() has found. After an error, the profile has been changed in part.
    [[nodiscard]] error drop(owned_skin_profile& profile) {
        if (!is_in_order(profile)) {
            return refusal(submesh_path, "submeshes that follow each other").within(0).within(profile.number);
        }
        drop_vertices(profile);
        if (!drop_triangles(profile)) {
            return refusal("m2.skinProfiles[].triangles", "triangles of vertices of their own submesh")
                .within(profile.number);
        }
        drop_batches(profile);
        erase_if(model_, profile.submeshes, [this](const auto&, std::size_t i) { return is_dropped_[i] != 0; });
        erase_if(model_, profile.submesh_sortings,
                 [this](const auto&, std::size_t i) { return i < is_dropped_.size() && is_dropped_[i] != 0; });
        if (profile.submeshes.empty()) { // also those of submeshes that do not exist: nothing is left to draw
            profile.shadow_batches = {};
        }
        return compute_submesh_starts(model_, profile);
    }

private:
    [[nodiscard]] std::pmr::memory_resource* memory() const noexcept {
        return std::as_const(model_).template all<char>().resource();
    }
    [[nodiscard]] static std::uint64_t first_index_of(const owned_submesh& of) noexcept {
        return of.first_index + (std::uint64_t{of.level} << 16U);
    }
    [[nodiscard]] bool is_in_order(const owned_skin_profile& profile) const noexcept {
        std::uint64_t vertex = 0, index = 0;
        for (const owned_submesh& one : model_.template get<owned_submesh>(profile.submeshes)) {
            if (one.first_vertex != vertex || first_index_of(one) != index) {
                return false;
            }
            vertex += one.vertex_count;
            index += one.index_count;
        }
        return vertex <= profile.vertex_lookup.count && index <= profile.triangles.count;
    }
    // Whether element `i` belongs to a dropped submesh, for ascending `i`.
    template <class First, class Count> [[nodiscard]] auto dropped_parts(const owned_skin_profile& profile,
                                                                         const First& first, const Count& count) const {
        return [this, all = std::as_const(model_).template get<owned_submesh>(profile.submeshes), first, count,
                at = std::size_t{0}](std::uint64_t i) mutable {
            while (at < all.size() && i >= first(all[at]) + count(all[at])) {
                ++at;
            }
            return at < all.size() && is_dropped_[at] != 0;
        };
    }
    void drop_vertices(owned_skin_profile& profile) {
        auto is_lost = dropped_parts(
            profile, [](const owned_submesh& one) { return std::uint64_t{one.first_vertex}; },
            [](const owned_submesh& one) { return one.vertex_count; });
        numbers_.clear();
        lost_.clear();
        std::uint32_t next = 0;
        for (std::uint32_t i = 0; i < profile.vertex_lookup.count; ++i) {
            lost_.push_back(is_lost(i) ? 1 : 0);
            numbers_.push_back(next);
            next += lost_[i] != 0 ? 0U : 1U;
        }
        const auto test = [this](const auto&, std::size_t i) { return i < lost_.size() && lost_[i] != 0; };
        erase_if(model_, profile.vertex_lookup, test);
        erase_if(model_, profile.palette_joints, test);
    }
    // Returns false if a triangle that remains has a vertex that is lost.
    [[nodiscard]] bool drop_triangles(owned_skin_profile& profile) {
        auto is_lost =
            dropped_parts(profile, &first_index_of, [](const owned_submesh& one) { return one.index_count; });
        pool<std::uint16_t> left{memory()};
        std::uint64_t i = 0;
        for (const std::uint16_t corner : std::as_const(model_).template get<std::uint16_t>(profile.triangles)) {
            if (!is_lost(i++)) {
                if (corner < lost_.size() && lost_[corner] != 0) {
                    return false;
                }
                left.push_back(corner < numbers_.size() ? static_cast<std::uint16_t>(numbers_[corner]) : corner);
            }
        }
        model_.template set<std::uint16_t>(profile.triangles, left);
        return true;
    }
    void drop_batches(owned_skin_profile& profile) {
        pool<std::uint16_t> numbers{memory()}; // of submeshes
        std::uint16_t next = 0;
        for (const std::uint8_t dropped : is_dropped_) {
            numbers.push_back(next);
            next = static_cast<std::uint16_t>(next + (dropped != 0 ? 0 : 1));
        }
        const auto is_of_dropped = [&](const auto& one, std::size_t) {
            return one.submesh < is_dropped_.size() && is_dropped_[one.submesh] != 0;
        };
        const auto renumber = [&](auto& one) {
            one.submesh = one.submesh < numbers.size() ? numbers[one.submesh] : one.submesh;
        };
        erase_if(model_, profile.batches, is_of_dropped);
        erase_if(model_, profile.shadow_batches, is_of_dropped);
        pool<std::uint8_t> is_gone{memory()}; // by geoset
        is_gone = is_geoset_;
        for (owned_batch& one : model_.get(profile.batches)) {
            renumber(one);
            is_gone[one.geoset] = 0;
        }
        pool<std::uint16_t> geosets{memory()};
        next = 0;
        for (const std::uint8_t gone : is_gone) {
            geosets.push_back(next);
            next = static_cast<std::uint16_t>(next + (gone != 0 ? 0 : 1));
        }
        for (owned_batch& one : model_.get(profile.batches)) {
            one.geoset = geosets[one.geoset];
        }
        for (owned_shadow_batch& one : model_.get(profile.shadow_batches)) {
            renumber(one);
        }
    }

    owned_model& model_;
    const pool<std::uint8_t>& is_geoset_;
    pool<std::uint8_t> is_dropped_; // by submesh
    pool<std::uint64_t> indices_;   // by geoset
    pool<std::uint32_t> numbers_;   // the new ones of vertices of the profile
    pool<std::uint8_t> lost_;       // by vertex of the profile
};

// Whether two batches of different profiles draw the same layer.
[[nodiscard]] inline bool are_same_layer(const owned_batch& a, const owned_batch& b) noexcept {
    return a.geoset == b.geoset && a.layer == b.layer && a.material == b.material && a.color == b.color &&
           a.texture_combo == b.texture_combo && a.texture_unit_combo == b.texture_unit_combo &&
           a.weight_combo == b.weight_combo && a.transform_combo == b.transform_combo;
}
// Removes a layer from all submeshes of a profile that have it, and numbers the layers above it anew. Returns false if
// there is none, or if a submesh would have no other: every submesh has a batch (241 of 241 profiles).
template <class = when_used>
[[nodiscard]] bool drop_layer(owned_model& model, owned_skin_profile& profile, const owned_batch& layer) {
    std::pmr::memory_resource* const memory = model.all<char>().resource();
    pool<std::uint32_t> others{std::size_t{0x10000}, memory}; // batches that remain, by submesh
    pool<std::uint8_t> is_changed{std::size_t{0x10000}, memory};
    pool<owned_batch> left{memory};
    for (const owned_batch& one : std::as_const(model).get(profile.batches)) {
        if (are_same_layer(one, layer)) {
            is_changed[one.submesh] = 1;
        } else {
            ++others[one.submesh];
            left.push_back(one);
        }
    }
    const bool is_there = left.size() != profile.batches.count;
    bool have_others = true;
    for (std::size_t i = 0; i < is_changed.size(); ++i) {
        have_others = have_others && (is_changed[i] == 0 || others[i] != 0);
    }
    for (owned_batch& one : left) {
        one.layer =
            static_cast<std::uint16_t>(one.layer - (is_changed[one.submesh] != 0 && one.layer > layer.layer ? 1 : 0));
    }
    model.set<owned_batch>(profile.batches, left);
    return is_there && have_others;
}

}}}} // namespace effigy::v0::m2::impl
