// Scenes of Arma's files, brought back.
#pragma once

#include "facts/applied/differing.hpp"
#include "support/bring_back.hpp"

#include <effigy/file.hpp>
#include <effigy/p3d/lint.hpp>
#include <effigy/p3d/names.hpp>
#include <effigy/p3d/sample.hpp>
#include <effigy/p3d/scene.hpp>
#include <effigy/report.hpp>

#include <algorithm>
#include <ostream>
#include <set>
#include <vector>

namespace applied {

namespace p3d = effigy::p3d;

class p3d_check {
public:
    // Returns what is wrong with bringing the scenes of a model back, each level alone and all of them, or "".
    std::string operator()(const p3d::model& view, std::span<const std::byte> file) {
        const auto before = decode(view);
        if (!before) {
            return to_string(before.error());
        }
        ++models_;
        const auto levels = static_cast<std::uint32_t>(before->lods.count);
        std::string why;
        for (std::uint32_t i = 0; i < levels && why.empty(); ++i) {
            why = bring_back(view, *before, file, {.made_with = {.level = i, .include_points = true}});
        }
        const support::p3d_bringing all{.made_with = {.include_all_levels = true, .include_points = true}};
        why = why.empty() ? bring_back(view, *before, file, all) : why;
        return why.empty() ? check_edits(view, *before, all) : why;
    }
    // The same for an animation and the first of `models` that has the most of its bones.
    std::string operator()(const p3d::animation& view, std::span<const std::byte> file,
                           const std::vector<p3d::model>& models) {
        const p3d::model* best = nullptr;
        std::size_t most = 0;
        for (const p3d::model& each : models) {
            std::set<std::string> names;
            for (const p3d::lod& level : each.lods()) {
                for (const p3d::selection& part : level.selections()) {
                    names.insert(lower(part.name()));
                }
            }
            std::size_t found = 0;
            for (const p3d::bone& bone : view.bones()) {
                found += names.contains(lower(bone.name())) ? 1U : 0U;
            }
            if (found > most) {
                most = found;
                best = &each;
            }
        }
        const auto before = decode(view);
        if (best == nullptr || !before) {
            return before ? "" : to_string(before.error());
        }
        const p3d::named_clip clips[] = {{"clip", view}};
        support::p3d_bringing options{.made_with = {.include_all_levels = true, .clips = clips}};
        const auto of = decode(*best);
        const auto shown = to_scene(*best, options.made_with);
        if (!of || !shown) {
            return "cannot be read";
        }
        if (std::ranges::none_of(shown->clips, [](const auto& each) { return each.name == "clip"; })) {
            return "";
        }
        auto clip = *before;
        std::string said;
        if (const effigy::error why = support::bring_back(*shown, "clip", *of, clip, note(said), options)) {
            return to_string(why);
        }
        const auto again = encode(clip, file);
        if (!said.empty() || !(clip == *before) || !again || !std::ranges::equal(again->bytes, file)) {
            return "an equal scene changes the animation: " + said;
        }
        options.rewrite_all = true;
        if (const effigy::error why = support::bring_back(*shown, "clip", *of, clip, silent, options)) {
            return to_string(why);
        }
        ++clips_;
        if (greatest_error(*best, view, clip) > 4e-5) {
            return "all written anew moves points elsewhere";
        }
        if (std::string why = bring_back(*best, *of, {}, {.made_with = options.made_with}); !why.empty()) {
            return why;
        }
        p3d::owned_animation made;
        if (const effigy::error why =
                support::bring_back(*shown, "clip", *of, made, silent, {.made_with = options.made_with})) {
            return "a new file: " + to_string(why);
        }
        return encode(made) ? "" : "a new file cannot be written";
    }

    // Normals, and findings after edits: docs/p3d.md, "Bringing a scene back".
    [[nodiscard]] std::string unexpected() const {
        return unexpected_in(different_,
                             {"(finding after an edit) component-concave", "(finding after an edit) component-open",
                              "(finding after an edit) normals-contradict", "(finding after an edit) shadow-open",
                              "lods[].faces[].corners.corners[].normal", "lods[].normals", "lods[].normals[]",
                              "tag: selection"});
    }

    friend std::ostream& operator<<(std::ostream& to, const p3d_check& of) {
        to << of.models_ << " models, " << of.scenes_ << " scenes, and " << of.clips_
           << " clips: unchanged; all written anew, " << of.same_
           << " scenes and the clips are the same, points at most " << of.greatest_ << " of the size off; "
           << of.edited_ << " edits are as the scene; to_scene " << of.scene_time_ << " s, apply " << of.apply_time_
           << " s";
        for (const auto& [field, count] : of.different_) {
            to << "\n    other values in " << count << " scenes: " << field;
        }
        return to;
    }

private:
    [[nodiscard]] static std::string lower(std::string_view name) {
        std::string out{name};
        for (char& c : out) {
            c = effigy::lower(c);
        }
        return out;
    }
    // Returns the largest distance between points of a model that two animations move, at their phases, as a fraction
    // of the model's size; 1 if they have other bones or phases.
    double greatest_error(const p3d::model& of, const p3d::animation& before, const p3d::owned_animation& after) {
        const auto written = encode(after);
        const auto other = written ? p3d::open_animation(*written) : effigy::result<p3d::animation>{written.error()};
        if (!other || other->bones().size() != before.bones().size() ||
            other->phases().size() != before.phases().size()) {
            return 1;
        }
        double out = 0;
        effigy::box<double> around;
        std::vector<effigy::vector3<double>> a, b;
        for (const p3d::lod& level : of.lods()) {
            a.resize(level.points().size());
            b.resize(a.size());
            for (const p3d::phase& phase : before.phases()) {
                skin_positions(level, before, static_cast<double>(phase.time()), a);
                skin_positions(level, *other, static_cast<double>(phase.time()), b);
                for (std::size_t i = 0; i < a.size(); ++i) {
                    around.add(effigy::vector3<double>{level.points()[i]});
                    out = std::max(out, length(a[i] - b[i]));
                }
            }
        }
        out /= length(around.max - around.min);
        greatest_ = std::max(greatest_, out);
        return out;
    }
    // Counts the fields and tags in which two models differ by more than a rounding.
    template <class Model> bool count(const Model& before, const Model& after) {
        std::set<std::string> own;
        static_cast<void>(differences(before, after, [&](const effigy::difference& each) {
            const effigy::field_value &a = each.before, &b = each.after;
            const bool are_floats = a.kind() == effigy::number_kind::float32 && a.kind() == b.kind();
            bool same = are_floats && a.size() == b.size() && a.width() == b.width();
            for (std::size_t i = 0; same && i < a.size(); ++i) {
                for (std::size_t k = 0; same && k < a.width(); ++k) {
                    const double x = static_cast<double>(a.real(i, k)), y = static_cast<double>(b.real(i, k));
                    same = std::abs(x - y) <= 1e-5 * (1 + std::abs(x));
                }
            }
            if (!same && a.kind() != effigy::number_kind::byte) { // data of tags
                own.insert(each.path.pattern());
            }
        }));
        if constexpr (std::is_same_v<Model, p3d::owned_model>) {
            count_tags(before, after, own);
        }
        for (const std::string& field : own) {
            ++different_[field];
        }
        return !own.empty();
    }
    [[nodiscard]] static bool are_near(const p3d::tag& a, const p3d::tag& b) {
        const auto from = a.morph_frame().positions(), to = b.morph_frame().positions();
        bool nearby = !from.empty() && from.size() == to.size();
        for (std::size_t i = 0; i < from.size() && nearby; ++i) {
            const effigy::vector3<double> x{from[i]}, y{to[i]};
            nearby = length(x - y) <= 1e-5 * (1 + length(x));
        }
        return nearby || std::ranges::equal(a.data(), b.data());
    }
    static void count_tags(const p3d::owned_model& before, const p3d::owned_model& after, std::set<std::string>& own) {
        const auto levels = before.get(before.lods), other_levels = after.get(after.lods);
        for (std::size_t i = 0; i < levels.size() && i < other_levels.size(); ++i) {
            const auto tags = before.get(levels[i].tags), other = after.get(other_levels[i].tags);
            for (std::size_t k = 0; k < tags.size() && k < other.size(); ++k) {
                if (!are_near(before.tag(levels[i], k), after.tag(other_levels[i], k))) {
                    own.insert("tag: " + std::string{name_of(tags[k].kind)});
                }
            }
        }
    }
    std::string bring_back(const p3d::model& view, const p3d::owned_model& before, std::span<const std::byte> file,
                           support::p3d_bringing options) {
        auto shown = timed([&] { return to_scene(view, options.made_with); }, scene_time_);
        if (!shown) {
            return to_string(shown.error());
        }
        number_vertices(*shown);
        auto model = before;
        std::string said;
        if (const effigy::error why =
                timed([&] { return support::bring_back(*shown, model, note(said), options); }, apply_time_)) {
            return to_string(why);
        }
        if (!said.empty() || !(model == before)) {
            return "an equal scene changes the model: " + said;
        }
        if (!file.empty()) {
            const auto again = encode(model, file);
            if (!again || !std::ranges::equal(again->bytes, file)) {
                return "an equal scene changes the file";
            }
        }
        options.rewrite_all = true;
        if (const effigy::error why = support::bring_back(*shown, model, silent, options)) {
            return to_string(why);
        }
        ++scenes_;
        same_ += count(before, model) ? 0U : 1U;
        return "";
    }
    // Kinds of findings, but for those about shapes, which any moved point can change.
    [[nodiscard]] static std::set<std::string> findings_of(const p3d::model& view) {
        std::set<std::string> out;
        lint(view, [&](const effigy::finding& each) { out.insert(each.code); });
        return out;
    }
    std::string check_edits(const p3d::model& view, const p3d::owned_model& before,
                            const support::p3d_bringing& options) {
        const auto shown = to_scene(view, options.made_with);
        if (!shown || shown->meshes.empty()) {
            return "";
        }
        using edit = void (*)(effigy::scene::mesh&);
        for (const edit change : {edit{[](effigy::scene::mesh& mesh) { mesh.positions[0].y += 0.5F; }},
                                  edit{[](effigy::scene::mesh& mesh) { mesh.texcoords[0][0].x += 0.25F; }},
                                  edit{[](effigy::scene::mesh& mesh) {
                                      mesh.indices.erase(mesh.indices.end() - 3, mesh.indices.end());
                                      mesh.primitives.back().index_count -= 3;
                                  }},
                                  edit{[](effigy::scene::mesh& mesh) {
                                      for (std::size_t i = 0; i < 3; ++i) {
                                          mesh.indices.push_back(mesh.indices[i]);
                                      }
                                      std::swap(mesh.indices.end()[-1], mesh.indices.end()[-2]);
                                      mesh.primitives.back().index_count += 3;
                                  }}}) {
            effigy::scene edited = *shown;
            number_vertices(edited);
            change(edited.meshes[0]);
            if (verify(edited)) {
                continue;
            }
            auto model = before;
            if (const effigy::error why = support::bring_back(edited, model, silent, options)) {
                return "an edit: " + to_string(why);
            }
            if (model == before) {
                return "an edit changes nothing";
            }
            const auto written = encode(model);
            const auto again = written ? p3d::open(*written) : effigy::result<p3d::model>{written.error()};
            if (!again) {
                return "an edit: " + to_string(again.error());
            }
            const auto made = to_scene(*again, options.made_with);
            if (verify(*again) || !made) {
                return "an edit cannot be shown";
            }
            if (std::string why = compare(edited.meshes[0], made->meshes[0]); !why.empty()) {
                return "an edit is lost: " + why;
            }
            const auto old_findings = findings_of(view);
            for (const std::string& each : findings_of(*again)) {
                if (!old_findings.contains(each)) {
                    ++different_["(finding after an edit) " + each];
                }
            }
            ++edited_;
        }
        return "";
    }
    // Compares the triangles, since vertices may have another order.
    [[nodiscard]] static std::string compare(const effigy::scene::mesh& a, const effigy::scene::mesh& b) {
        const auto triangles = [](const effigy::scene::mesh& of) {
            std::vector<std::array<float, 15>> out;
            for (std::size_t i = 0; i + 2 < of.indices.size(); i += 3) {
                std::array<std::array<float, 5>, 3> corners{};
                for (std::size_t k = 0; k < 3; ++k) {
                    const auto v = of.indices[i + k];
                    corners[k] = {of.positions[v].x, of.positions[v].y, of.positions[v].z, of.texcoords[0][v].x,
                                  of.texcoords[0][v].y};
                }
                std::ranges::rotate(corners, std::ranges::min_element(corners));
                std::array<float, 15> all{};
                for (std::size_t k = 0; k < 15; ++k) {
                    all[k] = corners[k / 5][k % 5];
                }
                out.push_back(all);
            }
            std::ranges::sort(out);
            return out;
        };
        const auto before = triangles(a), after = triangles(b);
        return before.size() != after.size()
                   ? std::to_string(before.size()) + " triangles became " + std::to_string(after.size())
               : before == after ? ""
                                 : "corners of triangles";
    }

    std::size_t models_ = 0, scenes_ = 0, clips_ = 0, same_ = 0, same_clips_ = 0, edited_ = 0;
    double scene_time_ = 0, apply_time_ = 0, greatest_ = 0;
    std::map<std::string, std::size_t> different_;
};

} // namespace applied
