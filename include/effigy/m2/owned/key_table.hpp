// Where the keys of each animation of an owning model are.
#pragma once

#include <effigy/core/impl/heap_sort.hpp>
#include <effigy/core/pool.hpp>
#include <effigy/m2/owned/model.hpp>

namespace effigy { inline namespace v0 { namespace m2 { namespace impl {

// From version 264 on; before, all keys are in the file of their track.
template <class = when_used> class key_table {
public:
    static constexpr std::uint32_t in_file = npos;

    // An .anim that the animations name. They say whether it was joined.
    struct anim {
        std::uint16_t id, variation;
        std::uint32_t first; // animation that names it
    };

    explicit key_table(std::pmr::memory_resource* memory) : stored_(memory), keys_(memory), anims_(memory) {}

    // `all`: the animations of the model.
    [[nodiscard]] error fill(std::span<const owned_animation> all, std::uint32_t version) {
        if (version < first_version<animation_record_264>) {
            return {};
        }
        stored_.reserve(all.size());
        for (const owned_animation& own : all) {
            animation_record_264 stored{};
            stored.id = u16<>::of(own.id);
            stored.variation = u16<>::of(own.variation);
            stored.flags = u32<>::of(own.flags);
            stored.alias_next = u16<>::of(own.alias_next);
            stored_.push_back(stored);
        }
        const byte_view file{std::as_bytes(std::span{stored_})};
        const context by = context{file, version}.timed(
            {}, {file, 0, static_cast<std::uint32_t>(all.size()), declaration_of(animation_versions{}, version)});
        const auto number_of = [&](const any_animation_record& one) {
            return static_cast<std::uint32_t>(file.offset_of(one.data()) / sizeof(animation_record_264));
        };
        keys_.reserve(all.size());
        for (std::uint32_t i = 0; i < all.size(); ++i) {
            const any_animation_record one = by.animation(i);
            const any_animation_record target = by.resolve(one), owner = by.owner_of_anim(one);
            keys_.push_back({.target = target ? number_of(target) : i, .anim = owner ? number_of(owner) : in_file});
            if (owner) {
                const owned_animation& named = all[number_of(owner)];
                anims_.push_back({.id = named.id, .variation = named.variation, .first = number_of(owner)});
            }
        }
        merge_anims();
        return check(all);
    }

    [[nodiscard]] const pool<anim>& anims() const noexcept { return anims_; } // sorted
    [[nodiscard]] std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(keys_.size()); }
    // Returns the number of the .anim with the keys of an animation; in_file if there is none.
    [[nodiscard]] std::uint32_t anim_of(std::uint32_t number) const noexcept {
        return number < keys_.size() ? keys_[number].anim : in_file;
    }
    // Returns the animation whose keys an alias has; for others, `number`.
    [[nodiscard]] std::uint32_t target_of(std::uint32_t number) const noexcept {
        return number < keys_.size() ? keys_[number].target : number;
    }

private:
    struct keys {
        std::uint32_t target, anim;
    };

    [[nodiscard]] static constexpr bool is_before(const anim& a, const anim& b) noexcept {
        return a.id != b.id ? a.id < b.id : a.variation != b.variation ? a.variation < b.variation : a.first < b.first;
    }
    // Leaves one entry for each file, and numbers them.
    void merge_anims() {
        heap_sort(anims_, is_before);
        std::size_t count = 0;
        for (const anim& one : anims_) {
            const bool is_same =
                count != 0 && anims_[count - 1].id == one.id && anims_[count - 1].variation == one.variation;
            if (!is_same) {
                const anim kept = one;
                anims_[count++] = kept;
            }
        }
        anims_.resize(count, {});
        for (keys& one : keys_) {
            if (one.anim != in_file) {
                const animation_record_264& named = stored_[one.anim];
                const anim wanted{.id = named.id, .variation = named.variation, .first = 0};
                one.anim = static_cast<std::uint32_t>(
                    count_before(anims_, [&](const anim& each) { return is_before(each, wanted); }));
            }
        }
    }
    // Animations with the same .anim agree about it.
    [[nodiscard]] error check(std::span<const owned_animation> all) const noexcept {
        for (std::uint32_t i = 0; i < all.size(); ++i) {
            const bool is_inside = keys_[i].anim == in_file;
            const owned_animation& named = all[is_inside ? i : anims_[keys_[i].anim].first];
            const bool is_right =
                is_inside ? all[i].key_place == key_place::file
                          : all[i].key_place == named.key_place &&
                                (named.key_place == key_place::companion || named.key_place == key_place::missing);
            if (!is_right) {
                return error{{"m2.animations[].keyPlace"},
                             errc::bad_value,
                             0,
                             static_cast<std::int64_t>(all[i].key_place),
                             "the place that the flags and the alias say"}
                    .within(i);
            }
            constexpr unsigned all_chunks = has_model_keys | has_bone_keys | has_attachment_keys;
            const bool may_have_chunks = named.key_place == key_place::companion;
            if (all[i].key_chunks != (may_have_chunks ? named.key_chunks : 0) || all[i].key_chunks > all_chunks) {
                return error{
                    {"m2.animations[].keyChunks"}, errc::bad_value, 0, all[i].key_chunks, "the chunks of its .anim"}
                    .within(i);
            }
        }
        return {};
    }

    pool<animation_record_264> stored_;
    pool<keys> keys_;
    pool<anim> anims_;
};

}}}} // namespace effigy::v0::m2::impl
