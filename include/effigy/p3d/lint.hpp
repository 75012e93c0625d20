// Reports what is unusual in a readable file: oddities of real files, and causes of problems in the game. None is an
// error: open() accepts all of them.
#pragma once

#include <effigy/core/api.hpp>
#include <effigy/core/finding.hpp>
#include <effigy/p3d/view.hpp>

namespace effigy::inline v0::p3d {

// Calls sink(finding) for each finding about a model.
EFFIGY_API void lint(const model& from, finding_sink sink);

// Calls sink(finding) for each finding about an animation.
EFFIGY_API void lint(const animation& clip, finding_sink sink);

} // namespace effigy::inline v0::p3d

#if defined(EFFIGY_HAS_BODIES)
#include <effigy/core/finite.hpp>
#include <effigy/p3d/lint/oddities.hpp>
#include <effigy/p3d/names.hpp>
#include <effigy/p3d/proxy.hpp>

#include <algorithm>
#include <set>
#include <string_view>
#include <vector>

namespace effigy::inline v0::p3d {

namespace impl {

using namespace effigy::impl;

// Reports the findings of one LOD.
template <class = when_used> class lod_linter {
public:
    lod_linter(const lod& level, byte_view file, std::uint32_t number, finding_sink sink) noexcept
        : lod_(level), kind_(level.kind()), file_(file), number_(number), sink_(sink) {}

    void all() const {
        if (kind_ == lod_kind::unknown) {
            report_at(lod_.end_offset() - sizeof(f32<>), odd::resolution, "resolution", {});
        }
        if (!lod_.extra_header().empty()) {
            report_at(file_.offset_of(lod_.extra_header().data()), odd::header_longer, "header", {});
        }
        points();
        normals();
        faces();
        shadow();
        tags();
        names();
    }

private:
    void report_at(std::uint64_t offset, const oddity& what, const char* path, std::string_view name) const {
        location at{path, offset};
        at.path_prefix = "p3d.lods[].";
        sink_({at.within(number_), what, name});
    }

    void report_normals(const oddity& what) const {
        report_at(file_.offset_of(lod_.normals().data()), what, "normals", {});
    }
    void report_faces(const oddity& what, std::string_view texture = {}) const {
        report_at(lod_.faces_offset(), what, "faces", texture);
    }

    // ---- points, normals, faces ------------------------------------------------------------------------------------

    void points() const {
        if (!all_finite(lod_.points())) {
            report_at(file_.offset_of(lod_.points().data()), odd::position_not_finite, "points", {});
        }
    }
    void normals() const {
        bool zero = false;
        bool stretched = false;
        for (const vec3<>& stored : lod_.normals()) {
            const double norm = length(vector3<double>{stored});
            zero = zero || norm == 0;
            stretched = stretched || !(norm == 0 || absolute(norm - 1.0) <= 1e-2);
        }
        if (zero && !is_geometry_only(kind_)) {
            report_normals(odd::normals_zero);
        }
        if (stretched) {
            report_normals(odd::normals_not_unit);
        }
    }

    // One kind of finding about faces. It is reported once per level, with the texture of the first face that has it.
    class face_oddity {
    public:
        void note(bool is_there, const p3d::face& face) noexcept {
            if (is_there && !found_) {
                found_ = true;
                texture_ = face.texture();
            }
        }
        [[nodiscard]] explicit operator bool() const noexcept { return found_; }
        [[nodiscard]] std::string_view texture() const noexcept { return texture_; }

    private:
        bool found_ = false;
        std::string_view texture_;
    };
    void faces() const {
        face_oddity missing_point, missing_normal, repeated, line, uv_broken;
        for (const p3d::face& face : lod_.faces()) {
            const array<p3d::corner> corners = face.corners();
            line.note(corners.size() < 3, face);
            for (std::size_t i = 0; i < corners.size(); ++i) {
                const p3d::corner& corner = corners[i];
                missing_point.note(lod_.points().at(corner.point.get()) == nullptr, face);
                missing_normal.note(lod_.normals().at(corner.normal.get()) == nullptr, face);
                uv_broken.note(!is_finite(corner.uv), face);
                for (std::size_t k = 0; k < i && corners.size() >= 3; ++k) {
                    repeated.note(corners[k].point == corner.point, face);
                }
            }
        }
        const auto report_if = [&](const face_oddity& found, const oddity& what) {
            if (found) {
                report_faces(what, found.texture());
            }
        };
        report_if(missing_point, odd::face_point);
        report_if(missing_normal, lod_.normals().empty() ? odd::face_normal_of_none : odd::face_normal);
        report_if(repeated, odd::face_repeated_point);
        report_if(line, odd::face_line);
        report_if(uv_broken, odd::uv_not_finite);
    }

    void shadow() const {
        const bool must_close = kind_ == lod_kind::shadow_volume || kind_ == lod_kind::shadow_volume_view_cargo ||
                                kind_ == lod_kind::shadow_volume_view_pilot ||
                                kind_ == lod_kind::shadow_volume_view_gunner;
        if (must_close && is_open()) {
            report_faces(odd::shadow_open);
        }
    }
    // Whether the faces use some edge more often in one direction than in the other.
    [[nodiscard]] bool is_open() const {
        std::vector<std::uint64_t> edges;
        for (const p3d::face& face : lod_.faces()) {
            const array<p3d::corner> corners = face.corners();
            for (std::size_t i = 0; i < corners.size() && corners.size() >= 3; ++i) {
                const std::uint32_t from = corners[i].point;
                const std::uint32_t to = corners[(i + 1) % corners.size()].point;
                if (from != to) {
                    edges.push_back(std::uint64_t{from} << 32 | to);
                }
            }
        }
        std::vector<std::uint64_t> reverse(edges);
        for (std::uint64_t& edge : reverse) {
            edge = edge << 32 | edge >> 32;
        }
        std::sort(edges.begin(), edges.end());
        std::sort(reverse.begin(), reverse.end());
        return edges != reverse;
    }

    // ---- tags ------------------------------------------------------------------------------------------------------

    // Reports findings about one tag, with the name of its property if it has one, else with the name of the tag.
    struct tag_report {
        const lod_linter& linter;
        const p3d::tag& tag;
        std::uint32_t number;

        void operator()(const oddity& what) const {
            location at{"tags[]", linter.file_.offset_of(tag.name().data())};
            at.path_prefix = "p3d.lods[].";
            const p3d::property stored = tag.property();
            linter.sink_({at.within(number).within(linter.number_), what, stored ? stored.name() : tag.name()});
        }
    };
    void tags() const {
        std::uint32_t number = 0;
        std::uint32_t uv_sets = 0;
        for (const p3d::tag& tag : lod_.tags()) {
            const tag_report report{*this, tag, number++};
            if (!tag.has_right_size()) {
                report(odd::tag_size);
            }
            if (tag.active() != 1) {
                report(odd::tag_inactive);
            }
            uv_sets += tag.kind() == tag_kind::uv_set ? 1U : 0U;
            const bool is_plain = is_geometry_only(kind_) || kind_ == lod_kind::shadow_volume;
            if (tag.kind() == tag_kind::uv_set && uv_sets == 2 && is_plain) {
                report(odd::uv_set_second);
            }
            content(tag, report);
        }
    }
    void content(const p3d::tag& tag, const tag_report& report) const {
        switch (tag.kind()) {
        case tag_kind::selection: selection(tag, report); break;
        case tag_kind::unknown: report(odd::tag_unknown); break;
        case tag_kind::sharp_edges: edges(tag, report); break;
        case tag_kind::mass: masses(tag, report); break;
        case tag_kind::property: property_name(tag.property().name(), report); break;
        default: break;
        }
    }
    static void selection(const p3d::tag& tag, const tag_report& report) {
        if (tag.name().starts_with('-') || tag.name().starts_with('.')) {
            report(odd::selection_ignored);
        }
        const proxy_name proxy = proxy_of(tag.name());
        if (!proxy) {
            return;
        }
        std::size_t count = 0;
        for ([[maybe_unused]] const std::uint32_t face : tag.selection().faces()) {
            ++count;
        }
        if (count != 1) {
            report(odd::proxy_face);
        }
        if (proxy.number < 0) {
            report(odd::proxy_number);
        }
    }
    void edges(const p3d::tag& tag, const tag_report& report) const {
        bool degenerate = false;
        bool outside = false;
        for (const p3d::edge& edge : tag.edges()) {
            degenerate = degenerate || edge.point[0] == edge.point[1];
            outside = outside || edge.point[0] >= lod_.points().size() || edge.point[1] >= lod_.points().size();
        }
        if (degenerate) {
            report(odd::edge_degenerate);
        }
        if (outside) {
            report(odd::edge_point);
        }
    }
    static void masses(const p3d::tag& tag, const tag_report& report) {
        bool broken = false;
        double total = 0;
        for (const f32<>& mass : tag.masses()) {
            broken = broken || !(mass >= 0.0F);
            total += static_cast<double>(mass.get());
        }
        if (broken) {
            report(odd::mass_negative);
        } else if (total == 0) {
            report(odd::mass_zero);
        }
    }
    // Reports property names that look like a misspelt known name. The engine silently ignores them.
    static void property_name(std::string_view name, const tag_report& report) {
        constexpr std::string_view misspelt[] = {"lodnoshaddow",       "lodnoshadows", "noshadow",  "autocentre",
                                                 "prefershadowvolumn", "forcenotalfa", "canoclude", "canbeocluded"};
        if (name.ends_with(' ') || name.starts_with(' ')) {
            report(odd::property_space);
        }
        for (const std::string_view wrong : misspelt) {
            if (compare_any_case(name, wrong) == 0) {
                report(odd::property_spelling);
            }
        }
    }

    // ---- names that occur twice ------------------------------------------------------------------------------------

    // Names, compared ignoring case. Every comparison is with the new name, so long and similar names cost little
    // more than reading each name.
    class name_set {
    public:
        void add(std::string_view name) {
            if (!names_.insert(name).second && !has_repeated_) {
                has_repeated_ = true;
                repeated_ = name;
            }
        }
        [[nodiscard]] bool has_repeated() const noexcept { return has_repeated_; }
        [[nodiscard]] std::string_view repeated() const noexcept { return repeated_; } // the first

    private:
        struct before {
            [[nodiscard]] bool operator()(std::string_view a, std::string_view b) const noexcept {
                return compare_any_case(a, b) < 0;
            }
        };
        std::set<std::string_view, before> names_;
        bool has_repeated_ = false;
        std::string_view repeated_;
    };
    void names() const {
        name_set selections, properties;
        for (const p3d::tag& tag : lod_.tags()) {
            if (tag.kind() == tag_kind::selection) {
                selections.add(tag.name());
            } else if (const p3d::property stored = tag.property()) {
                properties.add(stored.name());
            }
        }
        if (selections.has_repeated()) {
            report_at(lod_.tags_offset(), odd::selection_repeated, "tags", selections.repeated());
        }
        if (properties.has_repeated()) {
            report_at(lod_.tags_offset(), odd::property_repeated, "tags", properties.repeated());
        }
    }

    const lod& lod_;
    lod_kind kind_;
    byte_view file_;
    std::uint32_t number_;
    finding_sink sink_;
};

} // namespace impl

EFFIGY_API_BODY void lint(const model& from, finding_sink sink) {
    if (!from.trailing().empty()) {
        sink({{"p3d", from.file().offset_of(from.trailing().data())}, impl::odd::trailing_bytes});
    }
    std::uint32_t number = 0;
    float before = 0;
    for (const lod& level : from.lods()) {
        impl::lod_linter<>{level, from.file(), number, sink}.all();
        const auto report = [&](const oddity& what) {
            const location at{"p3d.lods[].resolution", level.end_offset() - sizeof(f32<>)};
            sink({at.within(number), what});
        };
        if (number != 0 && level.resolution() == before) {
            report(impl::odd::resolution_repeated);
        } else if (number != 0 && !(level.resolution() > before)) {
            report(impl::odd::resolution_order);
        }
        before = level.resolution();
        ++number;
    }
}

EFFIGY_API_BODY void lint(const animation& clip, finding_sink sink) {
    const auto report = [&](const oddity& what, const char* path, std::uint64_t offset, std::string_view name = {}) {
        sink({{path, offset}, what, name});
    };
    if (!clip.trailing().empty()) {
        report(impl::odd::trailing_bytes_of_clip, "rtm", clip.file().offset_of(clip.trailing().data()));
    }
    const auto bones = clip.bones();
    float before = 0;
    bool rising = true;
    std::uint32_t renamed = npos;
    std::uint32_t scaled = npos;
    std::uint64_t falling_at = 0, renamed_at = 0, scaled_at = 0; // of the first phase or pose
    const phase_list phases = clip.phases();
    const std::uint64_t end = clip.file().base() + clip.file().size() - clip.trailing().size(); // of the phases
    std::uint32_t number = 0;
    for (const p3d::phase& here : phases) {
        if (rising && number != 0 && !(here.time() >= before)) {
            rising = false;
            falling_at = end - (phases.size() - number) * (sizeof(f32<>) + bones.size() * sizeof(bone_pose));
        }
        ++number;
        before = here.time();
        std::uint32_t bone_number = 0;
        for (const bone_pose& stored : here.bones()) {
            const matrix4x3<double> matrix{vector3<double>{stored.x}, vector3<double>{stored.y},
                                           vector3<double>{stored.z}, vector3<double>{stored.position}};
            const bool is_renamed = stored.bone.view() != bones.at(bone_number).name();
            const bool is_rigid = impl::absolute(determinant(matrix) - 1.0) <= 0.01;
            if (renamed == npos && is_renamed) {
                renamed = bone_number;
                renamed_at = clip.file().offset_of(&stored);
            }
            if (scaled == npos && !is_rigid) {
                scaled = bone_number;
                scaled_at = clip.file().offset_of(&stored);
            }
            ++bone_number;
        }
    }
    if (!rising) {
        report(impl::odd::phase_order, "rtm.phases", falling_at);
    }
    if (renamed != npos) {
        report(impl::odd::bone_renamed, "rtm.phases", renamed_at, bones.at(renamed).name());
    }
    if (scaled != npos) {
        report(impl::odd::bone_scaled, "rtm.phases", scaled_at, bones.at(scaled).name());
    }
}

} // namespace effigy::inline v0::p3d
#endif
