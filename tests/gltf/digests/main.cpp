// effigy_glb_digests: converts models to GLB, whose names are the lines of standard input. Prints one line per model:
// the size and a digest of the GLB, a digest of its clips as the library plays them, or the error. M2 models are opened
// with their companion files. Then prints the same for models with animations from other files: each clip with the
// first two matching models of the input, and models of Neverwinter Nights with their supermodels. The last line
// contains totals.
#include "facts/files.hpp"
#include "support/digest.hpp"

#include <effigy/any_scene.hpp>
#include <effigy/file.hpp>
#include <effigy/gltf.hpp>
#include <effigy/report.hpp>

#include <algorithm>
#include <iostream>

#if defined(_WIN32)
#include <fcntl.h>
#include <io.h>
#endif

namespace {

namespace grimrock = effigy::grimrock;
namespace m2 = effigy::m2;
namespace nwn = effigy::nwn;
namespace p3d = effigy::p3d;
using effigy::scene;
using facts::path;
using converted_scene = effigy::result<scene>;

// ---- output --------------------------------------------------------------------------------------------------------

struct totals {
    std::uint64_t files = 0;
    std::uint64_t bytes = 0;
    std::uint64_t errors = 0;
};

// The world matrices of all nodes at a time of each clip.
std::uint64_t digest_of_clips(const scene& of) {
    support::digest sum;
    std::vector<effigy::pose<double>> poses(of.nodes.size());
    std::vector<effigy::matrix4x3<double>> world(of.nodes.size());
    for (const scene::clip& clip : of.clips) {
        play(of, clip, 0.37 * duration(clip), poses);
        world_matrices(of, poses, world);
        for (const auto& each : world) {
            for (const auto& v : {each.x, each.y, each.z, each.translation}) {
                sum.add(v.x);
                sum.add(v.y);
                sum.add(v.z);
            }
        }
    }
    return sum.value();
}

void print(const std::string& name, const converted_scene& converted, totals& to) {
    const auto glb = converted ? effigy::to_glb(*converted) : effigy::result<effigy::file_bytes>{converted.error()};
    if (!glb) {
        std::cout << name << ": " << effigy::to_string(glb.error()) << '\n';
        ++to.errors;
        return;
    }
    support::digest sum;
    for (const std::byte each : *glb) {
        sum.add(each);
    }
    std::cout << name << ' ' << glb->size() << ' ' << std::hex << sum.value() << ' ' << digest_of_clips(*converted)
              << std::dec << '\n';
    ++to.files;
    to.bytes += glb->size();
}

// ---- single models -------------------------------------------------------------------------------------------------

template <class Model>
    requires requires(const Model& model) { to_scene(model); }
[[nodiscard]] converted_scene convert(const path&, const Model& model) {
    return to_scene(model);
}

// Converts an M2 model together with those of its companion files that exist.
[[nodiscard]] converted_scene convert(const path& at, const m2::model& alone) {
    const facts::neighbours neighbours{at};
    const std::string name = facts::file_name(at);
    const std::string stem = name.substr(0, name.rfind('.'));
    std::vector<effigy::file> files;
    std::vector<m2::companion> table;
    m2::for_each_wanted_companion(alone, [&](const m2::wanted_companion& wanted) {
        if (const auto found = neighbours.find(stem + std::string{m2::companion_suffix{wanted}.view()})) {
            if (auto file = effigy::file::open(*found)) {
                files.push_back(std::move(*file));
                table.push_back({wanted.kind, wanted.id, wanted.variation, files.back().bytes()});
            }
        }
    });
    const std::span<const std::byte> bytes = alone.file().bytes();
    const auto joined = m2::open(bytes, table);
    return joined ? to_scene(*joined) : converted_scene{joined.error()};
}

// ---- matching models and animations --------------------------------------------------------------------------------

using names = std::set<std::string>; // in lower case

void add_names(names& to, const auto& range) {
    for (const auto& each : range) {
        to.insert(facts::lower_case(std::string{each.name()}));
    }
}
[[nodiscard]] names moved_by(const grimrock::animation& clip) {
    names out;
    add_names(out, clip.items());
    return out;
}
[[nodiscard]] names moved_by(const p3d::animation& clip) {
    names out;
    add_names(out, clip.bones());
    return out;
}
[[nodiscard]] names parts_of(const grimrock::model& model) {
    names out;
    add_names(out, model.nodes());
    return out;
}
[[nodiscard]] names parts_of(const p3d::model& model) {
    names out;
    for (const auto& level : model.lods()) {
        add_names(out, level.selections());
    }
    return out;
}

// Whether a clip belongs to a model: at least half of the moved names are parts of the model. For Arma one is enough,
// since many animations of people move single parts of weapons.
[[nodiscard]] bool go_together(const names& moved, const names& parts, effigy::file_kind clip) {
    const auto common = std::ranges::count_if(moved, [&](const std::string& name) { return parts.contains(name); });
    return common > 0 && (clip == effigy::file_kind::p3d_animation || 2 * common >= std::ssize(moved));
}

[[nodiscard]] effigy::file_kind model_of(effigy::file_kind clip) {
    return clip == effigy::file_kind::p3d_animation       ? effigy::file_kind::p3d_model
           : clip == effigy::file_kind::shinobi_animation ? effigy::file_kind::shinobi_model
                                                          : effigy::file_kind::grimrock_model;
}

[[nodiscard]] converted_scene join(const grimrock::model& model, const grimrock::animation& keys) {
    const grimrock::named_clip clip{"clip", keys};
    return to_scene(model, {.clips = {&clip, 1}});
}
[[nodiscard]] converted_scene join(const p3d::model& model, const p3d::animation& keys) {
    const p3d::named_clip clip{"clip", keys};
    return to_scene(model, {.clips = {&clip, 1}});
}

// ---- files ---------------------------------------------------------------------------------------------------------

class collection {
public:
    // Converts the file if it is a model, and prints the result. Returns false if the file cannot be read.
    [[nodiscard]] bool add(const path& at) {
        const auto file = effigy::file::open(at);
        if (!file) {
            return false;
        }
        const effigy::file_kind is = effigy::identify(file->bytes()).kind;
        const effigy::error why = effigy::visit(file->bytes(), [&](const auto& opened) {
            if constexpr (requires { moved_by(opened); }) {
                clips_.push_back({at, is, moved_by(opened)});
            }
            if constexpr (requires { convert(at, opened); }) {
                print(facts::utf8(at), convert(at, opened), totals_);
            }
            if constexpr (requires { parts_of(opened); }) {
                models_.push_back({at, is, parts_of(opened)});
            }
            if constexpr (requires { opened.supermodel(); }) {
                nwn_models_.push_back(at);
                by_name_.emplace(facts::lower_case(std::string{opened.name()}), at);
            }
        });
        if (why) {
            print(facts::utf8(at), why, totals_);
        }
        return true;
    }
    void join_clips() {
        constexpr int most = 2; // models per clip
        for (const item& clip : clips_) {
            int joined = 0;
            for (const item& model : models_) {
                if (joined < most && model.is == model_of(clip.is) && go_together(clip.names, model.names, clip.is)) {
                    ++joined;
                    join_files(model.at, clip.at);
                }
            }
        }
    }
    void join_supermodels() {
        for (const path& at : nwn_models_) {
            const auto file = effigy::file::open(at);
            const auto model = file ? nwn::open(file->bytes()) : effigy::result<nwn::model>{file.error()};
            if (model) {
                join_supermodels(at, *model);
            }
        }
    }
    [[nodiscard]] const totals& sums() const { return totals_; }

private:
    struct item {
        path at;
        effigy::file_kind is;
        ::names names;
    };

    void join_files(const path& model_at, const path& clip_at) {
        const auto model_file = effigy::file::open(model_at);
        const auto clip_file = effigy::file::open(clip_at);
        if (!model_file || !clip_file) {
            return;
        }
        static_cast<void>(effigy::visit(clip_file->bytes(), [&](const auto& clip) {
            static_cast<void>(effigy::visit(model_file->bytes(), [&](const auto& model) {
                if constexpr (requires { join(model, clip); }) {
                    print(facts::utf8(model_at) + " + " + facts::utf8(clip_at), join(model, clip), totals_);
                }
            }));
        }));
    }
    // Converts a model together with the chain of its supermodels.
    void join_supermodels(const path& at, const nwn::model& model) {
        std::vector<effigy::file> files;
        std::vector<nwn::model> chain;
        std::string name = facts::utf8(at);
        std::string_view wanted = model.supermodel();
        constexpr std::size_t most = 8;
        while (chain.size() < most) {
            const auto found = by_name_.find(facts::lower_case(std::string{wanted}));
            auto file = found != by_name_.end() ? effigy::file::open(found->second)
                                                : effigy::result<effigy::file>{effigy::error{{""}, effigy::errc::io}};
            const auto opened = file ? nwn::open(file->bytes()) : effigy::result<nwn::model>{file.error()};
            if (!opened) {
                break;
            }
            files.push_back(std::move(*file));
            chain.push_back(*opened);
            name += " + " + facts::utf8(found->second);
            wanted = opened->supermodel();
        }
        if (!chain.empty()) {
            nwn::scene_options options;
            options.supermodels = chain;
            print(name, to_scene(model, options), totals_);
        }
    }

    std::vector<item> models_;
    std::vector<item> clips_;
    std::vector<path> nwn_models_;
    std::map<std::string, path> by_name_; // models of Neverwinter Nights
    totals totals_;
};

} // namespace

int main() {
#if defined(_WIN32)
    _setmode(_fileno(stdout), _O_BINARY); // the same bytes on every platform
#endif
    collection all;
    bool all_read = true;
    std::string line;
    while (std::getline(std::cin, line)) {
        line.erase(std::ranges::find(line, '\r'), line.end());
        if (!all.add(line)) {
            std::cerr << "cannot read " << line << '\n';
            all_read = false;
        }
    }
    all.join_clips();
    all.join_supermodels();
    const totals& sums = all.sums();
    std::cout << sums.files << " GLB files, " << sums.bytes << " bytes, " << sums.errors << " errors\n";
    return all_read && std::cout.flush() ? 0 : 1;
}
