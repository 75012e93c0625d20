#include "model_edits.hpp"

#include <tool/answers/text.hpp>

#include <effigy/nwn/compile.hpp>

#include <algorithm>
#include <initializer_list>
#include <system_error>
#include <tuple>

namespace tool {

namespace fs = std::filesystem;

// ---- the pairs of an option ---------------------------------------------------------------------------------------

option_pairs::option_pairs(const std::vector<std::string>& texts) : fits_(texts.size()) {
    for (const std::string& text : texts) {
        all_.push_back(pair_of(text).value_or(effigy::renaming{}));
    }
}

std::vector<std::string> option_pairs::idle() const {
    std::vector<std::string> out;
    for (std::size_t i = 0; i < all_.size(); ++i) {
        if (!fits_[i]) {
            out.push_back(std::string{all_[i].from}.append("=").append(all_[i].to));
        }
    }
    return out;
}

std::string model_edits::idle_options() const {
    std::string out;
    for (const auto& [option, pairs, what] : {std::tuple{"--texture", &textures_, "texture or material"},
                                              std::tuple{"--rename", &names_, "node, bone or selection"}}) {
        for (const std::string& pair : pairs->idle()) {
            out += std::string{option} + ' ' + printable(pair) + ": no file has a " + what + " of this name" +
                   (pairs == &names_ && seen_m2_ ? "; bones of World of Warcraft have no names" : "") + '\n';
        }
    }
    const bool has_no_levels = seen_any_ && !seen_p3d_;
    for (const std::string& pair : properties_.idle()) {
        out += "--property " + printable(pair) + ": " +
               (has_no_levels          ? "no file is a model of Arma"
                : options_.lod.empty() ? "no level has this property; --lod adds it, such as --lod geometry"
                                       : "no file has the level " + printable(options_.lod)) +
               '\n';
    }
    if (options_.repair && has_no_levels) {
        out += "--repair: no file is a model of Arma\n";
    }
    if (options_.supermodel && seen_any_ && !seen_nwn_) {
        out += "--supermodel " + printable(*options_.supermodel) + ": no file is a model of Neverwinter Nights\n";
    }
    return out + of_m2_.idle_options(seen_any_ && !seen_m2_);
}

bool model_edits::explains(const effigy::difference& found, std::string_view remark) const {
    const auto is_one_of = [name = found.path.last_name()](std::initializer_list<std::string_view> names) {
        return std::ranges::find(names, name) != names.end();
    };
    const bool is_number = !found.before.is_text() && !found.after.is_text();
    return (options_.scale && is_number) ||
           (!textures_.all().empty() && is_one_of({"texture", "material", "textures", "flareTextures", "name",
                                                   "textureFiles", "model", "recursionModel"})) ||
           (!names_.all().empty() && is_one_of({"name", "node", "root", "bone", "boneNames", "partNumber"})) ||
           (options_.supermodel && is_one_of({"supermodel", "partNumber", "nodeCount"})) ||
           (!properties_.all().empty() && is_one_of({"tags", "data"})) ||
           (options_.repair && is_one_of({"normals", "normal"})) ||
           (remark.find(merges_are_undone) != remark.npos && is_number) || of_m2_.explains(found);
}

// ---- supermodels --------------------------------------------------------------------------------------------------

namespace {

// Opens a supermodel, calls use(supermodel), and returns what it returns.
template <class Use> effigy::result<std::size_t> with_supermodel(const fs::path& path, const Use& use) {
    const auto file = read_regular(path);
    if (!file) {
        return file.error();
    }
    effigy::result<std::size_t> out{effigy::error{{"not a supermodel"}, effigy::errc::unsupported}};
    const effigy::error refusal = effigy::visit(file->bytes(), [&](const auto& view) {
        using type = std::remove_cvref_t<decltype(view)>;
        if constexpr (std::is_same_v<type, effigy::nwn::model>) {
            out = use(view);
        } else if constexpr (std::is_same_v<type, effigy::nwn::text_model>) {
            const auto compiled = compile(view);
            out = compiled ? use(*effigy::nwn::open(*compiled)) : effigy::result<std::size_t>{compiled.error()};
        }
    });
    return refusal ? effigy::result<std::size_t>{refusal} : out;
}

bool is_none(std::string_view name) { return name.empty() || effigy::compare_any_case(name, "null") == 0; }
bool is_same_supermodel(std::string_view a, std::string_view b) {
    return effigy::compare_any_case(a, b) == 0 || (is_none(a) && is_none(b));
}

} // namespace

fs::path model_edits::file_of(std::string_view supermodel, const fs::path& path) const {
    return models_.finder().folders().find(path.parent_path(), std::string{supermodel} + ".mdl");
}

effigy::result<std::size_t> model_edits::rename_with_supermodel(effigy::nwn::owned_model& model, const fs::path& path,
                                                                std::string& remark) const {
    const std::string supermodel{model.supermodel.view()};
    const effigy::nwn::owned_model before = model;
    const effigy::result<std::size_t> changed = rename_nodes(model, names_.all());
    if (!changed || *changed == 0 || is_none(supermodel)) {
        return changed;
    }
    const auto keep = [&](const char* why) {
        remark += "\tnumbers of nodes are kept: " + printable(supermodel) + ".mdl is " + why;
        return changed;
    };
    const fs::path found = file_of(supermodel, path);
    if (found.empty()) {
        return keep("not beside the file");
    }
    std::error_code failure;
    if (inputs_.contains(fs::weakly_canonical(found, failure))) { // it is renamed, too, and may be so already
        return keep("among the files");
    }
    return with_supermodel(found, [&](const effigy::nwn::model& above) {
        model = before;
        return rename_nodes(model, names_.all(), above);
    });
}

effigy::result<std::size_t> model_edits::set_supermodel(effigy::nwn::owned_model& model, const fs::path& path,
                                                        bool is_text) const {
    if (!options_.supermodel || is_same_supermodel(model.supermodel.view(), *options_.supermodel)) {
        return 0;
    }
    const auto set_to = [&](const effigy::nwn::model& above) -> effigy::result<std::size_t> {
        const effigy::error why = effigy::nwn::set_supermodel(model, *options_.supermodel, above);
        return why ? effigy::result<std::size_t>{why} : effigy::result<std::size_t>{1};
    };
    const auto refuse = [&](const char* expected) {
        effigy::error out{{"model.supermodel", effigy::location::nowhere}, effigy::errc::bad_value};
        out.expected = expected;
        out.name = options_.supermodel->data();
        out.need = options_.supermodel->size();
        return out;
    };
    if (is_text || is_none(*options_.supermodel)) {
        return set_to(effigy::nwn::model{});
    }
    const fs::path found = file_of(*options_.supermodel, path);
    if (found.empty()) {
        return refuse("the supermodel beside the file: numbers of nodes follow from it");
    }
    std::error_code failure;
    if (fs::equivalent(found, path, failure)) {
        return refuse("another model");
    }
    return with_supermodel(found, set_to);
}

// ---- properties ---------------------------------------------------------------------------------------------------

namespace {

std::optional<std::string> value_of(const effigy::p3d::owned_model& model, const effigy::p3d::owned_lod& level,
                                    std::string_view name) {
    for (std::size_t i = 0; i < level.tags.size(); ++i) {
        const effigy::p3d::tag tag = model.tag(level, i);
        const effigy::p3d::property found = tag.property();
        if (found && effigy::compare_any_case(found.name(), name) == 0) {
            return std::string{found.value()};
        }
    }
    return std::nullopt;
}

} // namespace

effigy::result<std::size_t> model_edits::set_properties(effigy::p3d::owned_model& model) const {
    std::size_t count = 0;
    std::uint32_t number = 0;
    for (effigy::p3d::owned_lod& level : model.get(model.lods)) {
        const bool is_chosen = !options_.lod.empty() && lod_.includes(number, level.resolution);
        ++number;
        for (std::size_t i = 0; i < properties_.all().size(); ++i) {
            const auto& [name, value] = properties_.all()[i];
            const std::optional<std::string> old = value_of(model, level, name);
            if (old || is_chosen) {
                properties_.note(i);
            }
            if (old ? *old == value : !is_chosen) {
                continue;
            }
            if (const effigy::error why = set_property(model, level, name, value)) {
                return why;
            }
            ++count;
        }
    }
    return count;
}

} // namespace tool
