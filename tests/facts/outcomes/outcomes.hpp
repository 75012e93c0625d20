// What effigy says about fixtures, and about corrupted copies of them, one line each: regions, findings, and errors as
// code, path and offset.
#pragma once

#include "every_sample.hpp" // fixtures.cmake makes it
#include "grimrock/hostile.hpp"
#include "m2/hostile.hpp"
#include "m2/odd.hpp"
#include "m2/opened.hpp"
#include "nwn/hostile.hpp"
#include "p3d/hostile.hpp"

#include <effigy/any.hpp>
#include <effigy/grimrock/lint.hpp>
#include <effigy/grimrock/regions.hpp>
#include <effigy/grimrock/verify.hpp>
#include <effigy/m2/lint.hpp>
#include <effigy/m2/regions.hpp>
#include <effigy/m2/verify.hpp>
#include <effigy/nwn/lint.hpp>
#include <effigy/nwn/lint_text.hpp>
#include <effigy/nwn/regions.hpp>
#include <effigy/nwn/verify.hpp>
#include <effigy/p3d/lint.hpp>
#include <effigy/p3d/regions.hpp>
#include <effigy/p3d/verify.hpp>

#include <algorithm>
#include <iterator>
#include <set>

namespace outcomes {

namespace m2 = effigy::m2;
using bytes = std::span<const std::byte>;
using support::byte_builder;

struct fixture {
    std::string name;
    fixtures::m2::written files; // a model of M2 has companions
};

// ---- fixtures ------------------------------------------------------------------------------------------------------

[[nodiscard]] inline std::vector<fixture> grimrock_fixtures() {
    namespace hostile = fixtures::grimrock::hostile;
    using namespace fixtures;
    return {
        {"everything2.model", {{write(everything(2), 2)}}},
        {"everything4.model", {{write(everything(4), 4)}}},
        {"moves1.animation", {{write(moves(), 1)}}},
        {"moves2.animation", {{write(moves(), 2)}}},
        {"moves3.animation", {{write(moves(), 3)}}},
        {"few_segments.model", {{hostile::segments(3)}}},
        {"few_bones_of_one_name.model", {{hostile::bones_of_one_name(2, 3)}}},
        {"few_chained.model", {{hostile::chain(4)}}},
    };
}

[[nodiscard]] inline std::vector<fixture> nwn_fixtures() {
    namespace hostile = fixtures::nwn::hostile;
    using namespace fixtures::nwn;
    return {
        {"bioware.mdl", {{write(bioware())}}},
        {"enhanced.mdl", {{write(enhanced())}}},
        {"nwnmdlcomp.mdl", {{write(nwnmdlcomp())}}},
        {"few_vertices_for_all.mdl", {{hostile::vertices_for_all(2, 3)}}},
        {"few_index_lists_for_all.mdl", {{hostile::index_lists_for_all(2, 3)}}},
        {"few_own_child.mdl", {{hostile::own_child(3)}}},
        {"few_ways.mdl", {{hostile::many_ways(4)}}},
        {"few_animations.mdl", {{hostile::one_animation_for_all(3, 3)}}},
        {"few_trees.mdl", {{hostile::tree_for_all(3)}}},
        {"few_null_children.mdl", {{hostile::null_children_for_all(3)}}},
        {"few_names.mdl", {{hostile::name_for_all(3, 5)}}},
        {"few_rows.mdl", {{hostile::rows_for_all(3, 2)}}},
        {"few_boxes.mdl", {{hostile::boxes_to_one(3)}}},
    };
}

[[nodiscard]] inline std::vector<fixture> m2_fixtures() {
    namespace hostile = fixtures::m2::hostile;
    using namespace fixtures::m2;
    std::vector<fixture> out = {
        {"odd256.m2", {{odd::valid_file(256)}}},
        {"odd260.m2", {{odd::valid_file(260)}}},
        {"few_keys.m2", {{hostile::keys_for_all(3, 2)}}},
        {"few_empty_pairs.m2", {{hostile::empty_pairs_for_all(2, 3)}}},
        {"few_backwards.m2", {{hostile::backwards(4, -1)}}},
        {"few_aliases.m2", {{hostile::cycle_of_aliases(3)}}},
        {"few_batches.m2", {{hostile::batches_of_one_mesh(2, 3)}}},
        {"few_curves.m2", {{hostile::curves(2, 2, 1)}}},
        {"few_still_bones.m2", {{hostile::still_bones(2, 2)}}},
        {"figure.m2", write_all(figure::model(264))},
    };
    fixtures::m2::model combined = small(264);
    combined.flags |= combined_textures;
    combined.combiner_combos = {1, 2, 3};
    out.push_back({"combined.m2", write_all(combined)});
    for (const fixtures::m2::model& described : every_small()) {
        const std::string name = "small" + std::to_string(described.version) + (described.chunked ? "_chunks" : "") +
                                 (described.skeleton_id != 0 ? "_skel" : "") +
                                 (described.parent_skeleton_id != 0 ? "_parent" : "");
        out.push_back({name + ".m2", write_all(described)});
        for (companion_file& companion : write_all(described).companions) {
            out.push_back({name + suffix_of(companion), {{std::move(companion.file)}}});
        }
    }
    return out;
}

[[nodiscard]] inline std::vector<fixture> p3d_fixtures() {
    namespace hostile = fixtures::p3d::hostile;
    using namespace fixtures::p3d;
    std::vector<fixture> out = {
        {"nlod.p3d", {{write(model{{everything("SP3X"), triangle(1e13F, "SP3X")}, "NLOD"})}}},
        {"bare.p3d", {{write(model{{triangle(1)}, ""})}}},
        {"moves.rtm", {{write(moves())}}},
        {"few_claims.p3d", {{hostile::claims(2)}}},
        {"few_properties.p3d", {{hostile::properties(2)}}},
        {"few_selections.p3d", {{hostile::selections(2, 3)}}},
        {"few_textures.p3d", {{hostile::textures(2, 3)}}},
        {"few_levels.p3d", {{hostile::levels(2)}}},
        {"few_boneless_phases.rtm", {{hostile::boneless_phases(3)}}},
        {"few_motionless_bones.rtm", {{hostile::motionless_bones(2)}}},
    };
    for (const char* const format : {"P3DM", "SP3X", "SP3D"}) {
        out.push_back({std::string{format} + ".p3d", {{write(model{{everything(format), triangle(1, format)}})}}});
    }
    return out;
}

[[nodiscard]] inline std::vector<fixture> all_fixtures() {
    std::vector<fixture> out;
    for (auto& [name, file] : samples::all()) {
        out.push_back({name, {{file}}});
    }
    for (const auto& part : {grimrock_fixtures(), nwn_fixtures(), m2_fixtures(), p3d_fixtures()}) {
        out.insert(out.end(), part.begin(), part.end());
    }
    return out;
}

// ---- lines ---------------------------------------------------------------------------------------------------------

[[nodiscard]] inline std::string place(const effigy::location& at) {
    return to_string(at) + '@' + std::to_string(at.offset);
}

template <class Function>
[[nodiscard]] effigy::error open(bytes file, std::span<const m2::companion> companions, const Function& f) {
    if (companions.empty()) {
        return effigy::visit(file, f);
    }
    const auto opened = m2::open(file, companions);
    if (opened) {
        f(*opened);
    }
    return opened.error();
}

struct outcome {
    effigy::error why;                 // of open() or verify()
    std::vector<std::string> findings; // of lint(), if there is no error
};

[[nodiscard]] inline outcome outcome_of(bytes file, std::span<const m2::companion> companions = {}) {
    outcome out;
    const effigy::error refused = open(file, companions, [&](const auto& view) {
        out.why = verify(view);
        if (!out.why) {
            lint(view,
                 [&](const effigy::finding& found) { out.findings.push_back(found.code + (' ' + place(found))); });
        }
    });
    if (refused) {
        out.why = refused;
    }
    std::ranges::sort(out.findings);
    return out;
}

// The error, or the findings that a corruption adds and removes.
[[nodiscard]] inline std::string text_of(const outcome& of, const outcome& of_whole_file) {
    if (of.why) {
        return std::string{name_of(of.why.code)} + ' ' + place(of.why);
    }
    std::vector<std::string> added, removed;
    std::ranges::set_difference(of.findings, of_whole_file.findings, std::back_inserter(added));
    std::ranges::set_difference(of_whole_file.findings, of.findings, std::back_inserter(removed));
    std::string out = "ok";
    for (const std::string& finding : added) {
        out += " + " + finding;
    }
    for (const std::string& finding : removed) {
        out += " - " + finding;
    }
    return out;
}

[[nodiscard]] inline std::string line_of(const effigy::region& one) {
    return "region " + std::to_string(one.offset()) + ' ' + std::to_string(one.length) + ' ' + path_of(one) + ' ' +
           one.type + " role " + std::to_string(static_cast<int>(one.role)) + " owners " +
           std::to_string(one.further_owners) + " overlap " + std::to_string(one.overlap) + '\n';
}

struct number {
    std::size_t offset, size; // 1, 2 or 4 bytes
    auto operator<=>(const number&) const = default;
};

// The numbers of a file to corrupt: those of the first and last record of each region, and some others.
class selection {
public:
    explicit selection(std::size_t file_size) : file_size_(file_size) {
        constexpr std::size_t others = 64;
        for (std::size_t i = 0; i < others; ++i) {
            add(i * file_size / others, 4);
        }
    }
    void add(const effigy::region& one) {
        const std::uint64_t size = one.length / one.count;
        for (const std::uint64_t record : {std::uint64_t{0}, one.count - 1}) {
            for (std::uint64_t at = 0; at < size; at += 4) {
                add(effigy::impl::to_size(one.offset() + record * size + at), effigy::impl::to_size(size - at));
            }
        }
    }
    // Calls f(number) for at most `most` of the numbers.
    template <class Function> void for_each(std::size_t most, const Function& f) const {
        std::size_t visited = 0, i = 0;
        for (const number& one : numbers_) {
            if (++i * most / std::max(numbers_.size(), most) > visited) {
                ++visited;
                f(one);
            }
        }
    }

private:
    void add(std::size_t offset, std::size_t rest) {
        const std::size_t size = rest >= 4 ? 4 : rest >= 2 ? 2 : 1;
        if (offset + size <= file_size_) {
            numbers_.insert({offset, size});
        }
    }

    std::size_t file_size_;
    std::set<number> numbers_;
};

// Calls f(kind, bytes) for six corruptions of at most `most` numbers of a file.
template <class Function> void for_each_corruption(bytes file, std::size_t most, const Function& f) {
    selection numbers{file.size()};
    static_cast<void>(effigy::visit(
        file, [&](const auto& view) { regions(view, [&](const effigy::region& one) { numbers.add(one); }); }));
    std::vector<std::byte> changed(file.begin(), file.end());
    numbers.for_each(most, [&](const number& one) {
        const std::uint32_t largest = 0xFFFF'FFFF >> (32 - 8 * one.size);
        std::uint32_t original = 0; // little-endian
        for (std::size_t i = 0; i < one.size; ++i) {
            original |= std::to_integer<std::uint32_t>(file[one.offset + i]) << 8 * i;
        }
        const auto write = [&](std::uint32_t value) {
            for (std::size_t i = 0; i < one.size; ++i) {
                changed[one.offset + i] = static_cast<std::byte>(value >> 8 * i);
            }
        };
        const std::string offset = std::to_string(one.offset);
        const std::string type = " u" + std::to_string(8 * one.size);
        for (const auto& [kind, value] : {std::pair{" zero", 0U},
                                          {" half", largest / 2},
                                          {" most", largest},
                                          {" more", original + 1},
                                          {" less", original - 1}}) {
            write(value);
            f(offset + type + kind, bytes{changed});
        }
        write(original);
        f(offset + " end", file.first(one.offset));
    });
}

// All lines of a fixture, of whose files at most `most` numbers are corrupted.
[[nodiscard]] inline std::string lines_of(const fixture& of, std::size_t most) {
    std::string out;
    bytes file = of.files.file.span();
    std::vector<m2::companion> companions = fixtures::m2::table_of(of.files.companions);
    static_cast<void>(open(file, companions, [&]<class View>(const View& view) {
        regions(view, [&](const effigy::region& one) { out += line_of(one); });
        if constexpr (std::same_as<View, m2::model>) { // the regions of .anim files
            for (std::uint32_t i = 0; i < view.animations().size(); ++i) {
                regions(view, i, [&](const effigy::region& one) { out += std::to_string(i) + ' ' + line_of(one); });
            }
        }
    }));
    const outcome whole = outcome_of(file, companions);
    out += of.name + " whole -> " + text_of(whole, {}) + '\n';
    const auto corrupt = [&](const std::string& name, auto& file_to_change) {
        const bytes original = file_to_change;
        for_each_corruption(original, most, [&](const std::string& kind, bytes changed) {
            file_to_change = changed;
            out += name + ' ' + kind + " -> " + text_of(outcome_of(file, companions), whole) + '\n';
        });
        file_to_change = original;
    };
    corrupt(of.name, file);
    for (std::size_t i = 0; i < companions.size(); ++i) {
        corrupt(of.name + " with " + suffix_of(of.files.companions[i]), companions[i].bytes);
    }
    return out;
}

} // namespace outcomes
