// effigy_evaluate MODEL [CLIP...]: evaluates a model by the rules of its own format: the positions of vertices, in glTF
// space, at rest and at several times of several clips. Writes a line of JSON (with the bounds in the middle of the
// first clip, as long as the file says), then, per pose and per instance, every `step`-th vertex as three little-endian
// doubles.
#include "subject.hpp"

#include <cmath>
#include <iostream>
#include <set>

#if defined(_WIN32)
#include <fcntl.h>
#include <io.h>
#endif

namespace {

using evaluation::points;
using facts::json;

constexpr std::size_t most_clips = 8;
constexpr std::size_t most_vertices = 6000; // per pose
constexpr std::array<double, 5> parts_of_clip{0, 0.21, 0.5, 0.77, 1};

struct moment {
    std::optional<std::size_t> clip;
    double seconds = 0;
};

double milliseconds(double seconds) { return std::floor(seconds * 1000 + 1e-6) / 1000; }

// Returns the moments to evaluate: at rest, and several times of up to 8 clips, which are spread over the list, and of
// the clips that loop by themselves. Times are whole milliseconds, because some formats store the times of keys as
// whole milliseconds.
std::vector<moment> moments_of(const evaluation::subject& model) {
    std::vector<moment> out{{}};
    const std::size_t all = model.clips.size();
    const std::size_t count = std::min(all, most_clips);
    std::set<std::size_t> chosen;
    for (std::size_t i = 0; i < count; ++i) {
        chosen.insert(count == all ? i : i * (all - 1) / (count - 1));
    }
    for (std::size_t i = 0; i < all; ++i) {
        if (model.clips[i].is_loop) {
            chosen.insert(i);
        }
    }
    for (const std::size_t clip : chosen) {
        const double duration = model.clips[clip].duration;
        for (const double part : parts_of_clip) {
            out.push_back({clip, part == 1 ? duration : milliseconds(part * duration)});
        }
    }
    return out;
}

// Returns a step that limits the number of vertices per pose. Not a multiple of 3, which would select the same corner
// of all triangles.
std::uint32_t step_of(const evaluation::subject& model) {
    std::size_t vertices = 0;
    for (const evaluation::instance& instance : model.instances) {
        vertices += instance.vertex_count;
    }
    const auto step = static_cast<std::uint32_t>(vertices / most_vertices + 1);
    return step % 3 == 0 ? step + 1 : step;
}

json describe(const evaluation::triangles& described) {
    json parts = json::array();
    for (const evaluation::part& part : described.parts) {
        parts.push_back(json::array({facts::latin1(part.material), part.triangles}));
    }
    return {{"parts", std::move(parts)},
            {"area", described.sums.area},
            {"volume", described.sums.volume},
            {"facing", described.sums.facing},
            {"turned", facts::elements(described.sums.turned)}};
}
json describe(const evaluation::instance& described) {
    return {{"node", facts::latin1(described.node)}, {"vertices", described.vertex_count},
            {"drawn", described.is_drawn},           {"skinned", described.is_skinned},
            {"shown", describe(described.shown)},    {"stored", describe(described.stored)}};
}

// Returns the bounds of the instances that the game draws; an empty array if there are none.
json box_around(const evaluation::subject& model, const std::vector<points>& placed) {
    facts::box<3> out;
    bool any = false;
    for (std::size_t i = 0; i < placed.size(); ++i) {
        const evaluation::instance& instance = model.instances[i];
        if (instance.is_drawn && !instance.boxed.empty()) {
            std::for_each(instance.boxed.begin(), instance.boxed.end(),
                          [&](auto v) { out.add(facts::elements(placed[i][v])); });
        } else if (instance.is_drawn) {
            out.add(placed[i]);
        }
        any = any || instance.is_drawn;
    }
    return any ? facts::numbers(out) : json::array();
}

void append(std::string& out, double value) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    for (unsigned shift = 0; shift < 64; shift += 8) {
        out += static_cast<char>(bits >> shift & 0xFFU);
    }
}

void write(const evaluation::subject& model) {
    const std::uint32_t step = step_of(model);
    json instances = json::array();
    for (const evaluation::instance& instance : model.instances) {
        instances.push_back(describe(instance));
    }
    json clips = json::array();
    for (const evaluation::clip& clip : model.clips) {
        clips.push_back(json::array({facts::latin1(clip.name), clip.duration}));
    }
    json poses = json::array();
    std::string positions;
    for (const moment& when : moments_of(model)) {
        const std::vector<points> placed = model.place(when.clip, when.seconds);
        poses.push_back({{"clip", when.clip ? json(*when.clip) : json{}},
                         {"seconds", when.seconds},
                         {"box", box_around(model, placed)}});
        for (const points& of_instance : placed) {
            for (std::size_t i = 0; i < of_instance.size(); i += step) {
                for (const double value : facts::elements(of_instance[i])) {
                    append(positions, value);
                }
            }
        }
    }
    std::vector<points> middle = model.place({}, 0);
    if (!model.clips.empty()) {
        const evaluation::clip& first = model.clips.front();
        const double duration = first.stored_duration != 0 ? first.stored_duration : first.duration;
        middle = model.place(0, milliseconds(0.5 * duration));
    }
    const json out{{"format", model.format},
                   {"middle", box_around(model, middle)},
                   {"step", step},
                   {"instances", std::move(instances)},
                   {"clips", std::move(clips)},
                   {"poses", std::move(poses)}};
    std::cout << out.dump(-1, ' ', true) << '\n' << positions;
}

} // namespace

int main(int count, char** arguments) {
    const std::span given{arguments, static_cast<std::size_t>(count)};
    if (given.size() < 2) {
        std::cerr << "effigy_evaluate MODEL [CLIP...]\n";
        return 2;
    }
#if defined(_WIN32)
    _setmode(_fileno(stdout), _O_BINARY);
#endif
    const auto file = effigy::file::open(given[1]);
    if (!file) {
        std::cerr << "cannot read " << given[1] << '\n';
        return 1;
    }
    const evaluation::request wanted{given[1], file->bytes(), {given.begin() + 2, given.end()}};
    for (const auto& open :
         {evaluation::open_grimrock, evaluation::open_nwn, evaluation::open_m2, evaluation::open_p3d}) {
        if (const evaluation::subject_ptr model = open(wanted)) {
            write(*model);
            return std::cout.flush() ? 0 : 1;
        }
    }
    std::cerr << given[1] << ": not a model\n";
    return 1;
}
