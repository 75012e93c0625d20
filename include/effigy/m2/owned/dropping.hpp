// Removing animations, submeshes and batches.
#pragma once

#include <effigy/m2/owned/derive.hpp>
#include <effigy/m2/owned/key_table.hpp>
#include <effigy/m2/owned/tracks.hpp>
#include <effigy/owned/editing.hpp>

namespace effigy { inline namespace v0 { namespace m2 { namespace impl {
using namespace effigy::impl;

// ---- animations ----------------------------------------------------------------------------------------------------

// Removes an animation. After an error, the model has been changed in part.
template <class = when_used> class animation_dropper {
public:
    animation_dropper(owned_model& model, std::uint32_t number)
        : model_(model), number_(number), keys_(model.all<char>().resource()), ring_(model.all<char>().resource()) {}

    [[nodiscard]] error run() {
        if (number_ >= model_.get(model_.animations).size()) {
            return refusal("m2.animations", "the number of an animation", {}, number_);
        }
        is_264_ = model_.version >= first_version<model_header_264>;
        dropped_ = model_.get(model_.animations)[number_];
        if (const error why = keys_.fill(std::as_const(model_).get(model_.animations), model_.version)) {
            return why;
        }
        if (const error why = is_264_ ? pass_on() : error{}) {
            return why;
        }
        for_each_track(model_, [&](auto& track, const char*) { drop_keys(track); });
        model_.erase(model_.animations, number_);
        renumber();
        if (const error why = link_aliases(model_)) {
            return why;
        }
        compute_next_variations(model_);
        compute_probabilities(model_, dropped_.id);
        complete_fallbacks();
        return compute_animation_lookup(model_);
    }

private:
    // Gives the keys to the first alias, if it is not the alias that is dropped.
    [[nodiscard]] error pass_on() {
        const std::span<owned_animation> all = model_.get(model_.animations);
        const std::uint32_t target = keys_.target_of(number_);
        for (std::uint32_t i = 0; i < all.size(); ++i) {
            if (i != number_ && keys_.target_of(i) == target) {
                ring_.push_back(i);
            }
        }
        std::uint32_t heir = target;
        if (target == number_ && !ring_.empty()) {
            heir = ring_[0];
            if (dropped_.key_place == key_place::missing) {
                return refusal("m2.animations[].keyPlace", "keys of a known .anim: an alias has them", {}, 1)
                    .within(heir);
            }
            all[heir].flags &= ~std::uint32_t{animation_is_alias};
            name_file(all[heir]);
        } else {
            drop_file();
        }
        for (const std::uint32_t member : ring_) {
            all[member].alias_next = static_cast<std::uint16_t>(heir);
        }
        return number_ == 0 && all.size() > 1 ? move_inside(1) : error{};
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
        if (!is_global && number_ < track.ranges.count) {
            model_.erase(track.ranges, number_);
        }
        if (track.parts.count == count && count > 1) {
            const std::uint32_t dropped = is_global && number_ == 0 ? 1 : number_; // list 0 has the keys of a loop
            model_.erase(track.parts, dropped);
            if (!track.missing.empty()) {
                model_.erase(track.missing, dropped);
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
    void renumber() noexcept {
        for (owned_animation& one : model_.get(model_.animations)) {
            const bool is_alias = (one.flags & animation_is_alias) != 0;
            if (is_alias && !is_264_ && one.alias_next == number_) {
                one.flags &= ~std::uint32_t{animation_is_alias}; // it has keys of its own
            } else if ((is_alias || is_264_) && one.alias_next > number_) {
                --one.alias_next;
            }
        }
    }
    // An entry of the playable lookup is an animation that the model has. Which one the game's tables name instead is
    // not known here; they end at Stand (assumed).
    void complete_fallbacks() noexcept {
        bool has_id = false, has_stand = false;
        for (const owned_animation& one : std::as_const(model_).get(model_.animations)) {
            has_id = has_id || one.id == dropped_.id;
            has_stand = has_stand || one.id == 0;
        }
        for (owned_playable& one : model_.get(model_.playable_lookup)) {
            one = one.fallback == dropped_.id && !has_id && has_stand ? owned_playable{} : one;
        }
    }

    // ---- the files of chunked models -------------------------------------------------------------------------------

    [[nodiscard]] owned_animation_file* file_of(const owned_animation& one) noexcept {
        for (owned_animation_file& each : model_.get(model_.animation_files)) {
            if (each.id == one.id && each.variation == one.variation) {
                return &each;
            }
        }
        return nullptr;
    }
    // The .anim of the animation is that of `heir` from here on.
    void name_file(const owned_animation& heir) {
        const owned_animation_file* const old = file_of(dropped_);
        owned_animation_file* const own = file_of(heir);
        if (old != nullptr && own != nullptr && own->file == 0) {
            own->file = old->file;
        } else if (old != nullptr && own == nullptr) {
            static_cast<void>(
                model_.append(model_.animation_files, {.id = heir.id, .variation = heir.variation, .file = old->file}));
        }
        drop_file();
    }
    void drop_file() {
        bool is_used = false;
        std::uint32_t i = 0;
        for (const owned_animation& one : std::as_const(model_).get(model_.animations)) {
            is_used = is_used || (i++ != number_ && one.id == dropped_.id && one.variation == dropped_.variation);
        }
        if (const owned_animation_file* const file = is_used ? nullptr : file_of(dropped_)) {
            model_.erase(model_.animation_files,
                         static_cast<std::size_t>(file - model_.get(model_.animation_files).data()));
        }
    }

    owned_model& model_;
    std::uint32_t number_;
    bool is_264_ = false;
    owned_animation dropped_{};
    key_table<> keys_;
    pool<std::uint32_t> ring_; // the other animations with the same keys
};

// ---- submeshes and batches -----------------------------------------------------------------------------------------

inline constexpr const char* submesh_path = "m2.skinProfiles[].submeshes[]";

// What cuts a submesh into several for a smaller number of bones keeps its number: the geoset of batches (1,474 of
// 1,474 geosets of the client have as many triangles in all profiles).
[[nodiscard]] inline std::uint32_t geoset_of(const owned_model& model, const owned_skin_profile& profile,
                                             std::uint32_t submesh) noexcept {
    for (const owned_batch& one : model.get(profile.batches)) {
        if (one.submesh == submesh) {
            return one.geoset;
        }
    }
    return npos;
}

// Removes the submeshes of one profile that belong to a geoset.
template <class = when_used> class geoset_dropper {
public:
    geoset_dropper(owned_model& model, std::uint32_t geoset)
        : model_(model), geoset_(geoset), is_dropped_(memory()), numbers_(memory()), lost_(memory()) {}

    // Returns how many indices the geoset has in a profile, which count() has found.
    [[nodiscard]] std::uint64_t indices() const noexcept { return indices_; }
    // Finds the submeshes of the geoset in a profile.
    void find(const owned_skin_profile& profile) {
        const std::span<const owned_submesh> all = model_.template get<owned_submesh>(profile.submeshes);
        is_dropped_.assign(all.size(), 0);
        for (const owned_batch& one : model_.template get<owned_batch>(profile.batches)) {
            if (one.geoset == geoset_ && one.submesh < all.size()) {
                is_dropped_[one.submesh] = 1;
            }
        }
        indices_ = 0;
        for (std::size_t i = 0; i < all.size(); ++i) {
            indices_ += is_dropped_[i] != 0 ? all[i].index_count : 0U;
        }
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
        erase_if(profile.submeshes, [this](const auto&, std::size_t i) { return is_dropped_[i] != 0; });
        erase_if(profile.submesh_sortings,
                 [this](const auto&, std::size_t i) { return i < is_dropped_.size() && is_dropped_[i] != 0; });
        return compute_submesh_starts(model_, profile);
    }

private:
    [[nodiscard]] std::pmr::memory_resource* memory() const noexcept {
        return std::as_const(model_).template all<char>().resource();
    }
    template <class T, class Test> void erase_if(pool_slice<T>& list, const Test& test) {
        pool<T> left{memory()};
        std::size_t i = 0;
        for (const T& each : std::as_const(model_).template get<T>(list)) {
            if (!test(each, i++)) {
                left.push_back(each);
            }
        }
        model_.template set<T>(list, left);
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
        erase_if(profile.vertex_lookup, test);
        erase_if(profile.palette_joints, test);
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
        erase_if(profile.batches, is_of_dropped);
        erase_if(profile.shadow_batches, is_of_dropped);
        bool is_used = false;
        for (owned_batch& one : model_.get(profile.batches)) {
            renumber(one);
            is_used = is_used || one.geoset == geoset_;
        }
        for (owned_batch& one : model_.get(profile.batches)) {
            one.geoset = static_cast<std::uint16_t>(one.geoset - (!is_used && one.geoset > geoset_ ? 1 : 0));
        }
        for (owned_shadow_batch& one : model_.get(profile.shadow_batches)) {
            renumber(one);
        }
    }

    owned_model& model_;
    std::uint32_t geoset_;
    std::uint64_t indices_ = 0;
    pool<std::uint8_t> is_dropped_; // by submesh
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
