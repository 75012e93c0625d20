// Edits of real models: what follows from them, and what stays.
#pragma once

#include "facts/derived/samples.hpp"
#include "facts/derived/tally.hpp"

#include <effigy/content.hpp>
#include <effigy/m2/edit.hpp>
#include <effigy/m2/lint.hpp>

#include <array>
#include <cmath>
#include <set>

namespace derived {

// How many edits are possible, and how many of these have no new finding; all else that is expected of them is right.
// Not possible are: scaling a model of which files are missing,
// or whose box has the largest number; adding an animation whose .anim is missing; keys of a track that follows a
// global sequence, of an animation without a duration, or of animations that overlap; removing a submesh where a .skin
// is missing, or where profiles number geosets in other ways. A finding that is new in converted files is about
// collision meshes that share bytes with other lists in the original.
inline const tally::known_counts known_edits = {
    {"append animation: no new finding",
     "256: 17 of 17; 260: 20 of 20; 264: 6 of 6; 272: 3 of 3; converted: 25 of 27; mod: 46 of 46"},
    {"append animation: possible",
     "256: 17 of 17; 260: 20 of 20; 264: 6 of 7; 272: 3 of 4; converted: 27 of 27; mod: 46 of 46"},
    {"drop animation: no new finding",
     "256: 14 of 14; 260: 17 of 17; 264: 15 of 15; 272: 6 of 6; converted: 48 of 54; mod: 6 of 6"},
    {"drop animation: possible",
     "256: 14 of 14; 260: 17 of 17; 264: 15 of 15; 272: 6 of 6; converted: 54 of 54; mod: 6 of 6"},
    {"drop batch: no new finding", "256: 3 of 3; 260: 7 of 7; 264: 2 of 2; converted: 2 of 2; mod: 31 of 31"},
    {"drop batch: possible", "256: 3 of 3; 260: 7 of 7; 264: 2 of 3; converted: 2 of 2; mod: 31 of 31"},
    {"drop submesh: no new finding", "256: 12 of 12; 260: 17 of 17; 264: 3 of 3; converted: 14 of 15; mod: 34 of 34"},
    {"drop submesh: possible", "256: 12 of 12; 260: 17 of 17; 264: 3 of 4; converted: 15 of 17; mod: 34 of 34"},
    {"rename: no new finding",
     "256: 17 of 17; 260: 20 of 20; 264: 7 of 7; 272: 4 of 4; converted: 26 of 27; mod: 46 of 46"},
    {"rename: possible", "256: 17 of 17; 260: 20 of 20; 264: 7 of 7; 272: 4 of 4; converted: 27 of 27; mod: 46 of 46"},
    {"scale: no new finding",
     "256: 17 of 17; 260: 20 of 20; 264: 5 of 5; 272: 1 of 1; converted: 25 of 27; mod: 45 of 45"},
    {"scale: possible", "256: 17 of 17; 260: 20 of 20; 264: 5 of 7; 272: 1 of 4; converted: 27 of 27; mod: 45 of 46"},
    {"set keys: no new finding",
     "256: 14 of 14; 260: 19 of 19; 264: 7 of 7; 272: 4 of 4; converted: 24 of 26; mod: 46 of 46"},
    {"set keys: possible",
     "256: 14 of 14; 260: 19 of 19; 264: 7 of 7; 272: 4 of 4; converted: 26 of 27; mod: 46 of 46"},
};

// All fields that differ after scaling.
inline const std::set<std::string> scaled_fields = {"animations[].bounds.max",
                                                    "animations[].bounds.min",
                                                    "animations[].bounds.radius",
                                                    "animations[].moveSpeed",
                                                    "attachments[].position",
                                                    "bones[].pivot",
                                                    "bones[].translation.values",
                                                    "bounds.max",
                                                    "bounds.min",
                                                    "bounds.radius",
                                                    "cameras[].farClip",
                                                    "cameras[].nearClip",
                                                    "cameras[].positionBase",
                                                    "cameras[].targetBase",
                                                    "collisionBounds.max",
                                                    "collisionBounds.min",
                                                    "collisionBounds.radius",
                                                    "collisionVertices",
                                                    "events[].position",
                                                    "lights[].attenuationEnd.values",
                                                    "lights[].attenuationStart.values",
                                                    "lights[].position",
                                                    "particles[].areaLength.values",
                                                    "particles[].areaWidth.values",
                                                    "particles[].followSpeed",
                                                    "particles[].gravity.values",
                                                    "particles[].position",
                                                    "particles[].scale.values",
                                                    "particles[].scales",
                                                    "particles[].speed.values",
                                                    "particles[].zSource.values",
                                                    "skinProfiles[].submeshSortings[].center",
                                                    "skinProfiles[].submeshSortings[].radius",
                                                    "skinProfiles[].submeshes[].center",
                                                    "vertices[].position"};

// A model and its files, after an edit.
class edited_files {
public:
    edited_files(const m2::owned_model& own, const m2::model& original)
        : files_(encode(own, original.file().bytes(), original.companions())) {
        if (files_) {
            table_ = files_->table();
            view_ = m2::open(files_->model, std::span<const m2::companion>{table_});
        }
    }
    edited_files(const edited_files&) = delete;
    edited_files& operator=(const edited_files&) = delete;
    ~edited_files() = default;

    [[nodiscard]] const effigy::result<m2::model>& view() const { return view_; }
    [[nodiscard]] bool has_bytes_of(const m2::model& original) const {
        bool same = files_ && std::ranges::equal(files_->model, original.file().bytes());
        for (std::size_t i = 0; same && i < table_.size(); ++i) {
            const std::span<const std::byte> a = table_[i].bytes, b = original.companions()[i].bytes;
            same = std::ranges::equal(a, b);
        }
        return same;
    }

private:
    effigy::result<m2::written_files> files_;
    effigy::pool<m2::companion> table_;
    effigy::result<m2::model> view_{m2::model{}};
};

class edits {
public:
    void run(const std::string& name, const m2::model& original, const m2::owned_model& own) {
        name_ = name;
        group_ = group_of(name);
        if (group_.empty()) {
            return;
        }
        original_ = &original;
        own_ = &own;
        findings_ = findings_of(original);
        rename();
        scale_there_and_back();
        const std::uint32_t count = own.animations.count;
        if (count > 1) {
            for (const std::uint32_t number : std::set{0U, count / 2, count - 1}) {
                drop_an_animation(number);
            }
        }
        if (count != 0) {
            append(count / 2);
            change_keys(count / 3);
        }
        if (!own.skin_profiles.empty()) {
            drop_a_submesh();
            drop_a_batch();
        }
    }
    // Prints the counts. Returns whether they are the known ones.
    [[nodiscard]] bool print(std::ostream& to) const {
        for (const std::string& field : scaled_) {
            to << (scaled_fields.contains(field) ? "" : "scaled: " + field + '\n');
        }
        return found_.print(to, known_edits) && scaled_ == scaled_fields;
    }

private:
    void add(const std::string& rule, bool is_right) { found_.add(rule, group_, name_, is_right); }

    [[nodiscard]] static std::set<std::string> findings_of(const m2::model& of) {
        std::set<std::string> out;
        lint(of, [&](const effigy::finding& found) { out.insert(found.code); });
        return out;
    }
    // Counts whether an edit is possible, and whether its files can be opened, are valid, have the edited model and no
    // new findings. Passes the view of the model then.
    template <class Check>
    void check(const std::string& edit, const m2::owned_model& edited, const effigy::error& why, const Check& check) {
        add(edit + ": possible", !why);
        if (why) {
            add(edit + ": unchanged after an error", edited == *own_);
            return;
        }
        const edited_files files{edited, *original_};
        const auto again = files.view() ? decode(*files.view()) : effigy::result<m2::owned_model>{files.view().error()};
        const bool is_written = again && equal_content(*again, edited);
        add(edit + ": written", is_written);
        if (is_written) {
            add(edit + ": valid", verify(*original_) || !verify(*files.view()));
            add(edit + ": no new finding", std::ranges::includes(findings_, findings_of(*files.view())));
            check(*files.view());
        }
    }
    [[nodiscard]] bool has_same_bytes(const m2::owned_model& edited) const {
        return edited_files{edited, *original_}.has_bytes_of(*original_);
    }

    void rename() {
        m2::owned_model edited = *own_;
        const auto there = rename_textures(edited, std::array{effigy::renaming{"*", "~*"}});
        check("rename", edited, there.error(), [&](const m2::model&) {
            const auto back = rename_textures(edited, std::array{effigy::renaming{"~*", "*"}});
            add("rename: the same bytes after renaming back", back && *back == *there && has_same_bytes(edited));
        });
    }
    void scale_there_and_back() {
        m2::owned_model edited = *own_;
        check("scale", edited, scale(edited, 2), [&](const m2::model&) {
            bool is_doubled = true;
            static_cast<void>(differences(*own_, edited, [&](const effigy::difference& found) {
                for (std::size_t i = 0; i < found.before.size() * found.before.width(); ++i) {
                    const std::size_t k = i % found.before.width(), row = i / found.before.width();
                    const double before = found.before.real(row, k), after = found.after.real(row, k);
                    const bool is_of_empty_box = before == after && std::abs(before) > 1e38;
                    is_doubled = is_doubled && (after == 2 * before || is_of_empty_box);
                }
                scaled_.insert(without_numbers(found.path.text()));
            }));
            add("scale: fields are doubled", is_doubled);
            add("scale: the same bytes after scaling back", !scale(edited, 0.5F) && has_same_bytes(edited));
        });
    }
    void drop_an_animation(std::uint32_t number) {
        m2::owned_model edited = *own_;
        check("drop animation", edited, drop_animation(edited, number), [&](const m2::model& now) {
            bool same = true, is_found = true;
            for (std::uint32_t i = 0; i < now.animations().size(); ++i) {
                same = same && samples(*original_, i < number ? i : i + 1) == samples(now, i);
                const std::uint32_t found = now.animations().find(now.animations()[i].id());
                is_found = is_found && found <= i;
            }
            add("drop animation: others move as before", same);
            add("drop animation: ids are found", is_found);
        });
    }
    void append(std::uint32_t number) {
        m2::owned_model edited = *own_;
        const auto added = append_animation(edited, *own_, number);
        check("append animation", edited, added.error(), [&](const m2::model& now) {
            add("append animation: moves as its source",
                are_near(samples(*original_, number), samples(now, own_->animations.count)));
            add("append animation: others move as before", moves_as_before(now, effigy::npos));
        });
    }
    // Moves a bone in the middle of the list.
    void change_keys(std::uint32_t number) {
        m2::owned_model edited = *own_;
        const std::uint32_t bone = own_->bones.count / 2, duration = own_->get(own_->animations)[number].duration;
        if (own_->bones.empty() || own_->get(own_->bones)[bone].translation.global_sequence >= 0 || duration == 0) {
            return;
        }
        const std::array<effigy::vec3<effigy::form::host>, 2> values{{{1, 2, 3}, {4, 5, 6}}};
        const effigy::error why =
            set_keys(edited, edited.get(edited.bones)[bone].translation, number, std::array{0U, duration}, values);
        check("set keys", edited, why, [&](const m2::model& now) {
            const auto at = [&](double part) {
                return m2::sample<double>(now.bones()[bone].translation(),
                                          {.animation = number, .seconds = part * now.animations()[number].duration()});
            };
            add("set keys: the bone moves",
                at(0) == effigy::vector3<double>{1, 2, 3} && at(1) == effigy::vector3<double>{4, 5, 6});
            add("set keys: others move as before", moves_as_before(now, number));
        });
    }
    // Whether all animations of the original but one and its aliases have the same values.
    [[nodiscard]] bool moves_as_before(const m2::model& now, std::uint32_t but) const {
        bool same = true;
        for (std::uint32_t i = 0; i < own_->animations.count; ++i) {
            const bool is_changed = i == but || (but != effigy::npos && are_aliases(i, but));
            same = same && (is_changed || are_near(samples(*original_, i), samples(now, i)));
        }
        return same;
    }
    [[nodiscard]] bool are_aliases(std::uint32_t a, std::uint32_t b) const {
        return original_->animations().resolve_alias(a) == original_->animations().resolve_alias(b);
    }
    void drop_a_submesh() {
        const auto& profile = own_->get(own_->skin_profiles)[0];
        const std::uint32_t count = profile.submeshes.count, number = count / 2;
        if (count < 2) {
            return;
        }
        m2::owned_model edited = *own_;
        check("drop submesh", edited, drop_submesh(edited, number), [&](const m2::model& now) {
            bool same = now.skin_profiles().size() == original_->skin_profiles().size();
            for (std::uint32_t i = 0, old = 0; i < count; ++i) {
                const bool is_dropped = geoset(i) == geoset(number);
                same = same && (is_dropped || triangles(now, old) == triangles(*original_, i));
                old += is_dropped ? 0U : 1U;
            }
            add("drop submesh: others are drawn as before", same);
        });
    }
    [[nodiscard]] std::uint32_t geoset(std::uint32_t submesh) const {
        const auto& profile = own_->get(own_->skin_profiles)[0];
        const auto batches = own_->get(profile.batches);
        const auto found =
            std::ranges::find_if(batches, [&](const m2::owned_batch& one) { return one.submesh == submesh; });
        return found != batches.end() ? found->geoset : effigy::npos;
    }
    // A second layer.
    void drop_a_batch() {
        const auto batches = own_->get(own_->get(own_->skin_profiles)[0].batches);
        const auto layer = std::ranges::find_if(batches, [](const m2::owned_batch& one) { return one.layer != 0; });
        if (layer == batches.end()) {
            return;
        }
        m2::owned_model edited = *own_;
        const effigy::error why = drop_batch(edited, static_cast<std::uint32_t>(layer - batches.begin()));
        check("drop batch", edited, why, [&](const m2::model& now) {
            add("drop batch: one less", now.skin_profiles()[0].batches().size() < batches.size());
        });
    }

    std::string name_, group_; // of the file
    const m2::model* original_ = nullptr;
    const m2::owned_model* own_ = nullptr;
    std::set<std::string> findings_; // of the original
    std::set<std::string> scaled_;
    tally found_;
};

} // namespace derived
