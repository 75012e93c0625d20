// A model that the game has in two versions: what its own exporter made of it, and what convert_version() makes.
#pragma once

#include <effigy/m2/convert_version.hpp>

#include <cmath>
#include <map>
#include <ostream>
#include <string>

namespace converted {

namespace m2 = effigy::m2;

class twins {
public:
    void add(const std::string& file, const m2::owned_model& own) {
        if (file == "GnomePounder-vanilla.m2") {
            old_ = own;
        } else if (file == "GnomePounder.m2" && own.version == 264) {
            now_ = own;
        }
    }
    // Returns false if anything differs that is known to be equal.
    [[nodiscard]] bool print(std::ostream& to) {
        if (old_.version == 0 || now_.version == 0) {
            return true;
        }
        const auto up = convert_version(old_, 264, [](const effigy::finding&) {});
        const auto down = convert_version(now_, 256, [](const effigy::finding&) {});
        if (!up || !down) {
            return false;
        }
        compare_up(*up);
        compare_down(*down);
        bool good = !counts_.empty();
        for (const auto& [what, count] : counts_) {
            to << "GnomePounder: " << what << ": " << count[0] << " of " << count[1] << '\n';
            good = good && count[0] == count[1];
        }
        return good;
    }

private:
    void count(const char* what, bool same) {
        ++counts_[what][1];
        counts_[what][0] += same ? 1 : 0;
    }
    template <class T> static bool same_list(const m2::owned_model& a, const effigy::pool_slice<T>& of_a,
                                             const m2::owned_model& b, const effigy::pool_slice<T>& of_b) {
        const auto x = a.get<T>(of_a), y = b.get<T>(of_b);
        bool same = x.size() == y.size();
        for (std::size_t i = 0; same && i < x.size(); ++i) {
            same = effigy::equal(x[i], y[i]);
        }
        return same;
    }
    void compare_up(const m2::owned_model& made) {
        const auto a = std::as_const(now_).get(now_.animations), b = made.get(made.animations);
        count("number of animations", a.size() == b.size());
        for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) {
            count("animations: id, variation, flags, alias, duration",
                  a[i].id == b[i].id && a[i].variation == b[i].variation && a[i].flags == b[i].flags &&
                      a[i].alias_next == b[i].alias_next && a[i].duration == b[i].duration);
        }
        count("animation lookup", same_list(now_, now_.animation_lookup, made, made.animation_lookup));
        const auto x = std::as_const(now_).get(now_.particles), y = made.get(made.particles);
        for (std::size_t i = 0; i < x.size() && i < y.size(); ++i) {
            const auto same_life = [&](const auto& p, const auto& q) {
                return same_list(now_, p.ages, made, q.ages) && same_list(now_, p.values, made, q.values);
            };
            count("emitters: color, alpha, scale, cells of head and tail",
                  same_life(x[i].color, y[i].color) && same_life(x[i].alpha, y[i].alpha) &&
                      same_life(x[i].scale, y[i].scale) && same_life(x[i].head_cell, y[i].head_cell) &&
                      same_life(x[i].tail_cell, y[i].tail_cell));
            count("emitters: numbers and flags", same_numbers(x[i], y[i]));
        }
    }
    void compare_down(const m2::owned_model& made) {
        const auto x = std::as_const(old_).get(old_.particles), y = made.get(made.particles);
        for (std::size_t i = 0; i < x.size() && i < y.size(); ++i) {
            count("back: emitters: colors, scales, cells", effigy::equal(x[i].colors, y[i].colors) &&
                                                               effigy::equal(x[i].scales, y[i].scales) &&
                                                               effigy::equal(x[i].cells, y[i].cells));
            count("back: emitters: numbers and flags", same_numbers(x[i], y[i]));
            count("back: emitters: midpoint", std::abs(x[i].midpoint - y[i].midpoint) < 2e-5F);
        }
    }
    static bool same_numbers(const m2::owned_particle& a, const m2::owned_particle& b) {
        return a.flags == b.flags && effigy::equal(a.tail_length, b.tail_length) && effigy::equal(a.drag, b.drag) &&
               effigy::equal(a.twinkle_speed, b.twinkle_speed) && effigy::equal(a.base_spin, b.base_spin) &&
               effigy::equal(a.spin, b.spin) && effigy::equal(a.spin_variation, b.spin_variation) &&
               effigy::equal(a.tumble, b.tumble) && a.wind == b.wind && // 0 and -0
               effigy::equal(a.wind_time, b.wind_time) && effigy::equal(a.follow_speed_1, b.follow_speed_1) &&
               effigy::equal(a.follow_scale_2, b.follow_scale_2) && effigy::equal(a.emission, b.emission);
    }

    m2::owned_model old_, now_;
    std::map<std::string, std::array<int, 2>> counts_;
};

} // namespace converted
