// What a model looks like at many times, compared with the same model in another version.
#pragma once

#include <effigy/m2/sample.hpp>
#include <effigy/m2/sample/camera.hpp>
#include <effigy/m2/sample/event.hpp>
#include <effigy/m2/sample/particle.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

namespace converted {

namespace m2 = effigy::m2;

// The largest differences, relative to values above 1.
class sampling {
public:
    static constexpr double most = 1e-4;

    // The times of an animation: those of the keys of all its tracks, as many as differ, and between them.
    void compare(const m2::model& a, const m2::model& b) {
        const auto animations = a.animations();
        for (std::uint32_t i = 0; i < animations.size(); ++i) {
            number_ = i;
            duration_ = animations.at(i).duration();
            of_animation(a, b);
        }
    }
    void compare_looks(const m2::particle& a, const m2::particle& b) {
        for (const double age : {0.0, 0.1, 0.25, 0.5, 0.75, 0.9, 1.0}) {
            const auto x = sample<double>(a, age), y = sample<double>(b, age);
            add("particle look", x.rgb, y.rgb);
            add("particle look", x.alpha, y.alpha);
            add("particle look", x.width, y.width);
            add("particle look", x.height, y.height);
        }
    }

    std::uint64_t samples = 0;
    std::map<std::string, std::uint64_t> wrong; // by track
    double worst = 0;

private:
    void of_animation(const m2::model& a, const m2::model& b) {
        for (std::size_t i = 0; i < a.bones().size(); ++i) {
            const m2::bone x = a.bones().at(i), y = b.bones().at(i);
            track("bone translation", x.translation(), y.translation());
            track("bone rotation", x.rotation(), y.rotation());
            track("bone scale", x.scale(), y.scale(), effigy::vector3<double>{1, 1, 1});
        }
        for (std::size_t i = 0; i < a.colors().size(); ++i) {
            track("color", a.colors().at(i).rgb(), b.colors().at(i).rgb(), effigy::vector3<double>{1, 1, 1});
            track("color alpha", a.colors().at(i).alpha(), b.colors().at(i).alpha(), 1.0);
        }
        for (std::size_t i = 0; i < a.texture_weights().size(); ++i) {
            track("texture weight", a.texture_weights().at(i), b.texture_weights().at(i), 1.0);
        }
        for (std::size_t i = 0; i < a.texture_transforms().size(); ++i) {
            const auto x = a.texture_transforms().at(i), y = b.texture_transforms().at(i);
            track("texture translation", x.translation(), y.translation());
            track("texture rotation", x.rotation(), y.rotation());
            track("texture scale", x.scale(), y.scale(), effigy::vector3<double>{1, 1, 1});
        }
        for (std::size_t i = 0; i < a.attachments().size(); ++i) {
            track("attachment", a.attachments().at(i).visible(), b.attachments().at(i).visible(), 1.0);
        }
        for (std::size_t i = 0; i < a.lights().size(); ++i) {
            const auto x = a.lights().at(i), y = b.lights().at(i);
            track("light", x.ambient_color(), y.ambient_color());
            track("light", x.diffuse_color(), y.diffuse_color());
            track("light", x.ambient_intensity(), y.ambient_intensity());
            track("light", x.diffuse_intensity(), y.diffuse_intensity());
            track("light", x.attenuation_start(), y.attenuation_start());
            track("light", x.attenuation_end(), y.attenuation_end());
            track("light", x.visible(), y.visible(), 1.0);
        }
        for (std::size_t i = 0; i < a.cameras().size(); ++i) {
            const auto x = a.cameras().at(i), y = b.cameras().at(i);
            track("camera", x.position(), y.position());
            track("camera", x.target(), y.target());
            track("camera", x.roll(), y.roll());
            const auto from = sample<double>(x, {number_, 0, 0}), to = sample<double>(y, {number_, 0, 0});
            add("camera", from.diagonal_field_of_view, to.diagonal_field_of_view);
        }
        for (std::size_t i = 0; i < a.particles().size(); ++i) {
            for (std::size_t k = 0; k < m2::particle_track_count; ++k) {
                const auto which = static_cast<m2::particle_track>(k);
                track("particle", a.particles().at(i).track(which), b.particles().at(i).track(which));
            }
            track("particle", a.particles().at(i).enabled(), b.particles().at(i).enabled(), 1.0);
        }
        for (std::size_t i = 0; i < a.events().size(); ++i) {
            ++samples;
            wrong["event"] += firings(a, i) == firings(b, i) ? 0U : 1U;
        }
    }
    // Those inside the animation.
    [[nodiscard]] std::vector<double> firings(const m2::model& in, std::size_t event) const {
        std::vector<double> out;
        const double end = duration_ + 1e-4; // half of a millisecond after
        for_each_firing(in, in.events().at(event), number_, 0, end, [&](double time) { out.push_back(time); });
        return out;
    }
    template <class Track, class... Value>
    void track(const char* name, const Track& a, const Track& b, const Value&... fallback) {
        const auto keys = a.keys(number_).times;
        constexpr std::size_t most_keys = 24; // evenly chosen
        const std::size_t step = keys.size() / most_keys + 1;
        at_time(name, a, b, 0, fallback...);
        at_time(name, a, b, duration_, fallback...);
        for (std::size_t i = 0; i < keys.size(); i += step) {
            at_time(name, a, b, keys[i], fallback...);
            if (i + 1 < keys.size()) {
                at_time(name, a, b, keys[i] + (keys[i + 1] - keys[i]) * 0.37, fallback...);
            }
        }
    }
    template <class Track, class... Value>
    void at_time(const char* name, const Track& a, const Track& b, double time, const Value&... fallback) {
        const double inside = std::clamp(time, 0.0, duration_);
        const m2::animation_time when{number_, inside, inside};
        add(name, m2::sample<double>(a, when, fallback...), m2::sample<double>(b, when, fallback...));
    }

    void add(const char* name, double a, double b) {
        count(name, std::abs(a - b) / (std::abs(a) > 1 ? std::abs(a) : 1));
    }
    void add(const char* name, const effigy::vector3<double>& a, const effigy::vector3<double>& b) {
        count(name, length(a - b) / (length(a) > 1 ? length(a) : 1));
    }
    void add(const char* name, const effigy::quaternion<double>& a, const effigy::quaternion<double>& b) {
        const double sign = dot(a, b) < 0 ? -1 : 1;
        const auto apart = [&](double x, double y) { return std::abs(x - sign * y); };
        count(name, std::max({apart(a.x, b.x), apart(a.y, b.y), apart(a.z, b.z), apart(a.w, b.w)}));
    }
    void count(const char* name, double apart) {
        ++samples;
        if (!(apart <= most)) {
            ++wrong[name];
        } else {
            worst = std::max(worst, apart);
        }
    }

    std::uint32_t number_ = 0;
    double duration_ = 0;
};

} // namespace converted
