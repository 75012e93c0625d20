#include "supermodels.hpp"

#include <tool/system/judge.hpp>

#include <effigy/any.hpp>

#include <type_traits>
#include <utility>

namespace tool {

namespace fs = std::filesystem;
namespace nwn = effigy::nwn;

std::string kept_model::open() {
    std::string out;
    const effigy::error refusal = effigy::visit(file.bytes(), [&](const auto& view) {
        using type = std::remove_cvref_t<decltype(view)>;
        if constexpr (std::is_same_v<type, nwn::model>) {
            model = view;
        } else if constexpr (std::is_same_v<type, nwn::text_model>) {
            out = view.supermodel();
        } else {
            why = {{"not a supermodel"}, effigy::errc::unsupported, 0, -1, "a model of Neverwinter Nights"};
        }
    });
    why = refusal ? refusal : why;
    return out;
}

void kept_model::compile(nwn::producer by, const kept_model* above) {
    if (why || model.record() != nullptr) {
        return;
    }
    nwn::compile_options options{.by = by};
    options.supermodel = above != nullptr ? above->model : nwn::model{};
    auto made = nwn::compile(*nwn::open_text(file.bytes()), [](const effigy::finding&) {}, options);
    why = made.error();
    if (made) {
        compiled = *std::move(made);
        model = *nwn::open(compiled);
    }
}

fs::path supermodels::find(std::string_view name, const fs::path& model) const {
    const std::string file = std::string{name} + ".mdl";
    fs::path out = listings_.find(model.parent_path(), file);
    for (std::size_t i = 0; out.empty() && i < folders_.size(); ++i) {
        out = listings_.find(folders_[i], file);
    }
    return out;
}

std::string supermodels::absent(std::string_view name, const fs::path& model) const {
    std::vector<std::string> folders{model.has_parent_path() ? model.parent_path().string() : "."};
    for (const fs::path& each : folders_) {
        if (each.string() != folders.front()) {
            folders.push_back(each.string());
        }
    }
    return "no " + printable(name) + ".mdl in " + listed(folders) +
           "; --supermodels FOLDER says where it is, --no-supermodel does without it";
}

const kept_model& supermodels::of(const fs::path& file) {
    const std::scoped_lock lock{mutex_};
    std::vector<kept_model*> chain; // texts, each below the next
    const kept_model* above = nullptr;
    for (fs::path at = file; !at.empty();) {
        const auto [found, is_new] = known_.try_emplace(at);
        kept_model& one = found->second;
        above = &one;
        if (!is_new) {
            break; // or a cycle: compile() refuses the last one
        }
        auto opened = read_regular(at);
        one.why = opened.error();
        std::string wanted;
        if (opened) {
            one.file = *std::move(opened);
            wanted = one.open();
        }
        chain.push_back(&one);
        const fs::path below = at;
        at = wanted.empty() || one.why ? fs::path{} : find(wanted, below);
        one.absent = wanted.empty() || !at.empty() ? "" : absent(wanted, below);
    }
    for (; !chain.empty(); chain.pop_back()) {
        chain.back()->compile(by_, above == chain.back() ? nullptr : above);
        above = chain.back();
    }
    return known_.at(file);
}

} // namespace tool
