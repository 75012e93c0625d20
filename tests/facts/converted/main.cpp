// effigy_converted FOLDER: converts each World of Warcraft model of a folder to the other versions, writes and opens
// it, and compares what it looks like. Prints what the versions cannot say, and what differs after a conversion and
// back. It fails if anything else differs.
#include "facts/converted/sampling.hpp"
#include "facts/converted/twin.hpp"
#include "facts/files.hpp"

#include <effigy/content.hpp>
#include <effigy/m2/check_target.hpp>
#include <effigy/m2/lint.hpp>
#include <effigy/m2/load.hpp>
#include <effigy/m2/sample/material.hpp>
#include <effigy/m2/verify.hpp>
#include <effigy/report.hpp>

#include <array>
#include <iostream>
#include <set>

namespace {

using effigy::result;
using namespace converted;

constexpr std::array<std::uint32_t, 4> versions{256, 260, 264, 272};

// The version of a conversion that a version is read as.
std::uint32_t group_of(std::uint32_t version) {
    return version < 260 ? 256 : version < 264 ? 260 : version < 272 ? 264 : 272;
}

std::set<std::string> warnings_of(const m2::model& view) {
    std::set<std::string> out;
    lint(view, [&](const effigy::finding& found) {
        if (found.level == effigy::severity::warning) {
            out.insert(found.code);
        }
    });
    return out;
}

// What is not as in the game's own files.
std::set<std::string> oddities_of(const m2::owned_model& own) {
    std::set<std::string> out;
    static_cast<void>(check_target(own, group_of(own.version), [&](const effigy::finding& found) {
        out.insert(std::string{found.code} + ": " + found.path_prefix + found.path);
    }));
    return out;
}

// Why a field is another one after a conversion and back; empty if it must be the same.
std::string cause_of(std::string_view path) {
    constexpr std::pair<const char*, const char*> causes[] = {
        {"ranges", "ranges of keys"},
        {"times", "keys: at the start and the end of each animation, none outside"},
        {"parts", "keys: at the start and the end of each animation, none outside"},
        {"values", "keys: at the start and the end of each animation, none outside"},
        {"packedParts", "keys: at the start and the end of each animation, none outside"},
        {"fieldOfView", "keys: at the start and the end of each animation, none outside"},
        {"ages", "particles: three values at birth, middle and death"},
        {"animations[].start", "places on the time line"},
        {"animations[].end", "places on the time line"},
        {"animations[].aliasNext", "aliases: rings; none by flag before version 264"},
        {"animations[].flags", "flags of aliases and of where keys are"},
        {"animations[].keyPlace", "keys of .anim files in the model"},
        {"animations[].variation", "running numbers of variations"},
        {"animationLookup", "a table of another converter"},
        {"playableLookup", "a table of another converter"},
        {"unknown", "numbers of bones"},
        {"submeshSortings", "centers for sorting"},
        {"shadowBatches", "batches for the shadow map"},
        {"globalFlags", "combos"},
        {"textureCombinerCombos", "combos"},
        {"shader", "combos"},
        {"textureCount", "combos"},
        {"boneLimit", "profiles for numbers of bones"},
        {"collisionTriangles", "a false collision mesh"},
        {"collisionVertices", "a false collision mesh"},
        {"collisionNormals", "a false collision mesh"},
        {"collisionBounds", "a false collision mesh"},
        {"skinProfileCount", ".skin files that are missing"},
        {"skinProfiles[].number", ".skin files that are missing"},
    };
    if (path.starts_with("particles[") && path.find("].values") != path.npos) {
        return "particles: three values at birth, middle and death";
    }
    std::string plain; // without numbers
    bool is_number = false;
    for (const char c : path) {
        is_number = is_number && c != ']';
        plain += is_number ? "" : std::string{c};
        is_number = is_number || c == '[';
    }
    for (const auto& [part, cause] : causes) {
        if (("." + plain + ".").find("." + std::string{part} + ".") != plain.npos ||
            ("." + plain + ".").find("." + std::string{part} + "[") != plain.npos) {
            return cause;
        }
    }
    return plain.starts_with("particles[]") ? "particles: values of one version only" : "";
}

struct losses {
    std::map<std::string, std::array<std::size_t, 2>> by_code; // findings, conversions
    std::set<std::string> codes;                               // of the last conversion

    [[nodiscard]] result<m2::owned_model> convert(const m2::owned_model& from, std::uint32_t version) {
        codes.clear();
        auto out = convert_version(from, version, [&](const effigy::finding& found) {
            ++by_code[found.code][0];
            codes.insert(found.code);
        });
        for (const std::string& code : codes) {
            ++by_code[code][1];
        }
        return out;
    }
};

template <class T> bool same_bytes(const effigy::array<T>& a, const effigy::array<T>& b) {
    return std::ranges::equal(std::as_bytes(std::span<const T>{a}), std::as_bytes(std::span<const T>{b}));
}

class conversions {
public:
    void add(const std::string& name, const m2::model& view, const m2::owned_model& own) {
        ++models_;
        const std::set<std::string> warnings = warnings_of(view), oddities = oddities_of(own);
        for (const std::uint32_t version : versions) {
            if (group_of(view.version()) == version) {
                continue;
            }
            const auto made = losses_.convert(own, version);
            if (!made) {
                ++refused_[to_string(made.error())];
                continue;
            }
            ++made_;
            compare(name + " as " + std::to_string(version), view, *made, warnings);
            for (const std::string& oddity : oddities_of(*made)) {
                if (!oddities.contains(oddity)) {
                    fail(name + " as " + std::to_string(version), oddity);
                }
            }
        }
        const std::uint32_t there = group_of(view.version()) == 256 ? 264 : group_of(view.version()) == 264 ? 260 : 0;
        if (there != 0) {
            back_and_forth(name, own, there);
        }
    }
    [[nodiscard]] bool print() const {
        std::cout << models_ << " models, " << made_ << " conversions; " << sampling_.samples
                  << " samples, the worst difference is " << sampling_.worst << '\n';
        for (const auto& [why, count] : refused_) {
            std::cout << "refused " << count << ": " << why << '\n';
        }
        std::cout << "what a version cannot say, and in how many conversions:\n";
        for (const auto& [code, counts] : losses_.by_code) {
            std::cout << "    " << code << ": " << counts[0] << " in " << counts[1] << '\n';
        }
        for (const auto& [version, differing] : differing_) {
            std::cout << "to " << version << " and back: " << same_.at(version)
                      << " models are the same; others differ in\n";
            for (const auto& [path, count] : differing) {
                std::cout << "    " << path << ": " << count << '\n';
            }
        }
        constexpr std::size_t known_conversions = 825, known_refusals = 15;
        std::size_t refused = 0;
        for (const auto& [why, count] : refused_) {
            refused += count;
        }
        if (made_ < known_conversions || refused > known_refusals) {
            std::cout << "fewer conversions than " << known_conversions << '\n';
        }
        return failures_ == 0 && made_ >= known_conversions && refused <= known_refusals;
    }

private:
    void fail(const std::string& name, const std::string& why) {
        std::cout << name << ": " << why << '\n';
        ++failures_;
    }
    void compare(const std::string& name, const m2::model& view, const m2::owned_model& made,
                 const std::set<std::string>& warnings) {
        const auto files = encode(made);
        if (!files) {
            return fail(name, to_string(files.error()));
        }
        const auto table = files->table();
        const auto opened = m2::open(files->model, std::span<const m2::companion>{table});
        if (!opened || opened->version() != made.version) {
            return fail(name, to_string(opened.error()));
        }
        if (const effigy::error before = verify(view), after = verify(*opened); after && !before) {
            fail(name, to_string(after));
        }
        for (const std::string& code : warnings_of(*opened)) {
            // Lists that shared bytes with others are by themselves now, so that lint() looks at them.
            const bool is_seen_now = warnings.contains("collision-stale") && code.starts_with("collision-");
            if (!warnings.contains(code) && !is_seen_now) {
                fail(name, "a new warning: " + code);
            }
        }
        compare_meshes(name, view, *opened);
        compare_animations(name, view, *opened);
        sampling_.wrong.clear();
        sampling_.compare(view, *opened);
        for (std::size_t i = 0; i < view.particles().size() && !losses_.codes.contains("convert-particle-life") &&
                                !losses_.codes.contains("convert-particle");
             ++i) {
            sampling_.compare_looks(view.particles().at(i), opened->particles().at(i));
        }
        for (const auto& [track, count] : sampling_.wrong) {
            if (count != 0) {
                fail(name, track + " differs in " + std::to_string(count) + " samples");
            }
        }
    }
    static bool is_same_profile(const m2::skin_profile& x, const m2::skin_profile& y, bool has_new_shaders) {
        bool same = same_bytes(x.vertex_lookup(), y.vertex_lookup()) &&
                    same_bytes(x.triangles_as_stored(), y.triangles_as_stored()) &&
                    same_bytes(x.palette_joints(), y.palette_joints()) && x.submeshes().size() == y.submeshes().size();
        for (std::size_t k = 0; same && k < x.submeshes().size(); ++k) {
            m2::submesh stored = x.submeshes()[k];
            if (stored.influence_count == 0 && has_new_shaders) {
                stored.influence_count = y.submeshes()[k].influence_count;
            }
            same = effigy::equal(stored, y.submeshes()[k]);
        }
        return same;
    }
    void compare_meshes(const std::string& name, const m2::model& a, const m2::model& b) {
        const auto before = a.skin_profiles(), after = b.skin_profiles();
        bool same = same_bytes(a.vertices(), b.vertices()) && same_bytes(a.bone_lookup(), b.bone_lookup()) &&
                    same_bytes(a.texture_lookup(), b.texture_lookup());
        const bool has_new_shaders = group_of(a.version()) == 272 && b.version() < 272;
        const bool names_shaders = group_of(a.version()) < 272 && b.version() >= 272;
        same = same && !after.empty() &&
               after.at(0).triangles_as_stored().size() == before.at(0).triangles_as_stored().size();
        std::size_t from = 0; // of version 264 there are only the profiles that its bone limits need
        for (std::size_t i = 0; same && i < after.size(); ++i) {
            const m2::skin_profile y = after.at(i);
            while (from < before.size() && !is_same_profile(before.at(from), y, has_new_shaders)) {
                ++from;
            }
            same = from < before.size();
            const m2::skin_profile x = same ? before.at(from++) : m2::skin_profile{};
            same = same && (has_new_shaders || x.batches().size() == y.batches().size());
            for (std::size_t k = 0; same && k < x.batches().size() && !has_new_shaders; ++k) {
                m2::batch stored = x.batches()[k];
                const bool is_listed = a.version() < 264 && b.version() >= 264 && stored.shader >= 0x8000;
                if (is_listed || (a.version() >= 264 && b.version() < 264)) {
                    stored.shader = {};
                }
                if (losses_.codes.contains("convert-combiners")) {
                    stored.texture_count = y.batches()[k].texture_count;
                }
                if (names_shaders) {
                    stored.shader = y.batches()[k].shader;
                    stored.texture_unit_combo = {};
                }
                same = effigy::equal(stored, y.batches()[k]);
                for (std::uint32_t n = 0; same && n < stage_count(y.batches()[k]); ++n) {
                    same = stage_of(a, x.batches()[k], n).texture_unit == stage_of(b, y.batches()[k], n).texture_unit;
                }
            }
        }
        if (!same) {
            fail(name, "has another mesh");
        }
    }
    void compare_animations(const std::string& name, const m2::model& a, const m2::model& b) {
        const auto before = a.animations(), after = b.animations();
        bool same = before.size() == after.size();
        for (std::size_t i = 0; same && i < before.size(); ++i) {
            const m2::animation x = before.at(i), y = after.at(i);
            same = x.id() == y.id() && x.duration() == y.duration() && x.next_variation() == y.next_variation() &&
                   x.probability() == y.probability();
        }
        for (std::uint32_t id = 0; same && id < 600; ++id) {
            same = before.find(id) == after.find(id);
        }
        if (!same) {
            fail(name, "has other animations");
        }
    }
    void back_and_forth(const std::string& name, const m2::owned_model& own, std::uint32_t there) {
        losses ignored;
        const auto made = ignored.convert(own, there);
        const auto back = made ? ignored.convert(*made, group_of(own.version)) : made;
        if (!back) {
            return;
        }
        bool same = true;
        const bool has_fewer_profiles = back->skin_profiles.count != own.skin_profiles.count;
        static_cast<void>(differences(own, *back, [&](const effigy::difference& found) {
            const bool is_of_profiles = has_fewer_profiles && found.path.name(0) == "skinProfiles";
            const std::string cause = is_of_profiles ? "profiles for numbers of bones" : cause_of(found.path.text());
            if (cause.empty()) {
                fail(name, found.path.text() + " differs after a conversion and back");
            }
            ++differing_[there][cause];
            same = false;
        }));
        same_[there] += same ? 1U : 0U;
    }

    losses losses_;
    sampling sampling_;
    std::map<std::string, std::size_t> refused_;
    std::map<std::uint32_t, std::map<std::string, std::size_t>> differing_;
    std::map<std::uint32_t, std::size_t> same_;
    std::size_t models_ = 0, made_ = 0;
    int failures_ = 0;
};

} // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::cerr << "usage: effigy_converted FOLDER\n";
        return 2;
    }
    const facts::path root{argv[1]};
    conversions all;
    twins twin;
    for (const facts::path& path : facts::files_below(root)) {
        const std::string name = facts::name_below(root, path);
        if (!facts::lower_case(name).ends_with(".m2")) {
            continue;
        }
        const auto loaded = m2::load(path);
        if (const auto own = loaded ? decode(**loaded) : result<m2::owned_model>{loaded.error()}) {
            all.add(name, **loaded, *own); // facts.m2 tells which files are refused
            twin.add(facts::file_name(path), *own);
        }
    }
    const bool is_good = all.print();
    return twin.print(std::cout) && is_good ? 0 : 1;
}
