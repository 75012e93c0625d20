// effigy_evaluate MODEL [CLIP...]: where a model's vertices are at rest and at several times of several clips, as the
// format's own rules have it, in glTF space. Writes a line of JSON; then, pose by pose and instance by instance, every
// `step`-th vertex as three little-endian doubles.
#include "subject.hpp"

#include <cmath>
#include <iostream>

#if defined(_WIN32)
#include <fcntl.h>
#include <io.h>
#endif

namespace {

using facts::json;
using evaluation::points;

constexpr std::size_t most_clips = 8;
constexpr std::size_t most_vertices = 6000; // of a pose
constexpr std::array<double, 5> parts_of_clip{0, 0.21, 0.5, 0.77, 1};

struct moment {
    std::optional<std::size_t> clip;
    double seconds = 0;
};

// At rest, and at several times of clips from the whole list. Times are whole milliseconds, which some formats have
// keys at.
std::vector<moment> moments_of(const evaluation::subject& model) {
    std::vector<moment> out{{}};
    const std::size_t all = model.clips.size();
    const std::size_t count = std::min(all, most_clips);
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t clip = count == all ? i : i * (all - 1) / (count - 1);
        const double duration = model.clips[clip].duration;
        for (const double part : parts_of_clip) {
            out.push_back({clip, part == 1 ? duration : std::floor(part * duration * 1000 + 1e-6) / 1000});
        }
    }
    return out;
}

// So that no pose has too many vertices; not all of the corners that it leaves of triangles are their first.
std::uint32_t step_of(const evaluation::subject& model) {
    std::size_t vertices = 0;
    for (const evaluation::instance& one : model.instances) {
        vertices += one.vertex_count;
    }
    const auto step = static_cast<std::uint32_t>(vertices / most_vertices + 1);
    return step % 3 == 0 ? step + 1 : step;
}

json describe(const evaluation::triangles& of) {
    json parts = json::array();
    for (const evaluation::part& one : of.parts) {
        parts.push_back(json::array({facts::latin1(one.material), one.triangles}));
    }
    return {{"parts", std::move(parts)},
            {"area", of.skin.area},
            {"volume", of.skin.volume},
            {"facing", of.skin.facing},
            {"turned", facts::elements(of.skin.turned)}};
}
json describe(const evaluation::instance& of) {
    return {{"node", facts::latin1(of.node)}, {"vertices", of.vertex_count}, {"drawn", of.is_drawn},
            {"skinned", of.is_skinned},       {"shown", describe(of.shown)}, {"stored", describe(of.stored)}};
}

// Around what is drawn; none of nothing.
json box_around(const evaluation::subject& model, const std::vector<points>& placed) {
    facts::box<3> out;
    bool any = false;
    for (std::size_t i = 0; i < placed.size(); ++i) {
        const evaluation::instance& of = model.instances[i];
        if (of.is_drawn && !of.boxed.empty()) {
            std::for_each(of.boxed.begin(), of.boxed.end(), [&](auto v) { out.add(facts::elements(placed[i][v])); });
        } else if (of.is_drawn) {
            out.add(placed[i]);
        }
        any = any || of.is_drawn;
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
    for (const evaluation::instance& one : model.instances) {
        instances.push_back(describe(one));
    }
    json clips = json::array();
    for (const evaluation::clip& one : model.clips) {
        clips.push_back(json::array({facts::latin1(one.name), one.duration}));
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
    const json out{{"format", model.format},
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
         {evaluation::open_grimrock, evaluation::open_shinobi, evaluation::open_nwn, evaluation::open_m2, evaluation::open_p3d}) {
        if (const evaluation::subject_ptr model = open(wanted)) {
            write(*model);
            return std::cout.flush() ? 0 : 1;
        }
    }
    std::cerr << given[1] << ": no model\n";
    return 1;
}
