// Reports what is unusual in a readable file: oddities of real files, and causes of problems in the game. None is an
// error: open() accepts all of them.
#pragma once

#include <effigy/core/finding.hpp>
#include <effigy/core/impl/platform.hpp>
#include <effigy/p3d/view.hpp>

namespace effigy { inline namespace v0 { namespace p3d {

// Calls sink(finding) for each finding about a model.
EFFIGY_API void lint(const model& from, finding_sink sink);

// Calls sink(finding) for each finding about an animation.
EFFIGY_API void lint(const animation& clip, finding_sink sink);

}}} // namespace effigy::v0::p3d

#if defined(EFFIGY_HAS_BODIES)
#include <effigy/core/impl/finite.hpp>
#include <effigy/core/impl/reporter.hpp>
#include <effigy/p3d/lint/components.hpp>
#include <effigy/p3d/lint/levels.hpp>
#include <effigy/p3d/lint/normals.hpp>
#include <effigy/p3d/lint/oddities.hpp>
#include <effigy/p3d/names.hpp>
#include <effigy/p3d/view/proxy.hpp>
#include <effigy/p3d/view/selected.hpp>

#include <algorithm>
#include <set>
#include <string_view>
#include <tuple>
#include <vector>

namespace effigy { inline namespace v0 { namespace p3d {

namespace impl {

using namespace effigy::impl;

[[nodiscard]] inline bool is_ascii(std::string_view text) noexcept {
    return std::find_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0x80) != 0; }) ==
           text.end();
}
// Whether a path begins with the letter of a drive.
[[nodiscard]] inline bool has_drive(std::string_view path) noexcept {
    const char letter = path.size() > 2 ? lower(path[0]) : '\0';
    return letter >= 'a' && letter <= 'z' && path[1] == ':' && (path[2] == '\\' || path[2] == '/');
}

// Reports the findings of one LOD.
template <class = when_used> class lod_linter {
public:
    lod_linter(const lod& level, byte_view file, const reporter& report) noexcept
        : lod_(level), kind_(level.kind()), file_(file), report_(report) {}

    void all() const {
        if (kind_ == lod_kind::unknown) {
            report_(odd::resolution, "p3d.lods[].resolution", lod_.end_offset() - sizeof(f32<>));
        }
        if (!lod_.extra_header().empty()) {
            report_(odd::header_longer, "p3d.lods[].header", lod_.extra_header().data());
        }
        points();
        normals();
        faces();
        shadow();
        geometry();
        tags();
        names();
        frames();
    }

private:
    // ---- points, normals, faces ------------------------------------------------------------------------------------

    void points() const {
        if (!all_finite(lod_.points())) {
            report_(odd::position_not_finite, "p3d.lods[].points", lod_.offset() + lod_.header_size());
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
        const auto report = [&](const oddity& what) { report_(what, "p3d.lods[].normals", lod_.normals().data()); };
        if (zero && !is_geometry_only(kind_)) {
            report(odd::normals_zero);
        }
        if (stretched) {
            report(odd::normals_not_unit);
        }
        if (!is_geometry_only(kind_) && !is_shadow_volume(kind_) && contradict()) {
            report(odd::normals_contradict);
        }
    }
    [[nodiscard]] bool contradict() const {
        normal_judge judge{std::vector<judged_face>{}};
        for (const p3d::face& face : lod_.faces()) {
            judge.add(
                face.corners(), [points = lod_.points()](std::uint32_t i) { return points.at(i); },
                [normals = lod_.normals()](std::uint32_t i) { return normals.at(i); });
        }
        return judge.contradict();
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
        face_oddity missing_point, missing_normal, repeated, line, uv_broken, on_drive, not_ascii, cut;
        for (const p3d::face& face : lod_.faces()) {
            const array<p3d::corner> corners = face.corners();
            line.note(corners.size() < 3, face);
            if (!face.texture().empty() || !face.material().empty()) {
                on_drive.note(has_drive(face.texture()) || has_drive(face.material()), face);
                not_ascii.note(!is_ascii(face.texture()) || !is_ascii(face.material()), face);
                cut.note(lod_.format() != lod_format::p3dm && face.texture().size() == sizeof(text<32>), face);
            }
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
                report_.named(found.texture())(what, "p3d.lods[].faces", lod_.faces_offset());
            }
        };
        report_if(missing_point, odd::face_point);
        report_if(missing_normal, lod_.normals().empty() ? odd::face_normal_of_none : odd::face_normal);
        report_if(repeated, odd::face_repeated_point);
        report_if(line, odd::face_line);
        report_if(uv_broken, odd::uv_not_finite);
        report_if(on_drive, odd::texture_drive);
        report_if(not_ascii, odd::name_not_ascii);
        report_if(cut, odd::text_cut);
    }

    void shadow() const {
        if (!is_shadow_volume(kind_)) {
            return;
        }
        surface volume{lod_.points()};
        for (const p3d::face& face : lod_.faces()) {
            volume.add(face.corners());
        }
        if (volume.shape() == surface_shape::open) {
            report_(odd::shadow_open, "p3d.lods[].faces", lod_.faces_offset());
        }
    }

    // ---- geometry --------------------------------------------------------------------------------------------------

    void geometry() const {
        if (!has_components(kind_) || lod_.faces().empty()) { // empty geometry is usual
            return;
        }
        components();
        if (kind_ != lod_kind::geometry) {
            return;
        }
        bool is_large = false;
        for (const vec3<>& point : lod_.points()) { // BI wiki, LOD: 50 or 60 m, but no limit upwards
            is_large = is_large || absolute(point.x.get()) > 60 || absolute(point.z.get()) > 60;
        }
        if (is_large) {
            report_(odd::geometry_large, "p3d.lods[].points", lod_.offset() + lod_.header_size());
        }
        if (!has_tag(tag_kind::mass)) {
            report_(odd::mass_missing, "p3d.lods[].points", lod_.offset() + lod_.header_size());
        }
    }
    [[nodiscard]] bool has_tag(tag_kind kind) const {
        for (const p3d::tag& tag : lod_.tags()) {
            if (tag.kind() == kind) {
                return true;
            }
        }
        return false;
    }

    struct component {
        std::uint32_t number, tag_number;
        p3d::tag tag;
    };
    void components() const {
        constexpr std::string_view occluder = "occluder"; // they hide what is behind them, and need no components
        std::vector<component> found;
        bool occludes = false;
        std::uint32_t tag_number = 0;
        for (const p3d::tag& tag : lod_.tags()) {
            if (const std::uint32_t number = component_number(tag.name()); number != 0) {
                found.push_back({number, tag_number, tag});
            }
            occludes = occludes || compare_any_case(tag.name().substr(0, occluder.size()), occluder) == 0;
            ++tag_number;
        }
        if (found.empty()) {
            if (!occludes) {
                report_(odd::component_missing, "p3d.lods[].faces", lod_.faces_offset());
            }
            return;
        }
        std::sort(found.begin(), found.end(), [](const component& x, const component& y) {
            return std::tie(x.number, x.tag_number) < std::tie(y.number, y.tag_number);
        });
        found.erase(std::unique(found.begin(), found.end(), // the engine takes the first of each name
                                [](const component& x, const component& y) { return x.number == y.number; }),
                    found.end());
        numbers(found);
        shapes(found);
    }
    // The engine asks for one number after the other, until there is no such component. Arma 3 asks for 1 and 3 in
    // models of persons ("Convex component number 3. not found", Arma3ObjectBuilder#118).
    void numbers(const std::vector<component>& sorted) const {
        for (std::uint32_t i = 0; i < sorted.size(); ++i) {
            if (const component& here = sorted[i]; here.number != i + 1) {
                const bool is_person = sorted.size() == 2 && i == 1 && here.number == 3;
                tag_report{*this, here.tag,
                           here.tag_number}(is_person ? odd::component_gap_of_person : odd::component_gap);
                return;
            }
        }
    }
    void shapes(const std::vector<component>& all) const {
        std::vector<array<corner>> faces;
        for (const p3d::face& face : lod_.faces()) {
            faces.push_back(face.corners());
        }
        surface made{lod_.points()};
        for (const component& here : all) {
            const tag_report report{*this, here.tag, here.tag_number};
            const p3d::selection part = here.tag.selection();
            std::size_t count = 0;
            made.clear();
            for_each_selected(part.face_bytes(), [&](std::uint32_t number, u8) {
                made.add(number < faces.size() ? faces[number] : array<corner>{});
                ++count;
                return true;
            });
            if (count < 4) { // the log of Arma 3: "Strange convex component"
                if (count != 0 || has_points(part)) {
                    report(odd::component_faces);
                }
                continue;
            }
            switch (made.shape()) {
            case surface_shape::open: report(odd::component_open); break;
            case surface_shape::concave: report(odd::component_concave); break;
            case surface_shape::convex: break;
            }
        }
    }

    // ---- tags ------------------------------------------------------------------------------------------------------

    // Reports findings about one tag, with the name of its property if it has one, else with the name of the tag.
    struct tag_report {
        const lod_linter& linter;
        const p3d::tag& tag;
        std::uint32_t number;

        void operator()(const oddity& what) const {
            report(what, "p3d.lods[].tags[]", name_offset() - (is_p3dm() ? sizeof(u8) : 0));
        }
        void of_size(const oddity& what) const {
            const std::uint64_t end = is_p3dm() ? tag.name().size() + 1 : sizeof(text<64>); // of the name
            report(what, "p3d.lods[].tags[].size", name_offset() + end);
        }

    private:
        [[nodiscard]] std::uint64_t name_offset() const noexcept { return linter.file_.offset_of(tag.name().data()); }
        [[nodiscard]] bool is_p3dm() const noexcept { return linter.lod_.format() == lod_format::p3dm; }
        void report(const oddity& what, const char* path, std::uint64_t offset) const {
            const p3d::property stored = tag.property();
            linter.report_.inside(number, stored ? stored.name() : tag.name())(what, path, offset);
        }
    };
    void tags() const {
        std::uint32_t number = 0;
        std::uint32_t uv_sets = 0;
        for (const p3d::tag& tag : lod_.tags()) {
            const tag_report report{*this, tag, number++};
            if (!tag.has_right_size()) {
                report.of_size(odd::tag_size);
            }
            if (!tag.counts_id()) {
                report.of_size(odd::uv_set_size);
            }
            if (tag.active() != 1) {
                report(odd::tag_inactive);
            }
            uv_sets += tag.kind() == tag_kind::uv_set ? 1U : 0U;
            const bool is_plain = is_geometry_only(kind_) || kind_ == lod_kind::shadow_volume;
            if (tag.kind() == tag_kind::uv_set && uv_sets == 2 && is_plain) {
                report(odd::uv_set_second);
            }
            if (!is_ascii(tag.name()) || !is_ascii(tag.property().name())) {
                report(odd::name_not_ascii);
            }
            if (lod_.format() != lod_format::p3dm && tag.name().size() == sizeof(text<64>)) {
                report(odd::text_cut);
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
            return;
        }
        const proxy_name proxy = proxy_of(tag.name());
        if (!proxy) {
            const p3d::selection part = tag.selection();
            if (part && !has_points(part) && first_face(part) == npos) {
                report(odd::selection_empty);
            }
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
        if (has_drive(proxy.path)) {
            report(odd::texture_drive);
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
        // Adds a name. Returns whether it is the first that was added before.
        [[nodiscard]] bool is_first_repeated(std::string_view name) {
            const bool is_first = !names_.insert(name).second && !has_repeated_;
            has_repeated_ = has_repeated_ || is_first;
            return is_first;
        }

    private:
        struct before {
            [[nodiscard]] bool operator()(std::string_view a, std::string_view b) const noexcept {
                return compare_any_case(a, b) < 0;
            }
        };
        std::set<std::string_view, before> names_;
        bool has_repeated_ = false;
    };
    void names() const {
        name_set selections, properties;
        std::uint32_t number = 0;
        for (const p3d::tag& tag : lod_.tags()) {
            const tag_report report{*this, tag, number++};
            if (tag.kind() == tag_kind::selection && selections.is_first_repeated(tag.name())) {
                report(odd::selection_repeated);
            } else if (const p3d::property stored = tag.property();
                       stored && properties.is_first_repeated(stored.name())) {
                report(odd::property_repeated);
            }
        }
    }

    // ---- frames ----------------------------------------------------------------------------------------------------

    // The game's log: "Key frame animation, no 'keyframe' property" (acemod/ACE3#526).
    void frames() const {
        if (lod_.morph_frames().empty() || lod_.property("keyframe")) {
            return;
        }
        std::uint32_t number = 0;
        for (const p3d::tag& tag : lod_.tags()) {
            const tag_report report{*this, tag, number++};
            if (tag.morph_frame()) {
                report(odd::frames_keyframe);
                return;
            }
        }
    }

    const lod& lod_;
    lod_kind kind_;
    byte_view file_;
    const reporter& report_;
};

} // namespace impl

EFFIGY_API_BODY void lint(const model& from, finding_sink sink) {
    const impl::reporter report{from.file(), sink};
    if (!from.trailing().empty()) {
        report(impl::odd::trailing_bytes, "p3d", from.trailing().data());
    }
    std::uint32_t number = 0;
    std::uint64_t first = 0; // offset of the first level
    float before = 0;
    impl::shadow_caster caster;
    impl::vanishing<> invisible;
    for (const lod& level : from.lods()) {
        impl::lod_linter<>{level, from.file(), report.inside(number, {})}.all();
        first = number == 0 ? level.offset() : first;
        caster.add(level, number);
        invisible.add(level, number);
        const auto report_order = [&](const oddity& what) {
            report(what, "p3d.lods[].resolution", level.end_offset() - sizeof(f32<>), number);
        };
        if (number != 0 && level.resolution() == before) {
            report_order(impl::odd::resolution_repeated);
        } else if (number != 0 && !(level.resolution() > before)) {
            report_order(impl::odd::resolution_order);
        }
        before = level.resolution();
        ++number;
    }
    if (number >= 30) { // BI wiki, LOD
        report(impl::odd::levels_many, "p3d.lodCount", first - sizeof(u32<>));
    }
    invisible.report(report);
    if (caster.is_too_detailed()) {
        report(impl::odd::shadow_detailed, "p3d.lods[].faces", caster.level().faces_offset(), caster.number());
    }
}

EFFIGY_API_BODY void lint(const animation& clip, finding_sink sink) {
    const byte_view file = clip.file();
    const impl::reporter report{file, sink};
    if (!clip.trailing().empty()) {
        report(impl::odd::trailing_bytes_of_clip, "rtm", clip.trailing().data());
    }
    const auto bones = clip.bones();
    for (const p3d::bone& bone : bones) {
        if (!impl::is_ascii(bone.name())) {
            const impl::reporter report_bone = report.inside(bone.index(), bone.name());
            report_bone(impl::odd::name_not_ascii, "rtm.boneNames[]", bone.name().data());
        }
    }
    const std::uint64_t end = file.size() - clip.trailing().size();
    const std::uint64_t count = clip.phases().size(), size_of_one = sizeof(f32<>) + bones.size() * sizeof(bone_pose);
    float before = 0;
    bool falls = false, is_renamed = false, is_scaled = false;
    std::uint32_t number = 0;
    for (const p3d::phase& here : clip.phases()) {
        if (!falls && number != 0 && !(here.time() >= before)) {
            falls = true;
            report(impl::odd::phase_order, "rtm.phases[].phase", end - (count - number) * size_of_one, number);
        }
        before = here.time();
        std::uint32_t bone_number = 0;
        for (const bone_pose& stored : here.bones()) {
            const matrix4x3<double> matrix{vector3<double>{stored.x}, vector3<double>{stored.y},
                                           vector3<double>{stored.z}, vector3<double>{stored.position}};
            const std::string_view name = bones.at(bone_number).name();
            const auto report_first = [&](bool& is_known, const oddity& what) {
                if (!is_known) {
                    is_known = true;
                    report.inside(number, name)(what, "rtm.phases[].bones[]", &stored, bone_number);
                }
            };
            if (stored.bone.view() != name) {
                report_first(is_renamed, impl::odd::bone_renamed);
            }
            if (!(impl::absolute(determinant(matrix) - 1.0) <= 0.01)) {
                report_first(is_scaled, impl::odd::bone_scaled);
            }
            ++bone_number;
        }
        ++number;
    }
}

}}} // namespace effigy::v0::p3d
#endif
