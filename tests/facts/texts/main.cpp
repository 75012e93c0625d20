// effigy_texts FOLDER [COMPILED]: writes each model in text form of a folder back, unchanged and with all statements
// anew, renames its textures and nodes, and back. COMPILED: a folder with the binaries that nwnmdlcomp makes of some of
// them; their scenes must be those of the texts.
#include "facts/files.hpp"

#include <effigy/file.hpp>
#include <effigy/nwn/edit.hpp>
#include <effigy/nwn/encode_text.hpp>
#include <effigy/nwn/lint_text.hpp>
#include <effigy/nwn/scene_text.hpp>
#include <effigy/report.hpp>

#include <algorithm>
#include <cmath>
#include <iostream>

namespace {

namespace nwn = effigy::nwn;
using bytes = std::span<const std::byte>;

bool is_same(bytes a, bytes b) { return std::ranges::equal(a, b); }

struct counts {
    int texts = 0, renamed_textures = 0, renamed_nodes = 0, pairs = 0, meshes = 0, other_normals = 0;
};

// Returns what is wrong, or an empty text.
std::string check_rewritten(const nwn::text_model& text, const nwn::owned_model& own) {
    const auto unchanged = nwn::encode(own, text);
    if (!unchanged || !is_same(unchanged->bytes, text.file().bytes())) {
        return "a text that did not change is not its file";
    }
    const effigy::file_bytes anew = nwn::rewrite_text(text);
    const auto opened = nwn::open_text(anew);
    const auto again = opened ? nwn::decode(*opened) : effigy::result<nwn::owned_model>{opened.error()};
    if (!again || !(*again == own)) {
        return "the text that is written anew is another model";
    }
    bool has_places = true;
    nwn::lint(text, [&](const effigy::finding& found) { has_places = has_places && found.line() != 0; });
    return has_places ? "" : "a finding has no line";
}

// Renames all names of a kind, and back.
template <class Rename>
std::string check_renamed(const nwn::text_model& text, const nwn::owned_model& own, const Rename& rename, int& count) {
    nwn::owned_model renamed{own};
    const effigy::renaming there[] = {{"*", "q_*"}}, back[] = {{"q_*", "*"}};
    if (!rename(renamed, there)) {
        return ""; // a name would be too long
    }
    ++count;
    const auto written = nwn::encode(renamed, text);
    const auto opened = written ? nwn::open_text(written->bytes) : effigy::result<nwn::text_model>{written.error()};
    auto again = opened ? nwn::decode(*opened) : effigy::result<nwn::owned_model>{opened.error()};
    if (!again || !rename(*again, back)) {
        return "a text with other names cannot be read";
    }
    const auto original = nwn::encode(*again, *opened);
    return original && is_same(original->bytes, text.file().bytes()) ? "" : "the names of a text do not come back";
}

float difference(const effigy::vector3<float>& a, const effigy::vector3<float>& b) {
    return std::max({std::abs(a.x - b.x), std::abs(a.y - b.y), std::abs(a.z - b.z)});
}

// Compares the scenes of a text and of the binary that nwnmdlcomp makes of it.
std::string check_pair(const nwn::text_model& text, bytes binary, counts& sums) {
    const auto own = nwn::decode(text, nwn::producer::nwnmdlcomp);
    const auto file =
        own ? nwn::encode(*own, nwn::producer::nwnmdlcomp) : effigy::result<effigy::file_bytes>{own.error()};
    const auto compiled = nwn::open(binary);
    if (!file || !compiled) {
        return "one of the pair cannot be read";
    }
    nwn::scene_options options;
    options.include_collision = options.animate_materials = true;
    const auto here = nwn::to_scene(*nwn::open(*file), options), there = nwn::to_scene(*compiled, options);
    if (!here || !there || here->meshes.size() != there->meshes.size() || here->nodes.size() != there->nodes.size() ||
        here->clips.size() != there->clips.size() || here->materials.size() != there->materials.size()) {
        return "the scenes have other numbers of parts";
    }
    for (std::size_t i = 0; i < here->nodes.size(); ++i) {
        const auto &a = here->nodes[i], &b = there->nodes[i];
        if (a.name != b.name || a.parent != b.parent || a.mesh != b.mesh || a.skin != b.skin) {
            return "the nodes of the scenes differ";
        }
    }
    for (std::size_t i = 0; i < here->meshes.size(); ++i) {
        const auto &a = here->meshes[i], &b = there->meshes[i];
        if (!(a.positions == b.positions && a.indices == b.indices && a.texcoords == b.texcoords &&
              a.colors == b.colors && a.joints == b.joints && a.normals.size() == b.normals.size())) {
            return "the meshes of the scenes differ";
        }
        float away = 0;
        for (std::size_t k = 0; k < a.normals.size(); ++k) {
            away = std::max(away, difference(a.normals[k], b.normals[k]));
        }
        ++sums.meshes;
        sums.other_normals += away <= 1e-5F ? 0 : 1; // a sum that nearly cancels
    }
    for (std::size_t i = 0; i < here->clips.size(); ++i) {
        if (here->clips[i].name != there->clips[i].name ||
            here->clips[i].channels.size() != there->clips[i].channels.size()) {
            return "the clips of the scenes differ";
        }
    }
    ++sums.pairs;
    return "";
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        std::cerr << "usage: effigy_texts FOLDER [COMPILED]\n";
        return 2;
    }
    counts sums;
    bool good = true;
    for (const facts::path& path : facts::files_below(argv[1])) {
        const auto file = effigy::read_file(path);
        const auto text = file ? nwn::open_text(file->bytes()) : effigy::result<nwn::text_model>{file.error()};
        const auto own = text ? nwn::decode(*text) : effigy::result<nwn::owned_model>{text.error()};
        std::string why = own ? check_rewritten(*text, *own) : to_string(own.error());
        if (own && why.empty()) {
            why = check_renamed(
                *text, *own, [](auto& model, const auto& rules) { return bool{nwn::rename_textures(model, rules)}; },
                sums.renamed_textures);
        }
        if (own && why.empty()) {
            why = check_renamed(
                *text, *own, [](auto& model, const auto& rules) { return bool{nwn::rename_nodes(model, rules)}; },
                sums.renamed_nodes);
        }
        if (own && why.empty() && !nwn::to_scene(*text)) {
            why = "the text has no scene";
        }
        if (own && why.empty() && argc > 2) {
            const auto twin = effigy::read_file(facts::path{argv[2]} / facts::file_name(path));
            why = twin ? check_pair(*text, twin->bytes(), sums) : "";
        }
        if (!why.empty()) {
            std::cout << facts::utf8(path) << ": " << why << '\n';
            good = false;
        }
        ++sums.texts;
    }
    std::cout << sums.texts << " texts; textures of " << sums.renamed_textures << " and nodes of " << sums.renamed_nodes
              << " renamed and back; " << sums.pairs << " pairs with " << sums.meshes << " meshes, of which "
              << sums.other_normals << " have normals that differ by more than 1e-5\n";
    const bool has_few = sums.other_normals * 100 <= sums.meshes;
    return good && has_few && sums.texts != 0 ? 0 : 1;
}
