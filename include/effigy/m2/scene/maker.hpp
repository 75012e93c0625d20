// State that all parts of the conversion share: options, budgets of memory and time, extras.
#pragma once

#include <effigy/m2/order/references.hpp>
#include <effigy/m2/sample.hpp>
#include <effigy/m2/scene/options.hpp>
#include <effigy/scene/builder.hpp>

namespace effigy { inline namespace v0 { namespace m2 { namespace impl {
using namespace effigy::impl;

using builder = scene_builder<z_up>;

[[nodiscard]] constexpr double fraction(double v) noexcept { return !(v > 0) ? 0 : v < 1 ? v : 1; }

// A short name with a number, for example "bone_12".
class numbered_name {
public:
    numbered_name(std::string_view prefix, std::uint32_t number, std::string_view suffix = {},
                  std::string_view separator = {}) noexcept {
        add(prefix);
        add(separator);
        char digits[10];
        std::size_t count = 0;
        for (; number != 0 || count == 0; number /= 10) {
            digits[count++] = static_cast<char>('0' + number % 10);
        }
        for (; count != 0; --count) {
            add({&digits[count - 1], 1});
        }
        add(suffix);
    }
    [[nodiscard]] operator std::string_view() const noexcept { return {chars_, size_}; }

private:
    void add(std::string_view more) noexcept {
        for (const char c : more) {
            if (size_ < sizeof(chars_)) {
                chars_[size_++] = c;
            }
        }
    }

    char chars_[64]{};
    std::size_t size_ = 0;
};

// A material whose color, opacity or texture coordinates change in clips, and its lowest batch.
struct changing_material {
    std::uint32_t material = 0, batch = 0;
};

// The state of a conversion.
template <class = when_used> struct scene_maker {
    scene_maker(const model& model_of, const scene_options& chosen, std::pmr::memory_resource* memory)
        : from(model_of), options(chosen), to(memory, bytes_of(from)), bone_nodes(memory), pivots(memory),
          changing_materials(memory), moving_textures(memory),
          most_steps_((std::uint64_t{1} << 20U) + 4 * bytes_of(from)), steps_left_(most_steps_) {}

    [[nodiscard]] result<scene> make();

    const model& from;
    const scene_options& options;
    builder to;
    std::uint32_t root = npos;
    pool<std::uint32_t> bone_nodes;             // by bone
    pool<vector3<float>> pivots;                // by bone
    pool<changing_material> changing_materials; // color or opacity; only for animate_materials
    pool<changing_material> moving_textures;    // only for animate_materials
    std::uint64_t spared_pieces = 0;            // keys of played tracks

    // What may be used for data that a scene can do without.
    struct spare {
        std::uint64_t bytes = 0, steps = 0;
    };
    // Returns half of what is left, but no more than `most_bytes`.
    [[nodiscard]] spare half_of_rest(std::uint64_t most_bytes = ~std::uint64_t{0}) const noexcept {
        const std::uint64_t half = to.left() / 2;
        return {half < most_bytes ? half : most_bytes, steps_left_ / 2};
    }
    // Until the next call, spares() and charge_steps() return false, without an error, for what exceeds `used`. With
    // null, they use all that is left.
    void use_spare(spare* used) noexcept { spare_ = used; }
    // Whether something exceeded a spare since the last call.
    [[nodiscard]] bool was_short() noexcept { return std::exchange(is_short_, false); }

    // Charges the budget of steps, which is proportional to the size of the files: each animation may visit the same
    // data. Returns false if the budget is used up.
    [[nodiscard]] bool charge_steps(std::uint64_t steps) noexcept {
        if (!take(&spare::steps, steps)) {
            return false;
        }
        if (steps > steps_left_) {
            to.refuse({{"scene"},
                       errc::budget,
                       most_steps_,
                       static_cast<std::int64_t>(most_steps_ - steps_left_ + steps),
                       "keys and vertices to visit, in all clips and meshes"});
            return false;
        }
        steps_left_ -= steps;
        return !to.why();
    }
    // Takes the bytes that keys, channels or clips need at most from the spare that is in use. Returns false if it does
    // not have as many.
    [[nodiscard]] bool spares(std::uint64_t bytes) noexcept { return take(&spare::bytes, bytes); }

    // Adds a node at a position in the model's space, as a child of bone `number`, or of the root if the bone does not
    // exist.
    std::uint32_t add_place(std::string_view name, std::uint32_t number, const vector3<float>& at) {
        const bool is_moved = number < bone_nodes.size();
        const vector3<double> origin = is_moved ? to_real<double>(pivots[number]) : vector3<double>{};
        return to.add_node(name, is_moved ? bone_nodes[number] : root,
                           pose<double>{to_real<double>(at) - origin, {}, {1, 1, 1}});
    }

    // Returns a track's value at the start of the first animation.
    template <class Track, class Value> [[nodiscard]] Value at_rest(const Track& track, const Value& fallback) const {
        return sample<double>(track, animation_time{0, 0, 0}, fallback);
    }

private:
    void add_all();
    // Takes from the spare that is in use. Returns false if it does not have as much.
    [[nodiscard]] bool take(std::uint64_t spare::* of, std::uint64_t amount) noexcept {
        if (spare_ == nullptr) {
            return true;
        }
        is_short_ = is_short_ || amount > spare_->*of;
        if (amount > spare_->*of) {
            return false;
        }
        spare_->*of -= amount;
        return true;
    }

    std::uint64_t most_steps_, steps_left_;
    spare* spare_ = nullptr;
    bool is_short_ = false;
};

// Returns the skin profile with the number in the options, or the first profile if that one is missing.
template <class = when_used> [[nodiscard]] skin_profile profile_for(const scene_maker<>& maker) noexcept {
    const skin_profile_list all = maker.from.skin_profiles();
    constexpr std::size_t most = 8; // a file before version 264 may declare more; they are not needed
    for (std::size_t i = 0; i < all.size() && i < most; ++i) {
        if (const skin_profile one = all.at(i); one && one.number() == maker.options.skin_profile) {
            return one;
        }
    }
    return all.at(0);
}

// Whether a track has different values in its animations.
template <class Track> [[nodiscard]] bool changes(scene_maker<>& maker, const Track& track) {
    std::uint32_t lists = 0; // of keys
    track.visit_record([&](const auto& header) { lists = requires { header.ranges; } ? 1U : header.times.count; });
    const auto first = track.keys(lists == 1 ? npos : 0);
    for (std::uint32_t i = 0; i < lists && maker.charge_steps(1); ++i) {
        const auto keys = track.keys(lists == 1 ? npos : i);
        const std::size_t count = keys.times.size();
        for (std::size_t k = 0; k < count && maker.charge_steps(1); ++k) {
            if (!(key_at<float>(keys, k).value == key_at<float>(first, 0).value)) {
                return true;
            }
        }
    }
    return false;
}

}}}} // namespace effigy::v0::m2::impl
