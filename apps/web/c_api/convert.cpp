#include "answers.hpp"

#include <tool/answers/clips.hpp>
#include <tool/answers/json.hpp>
#include <tool/answers/scene_of.hpp>
#include <tool/answers/text.hpp>
#include <tool/answers/textured.hpp>

#include <effigy/gltf.hpp>
#include <effigy/report.hpp>
#include <materials/texts.hpp>

#include <charconv>
#include <memory>
#include <optional>
#include <set>
#include <utility>

namespace c_api {

using tool::json;

namespace {

struct options {
    tool::lod_choice lod;
    tool::part_choice parts;
    tool::scene_choices choices;
    bool textures = true, clips = true;
    std::uint32_t most_side = 16384;
    std::set<std::string, std::less<>> chosen_clips; // paths; empty: all
    std::string complaint;                           // the line that is not an option

    explicit options(std::string_view text) {
        while (!text.empty() && complaint.empty()) {
            const std::string_view line = materials::take_until(text, "\n");
            std::string_view value = line;
            const std::string_view name = materials::take_until(value, " ");
            if (!line.empty() && !set(name, value)) {
                complaint = line;
            }
        }
    }

private:
    bool set(std::string_view name, std::string_view value) {
        const std::pair<std::string_view, bool*> switches[] = {{"loop", &choices.loops},
                                                               {"keep-axes", &choices.keeps_axes},
                                                               {"all-weights", &choices.all_weights},
                                                               {"no-empties", &choices.no_empties},
                                                               {"animate-materials", &choices.animate_materials},
                                                               {"collision", &choices.collision},
                                                               {"selections", &choices.selections},
                                                               {"vertex-colors", &choices.vertex_colors}};
        for (const auto& [known, target] : switches) {
            if (name == known) {
                *target = true;
                return value.empty();
            }
        }
        if (name == "no-textures" || name == "no-clips") {
            (name == "no-textures" ? textures : clips) = false;
            return value.empty();
        }
        if (name == "clip") {
            return chosen_clips.emplace(value).second;
        }
        if (name == "lod") {
            return keep(tool::lod_choice::of(value), lod);
        }
        if (name == "parts") {
            std::vector<std::string> each;
            while (!value.empty()) {
                each.emplace_back(materials::take_until(value, ","));
            }
            return keep(tool::part_choice::of(each), parts);
        }
        if (name == "texture-size") {
            const auto [end, failure] = std::from_chars(value.data(), value.data() + value.size(), most_side);
            return failure == std::errc{} && end == value.data() + value.size() && most_side != 0;
        }
        if (name == "seconds") {
            const std::optional<float> number = materials::read_number(value);
            choices.seconds = number.value_or(0);
            return choices.seconds > 0 && choices.seconds <= 1e6;
        }
        return false;
    }
    template <class Choice> static bool keep(std::optional<Choice> read, Choice& to) {
        to = read.value_or(Choice{});
        return read.has_value();
    }
};

// What the model names and the set does not have.
class missing_files {
public:
    void add(const char* kind, std::string_view name) {
        if (seen_.emplace(kind, name).second) {
            list_.push_back({{"kind", kind}, {"name", tool::utf8(name)}});
        }
    }
    [[nodiscard]] json take() { return std::move(list_); }

private:
    json list_ = json::array();
    std::set<std::pair<std::string, std::string>> seen_;
};

class conversion {
public:
    conversion(file_set& files, const file_set::file& one, const options& chosen)
        : files_(files), one_(one), chosen_(chosen) {}

    template <class Model> void operator()(const Model& from, const tool::companion_table& companions) {
        const effigy::file_kind kind = effigy::identify(one_.bytes()).kind;
        if (chosen_.clips) {
            add_clips(kind);
        }
        if constexpr (std::is_same_v<Model, effigy::m2::model>) {
            for (const std::string& name : companions.missing(one_.stem())) {
                missing_.add("companion", name);
            }
        } else if constexpr (tool::nwn_model<Model>) {
            if (const std::string_view wanted = clips_.wanted_supermodel(from.supermodel()); !wanted.empty()) {
                missing_.add("supermodel", std::string{wanted} + ".mdl");
            }
        }
        auto made =
            tool::scene_of(from, {clips_, chosen_.lod, chosen_.parts, chosen_.choices, std::string{one_.stem()}});
        if (!made) {
            why_ = made.error();
            return;
        }
        tool::textured shown;
        if (chosen_.textures) {
            shown = textured(*made, tool::family_of(from), tool::named_textures(from));
        }
        write(*made, shown);
        report(*made, shown);
    }

    [[nodiscard]] const effigy::error& why() const { return why_; }
    [[nodiscard]] std::vector<std::byte> take_glb() { return std::move(glb_); }
    [[nodiscard]] json take_report() {
        report_["clips"] = std::move(clip_names_);
        report_["missing"] = missing_.take();
        report_["broken"] = std::move(broken_);
        return std::move(report_);
    }

private:
    static bool is_nwn(effigy::file_kind kind) {
        return kind == effigy::file_kind::nwn_model || kind == effigy::file_kind::nwn_ascii_model;
    }
    static bool may_be_clip(effigy::file_kind of_model, effigy::file_kind of_file) {
        using kind = effigy::file_kind;
        switch (of_model) {
        case kind::grimrock_model: return of_file == kind::grimrock_animation;
        case kind::shinobi_model: return of_file == kind::shinobi_animation;
        case kind::nwn_model:
        case kind::nwn_ascii_model: return is_nwn(of_file);
        case kind::p3d_model: return of_file == kind::p3d_animation;
        default: return false;
        }
    }
    void add_clips(effigy::file_kind of_model) {
        for (const file_set::file& each : files_.files()) {
            const bool is_chosen =
                is_nwn(of_model) || chosen_.chosen_clips.empty() || chosen_.chosen_clips.contains(each.path);
            if (&each == &one_ || !is_chosen || !may_be_clip(of_model, effigy::identify(each.bytes()).kind)) {
                continue;
            }
            if (const effigy::error why = clips_.add(std::string{each.stem()}, each.bytes())) {
                broken_.push_back({{"name", each.path}, {"message", effigy::to_string(why)}});
            } else if (!is_nwn(of_model)) {
                clip_names_.push_back(each.path);
            }
        }
    }
    tool::textured textured(effigy::scene& made, materials::family of, std::vector<std::string_view> named) {
        materials::complete_options completing;
        completing.named = std::move(named);
        completing.animates = chosen_.choices.animate_materials;
        return tool::add_textures(
            made, of, {{&files_.root(), one_.path}}, completing, [&](const materials::wanted_image& wanted) {
                return std::make_shared<const tool::stored_image>(materials::prepare(wanted, chosen_.most_side));
            });
    }
    void write(const effigy::scene& made, const tool::textured& shown) {
        effigy::gltf_options to;
        to.image = [&](std::string_view number) { return shown.image_of(number); };
        why_ = effigy::write_glb(
            made, [&](std::span<const std::byte> bytes) { glb_.insert(glb_.end(), bytes.begin(), bytes.end()); }, to);
    }
    void report(const effigy::scene& made, const tool::textured& shown) {
        for (const materials::look_up& each : shown.names.names) {
            if (each.found.what == materials::outcome::missing) {
                missing_.add(each.is_material ? "material" : "texture", each.name);
            } else if (const std::string defect = shown.defect_of(each); each.found && !defect.empty()) {
                broken_.push_back({{"name", tool::utf8(each.name)}, {"message", defect}});
            }
        }
        std::uint64_t triangles = 0;
        for (const effigy::scene::mesh& mesh : made.meshes) {
            for (const effigy::scene::primitive& part : mesh.primitives) {
                triangles += part.index_count / 3;
            }
        }
        report_["triangles"] = triangles;
        report_["textures"] = {{"found", shown.counts.found + shown.counts.guessed},
                               {"missing", shown.counts.missing},
                               {"of_game", shown.counts.of_game},
                               {"broken", shown.counts.broken}};
    }

    file_set& files_;
    const file_set::file& one_;
    const options& chosen_;
    tool::clips clips_;
    std::vector<std::byte> glb_;
    tool::lasting_error why_;
    json report_ = json::object(), clip_names_ = json::array(), broken_ = json::array();
    missing_files missing_;
};

} // namespace

std::string convert(file_set& files, const file_set::file& one, std::string_view text, std::vector<std::byte>& glb) {
    const options chosen{text};
    glb = {};
    tool::judgement judged;
    if (!chosen.complaint.empty()) {
        judged.why = {{"options"}, effigy::errc::unsupported, 0, -1, "no option of the conversion, or no value of it"};
        judged.companion = chosen.complaint;
        return tool::text_of(tool::header_json(one.path, judged));
    }
    conversion made{files, one, chosen};
    judged =
        files.judge(one, [&](const auto& view, const tool::judgement& so_far, const tool::companion_table& companions) {
            if (so_far.status != tool::status::ok) {
                return;
            }
            if constexpr (tool::scene_source<std::remove_cvref_t<decltype(view)>>) {
                made(view, companions);
            }
        });
    if (judged.status == tool::status::ok && !effigy::is_model(judged.is->kind)) {
        judged.why = {{judged.is->name}, effigy::errc::unsupported, 0, -1, "not a model: drop it with its model"};
        judged.status = tool::status::skipped;
    } else if (made.why()) {
        judged.why = made.why();
        judged.status = tool::status::error;
    } else {
        glb = made.take_glb();
    }
    json out = tool::header_json(one.path, judged);
    json report = made.take_report();
    for (auto& [key, value] : report.items()) {
        out[key] = std::move(value);
    }
    return tool::text_of(out);
}

} // namespace c_api
