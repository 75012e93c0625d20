// What is odd about a readable file: what real files were found to have, and what users otherwise meet in the game.
// Nothing here is an error; open() accepts all of it.
#pragma once

#include <effigy/core/finding.hpp>
#include <effigy/core/measure.hpp>
#include <effigy/p3d/sample.hpp>

#include <algorithm>
#include <set>
#include <string_view>
#include <vector>

namespace effigy::inline v0::p3d {

// Reports the findings of one LOD.
template <endian E, class Sink> class lod_linter {
public:
    lod_linter(const basic_lod<E>& of, window file, std::uint32_t number, Sink& sink) noexcept
        : lod_(of), kind_(lod_kind_of(of.resolution).kind), file_(file), number_(number), sink_(sink) {}

    void all() const {
        if (kind_ == lod_kind::unknown) {
            report(severity::warning, "resolution", "resolution", lod_.offset, "a resolution without a meaning");
        }
        if (!lod_.skipped.empty()) {
            report(severity::note, "header-longer", "header", lod_.offset, "a header with more than its known fields");
        }
        points();
        faces();
        tags();
    }

private:
    void report(severity level, const char* code, const char* path, std::uint64_t offset, const char* message) const {
        location at{path, offset};
        at.path_prefix = "p3d.lods[].";
        sink_(finding{at.within(number_), level, code, message});
    }
    void report_tag(severity level, const char* code, std::uint32_t tag_number, const basic_tag<E>& of,
                    const char* message) const {
        location at{"tags[]", file_.offset_of(of.name.data())};
        at.path_prefix = "p3d.lods[].";
        sink_(finding{at.within(tag_number).within(number_), level, code, message});
    }

    void points() const {
        bool broken = false;
        for (const vec3<E>& position : lod_.positions) {
            broken = broken || !impl::finite(vector3<double>{position});
        }
        if (broken) {
            report(severity::warning, "points-not-finite", "points", lod_.offset, "NaN or infinite positions");
        }
        bool zero = false;
        bool stretched = false;
        for (const vec3<E>& stored : lod_.normals) {
            const double norm = length(vector3<double>{stored});
            zero = zero || norm == 0;
            stretched = stretched || !(norm == 0 || impl::distance(norm, 1.0) <= 1e-2);
        }
        if (zero && !is_geometry_only(kind_)) {
            report(severity::note, "normals-zero", "normals", lod_.offset, "normals without a direction");
        }
        if (stretched) {
            report(severity::warning, "normals-not-unit", "normals", lod_.offset,
                   "normals whose length is not 1, or not a number");
        }
    }

    void faces() const {
        const std::size_t point_count = lod_.positions.size();
        bool missing_point = false;
        bool missing_normal = false;
        bool repeated = false;
        bool line = false;
        bool uv_broken = false;
        std::vector<std::uint64_t> edges;
        const bool must_close = kind_ == lod_kind::shadow_volume || kind_ == lod_kind::shadow_volume_view_cargo ||
                                kind_ == lod_kind::shadow_volume_view_pilot ||
                                kind_ == lod_kind::shadow_volume_view_gunner;
        for (const basic_face<E>& one : lod_.faces) {
            const std::size_t count = one.corners.size();
            line = line || count < 3;
            for (std::size_t i = 0; i < count; ++i) {
                const basic_corner<E>& here = one.corners[i];
                const std::uint32_t from = here.point;
                const std::uint32_t to = one.corners[(i + 1) % count].point;
                missing_point = missing_point || from >= point_count;
                missing_normal = missing_normal || here.normal >= lod_.normals.size();
                uv_broken = uv_broken || !impl::finite(here.uv.x.get()) || !impl::finite(here.uv.y.get());
                for (std::size_t k = 0; k < i && count >= 3; ++k) {
                    repeated = repeated || one.corners[k].point == from;
                }
                if (must_close && count >= 3 && from != to) {
                    edges.push_back(std::uint64_t{from} << 32 | to);
                }
            }
        }
        if (missing_point) {
            report(severity::warning, "face-point", "faces", lod_.offset, "corners at points that are not there");
        }
        if (missing_normal) {
            report(lod_.normals.empty() ? severity::note : severity::warning, "face-normal", "faces", lod_.offset,
                   "corners with normals that are not there");
        }
        if (repeated) {
            report(severity::note, "face-repeated-point", "faces", lod_.offset, "faces with a point twice");
        }
        if (line) {
            report(severity::note, "face-line", "faces", lod_.offset, "faces of fewer than three corners");
        }
        if (uv_broken) {
            report(severity::warning, "uv-not-finite", "faces", lod_.offset, "NaN or infinite texture coordinates");
        }
        if (is_open(edges)) {
            report(severity::warning, "shadow-open", "faces", lod_.offset,
                   "a shadow volume that is not closed casts a broken shadow");
        }
    }
    // Whether some edge is not used as often in one direction as in the other.
    [[nodiscard]] static bool is_open(std::vector<std::uint64_t>& edges) {
        std::vector<std::uint64_t> reverse(edges);
        for (std::uint64_t& one : reverse) {
            one = one << 32 | one >> 32;
        }
        std::sort(edges.begin(), edges.end());
        std::sort(reverse.begin(), reverse.end());
        return edges != reverse;
    }

    void tags() const {
        std::vector<std::string_view> names;
        std::vector<std::string_view> properties;
        std::uint32_t number = 0;
        std::uint32_t uv_sets = 0;
        for (const basic_tag<E>& one : lod_.tags) {
            const auto odd = [&](severity level, const char* code, const char* message) {
                report_tag(level, code, number, one, message);
            };
            if (!one.has_right_size()) {
                odd(severity::warning, "tag-size", "not the size of its kind; the tag cannot be used");
            }
            if (one.active != 1) {
                odd(severity::note, "tag-inactive", "switched off; readers differ in what they do with it");
            }
            switch (one.kind) {
            case tag_kind::selection:
                names.push_back(one.name);
                if (one.name.starts_with('-') || one.name.starts_with('.')) {
                    odd(severity::note, "selection-ignored", "the engine ignores selections named so");
                }
                proxy(one, odd);
                break;
            case tag_kind::unknown: odd(severity::note, "tag-unknown", "kept as bytes"); break;
            case tag_kind::uv_set:
                if (uv_sets++ == 1 && (is_geometry_only(kind_) || kind_ == lod_kind::shadow_volume)) {
                    odd(severity::warning, "uv-set-second", "a second UV set where there should be one");
                }
                break;
            case tag_kind::sharp_edges: edges(one, odd); break;
            case tag_kind::mass: masses(one, odd); break;
            case tag_kind::property:
                if (const p3d::property* const stored = one.property()) {
                    properties.push_back(stored->name.view());
                    property_name(stored->name.view(), odd);
                }
                break;
            default: break;
            }
            ++number;
        }
        if (has_repetition(names)) {
            report(severity::warning, "selection-repeated", "tags", lod_.tags_offset,
                   "selections with one name, but for case; the engine takes them for the same");
        }
        if (has_repetition(properties)) {
            report(severity::warning, "property-repeated", "tags", lod_.tags_offset, "a property twice");
        }
    }
    // In a tree, where each comparison is the new name's: however long and alike names are, the time is near that of
    // reading them.
    [[nodiscard]] static bool has_repetition(const std::vector<std::string_view>& names) {
        const auto before = [](std::string_view a, std::string_view b) { return compare_any_case(a, b) < 0; };
        return std::set<std::string_view, decltype(before)>{names.begin(), names.end()}.size() != names.size();
    }
    template <class Odd> static void proxy(const basic_tag<E>& of, const Odd& odd) {
        if (!proxy_of(of.name).is_proxy) {
            return;
        }
        std::size_t count = 0;
        for ([[maybe_unused]] const std::uint32_t face_number : faces_of(of.selection())) {
            ++count;
        }
        if (count != 1) {
            odd(severity::warning, "proxy-face", "a proxy without just one triangle to place it by");
        }
        if (proxy_of(of.name).number < 0) {
            odd(severity::note, "proxy-number", "a proxy whose name ends without a number");
        }
    }
    template <class Odd> void edges(const basic_tag<E>& of, const Odd& odd) const {
        bool degenerate = false;
        bool outside = false;
        for (const basic_edge<E>& one : of.edges()) {
            degenerate = degenerate || one.point[0] == one.point[1];
            outside = outside || one.point[0] >= lod_.positions.size() || one.point[1] >= lod_.positions.size();
        }
        if (degenerate) {
            odd(severity::note, "edge-degenerate", "sharp edges from a point to itself");
        }
        if (outside) {
            odd(severity::warning, "edge-point", "sharp edges of points that are not there");
        }
    }
    template <class Odd> static void masses(const basic_tag<E>& of, const Odd& odd) {
        bool broken = false;
        double total = 0;
        for (const f32<E>& one : of.masses()) {
            broken = broken || !(one >= 0.0F);
            total += static_cast<double>(one.get());
        }
        if (broken) {
            odd(severity::warning, "mass-negative", "masses below 0, or not a number");
        } else if (total == 0) {
            odd(severity::note, "mass-zero", "no point has a mass");
        }
    }
    // Names that look like a known one misspelt; the engine silently ignores them.
    template <class Odd> static void property_name(std::string_view name, const Odd& odd) {
        constexpr std::string_view misspelt[] = {"lodnoshaddow",       "lodnoshadows", "noshadow",  "autocentre",
                                                 "prefershadowvolumn", "forcenotalfa", "canoclude", "canbeocluded"};
        if (name.ends_with(' ') || name.starts_with(' ')) {
            odd(severity::warning, "property-space", "the name has a space at an end; the engine does not know it so");
        }
        for (const std::string_view wrong : misspelt) {
            if (compare_any_case(name, wrong) == 0) {
                odd(severity::warning, "property-spelling", "looks like a known property, but is spelt otherwise");
            }
        }
    }

    const basic_lod<E>& lod_;
    lod_kind kind_;
    window file_;
    std::uint32_t number_;
    Sink& sink_;
};

// Calls sink(finding) for everything odd about a model.
template <endian E, class Sink> void lint(const basic_model<E>& from, Sink&& sink) {
    if (!from.trailing().empty()) {
        sink(finding{{"p3d", from.file().offset_of(from.trailing().data())},
                     severity::warning,
                     "trailing-bytes",
                     "bytes behind the last LOD"});
    }
    std::uint32_t number = 0;
    float before = 0;
    for (const basic_lod<E>& one : from.lods()) {
        lod_linter<E, std::remove_reference_t<Sink>>{one, from.file(), number, sink}.all();
        const auto report = [&](const char* code, const char* message) {
            sink(finding{location{"p3d.lods[].resolution", one.end - sizeof(f32<E>)}.within(number), severity::note,
                         code, message});
        };
        if (number != 0 && one.resolution == before) {
            report("resolution-repeated", "the LOD before has the same resolution");
        } else if (number != 0 && !(one.resolution > before)) {
            report("resolution-order", "the LODs do not rise by resolution");
        }
        before = one.resolution;
        ++number;
    }
}

// Calls sink(finding) for everything odd about an animation.
template <endian E, class Sink> void lint(const basic_animation<E>& clip, Sink&& sink) {
    const auto report = [&](severity level, const char* code, const char* path, std::uint64_t offset,
                            const char* message) { sink(finding{{path, offset}, level, code, message}); };
    if (!clip.trailing().empty()) {
        report(severity::warning, "trailing-bytes", "rtm", clip.file().offset_of(clip.trailing().data()),
               "bytes behind the last phase");
    }
    float before = 0;
    bool rising = true;
    bool renamed = false;
    bool rigid = true;
    for (std::uint32_t i = 0; i < clip.phase_count(); ++i) {
        const basic_phase<E> here = clip.phase(i);
        rising = rising && (i == 0 || here.time >= before);
        before = here.time;
        for (std::size_t k = 0; k < here.bones.size(); ++k) {
            const basic_bone_pose<E>& one = here.bones[k];
            renamed = renamed || one.bone.view() != clip.bone_names[k].view();
            const matrix4x3<double> matrix{vector3<double>{one.x}, vector3<double>{one.y}, vector3<double>{one.z},
                                           vector3<double>{one.position}};
            rigid = rigid && impl::distance(determinant(matrix), 1.0) <= 0.01;
        }
    }
    if (!rising) {
        report(severity::warning, "phase-order", "rtm.phases", 0, "the phases do not rise by time");
    }
    if (renamed) {
        report(severity::warning, "bone-renamed", "rtm.phases", 0, "phases name other bones than the header does");
    }
    if (!rigid) {
        report(severity::note, "bone-scaled", "rtm.phases", 0, "bones that scale or flatten what they move");
    }
}

} // namespace effigy::inline v0::p3d
