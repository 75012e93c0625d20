#include "commands.hpp"

#include <tool/answers/info.hpp>
#include <tool/answers/json.hpp>
#include <tool/answers/text.hpp>
#include <tool/system/files.hpp>
#include <tool/system/judge.hpp>

#include <effigy/report.hpp>

#include <algorithm>
#include <concepts>
#include <iostream>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace tool {

namespace fs = std::filesystem;

namespace {

std::string version_of(const effigy::identity& is) {
    return is.version >= 0 ? ", version " + std::to_string(is.version) : "";
}

judgement show_text(const fs::path& path, model_cache& models, const style& paint) {
    return judge(path, models, [&](const auto& view, const judgement& judged) {
        std::cout << paint.heading(printable(path.string())) << ": " << judged.is->name << version_of(*judged.is)
                  << ", " << counted(judged.bytes, "byte") << '\n';
        if constexpr (std::same_as<std::remove_cvref_t<decltype(view)>, effigy::m2::model>) {
            print(std::cout, paint, view, judged.joined->companions);
        } else if constexpr (requires { print(std::cout, paint, view); }) {
            print(std::cout, paint, view);
        }
    });
}

// Fills `content` with the keys of the format.
judgement look_at(const fs::path& path, model_cache& models, json& content) {
    return judge(path, models, [&](const auto& view, const judgement& so_far) {
        if constexpr (std::same_as<std::remove_cvref_t<decltype(view)>, effigy::m2::model>) {
            content = to_json(view, so_far.joined->companions);
        } else if constexpr (requires { to_json(view); }) {
            content = to_json(view);
        }
    });
}

judgement show_json(const fs::path& path, model_cache& models) {
    json content{{"totals", nullptr}};
    const judgement judged = look_at(path, models, content);
    json out = header_json(path.string(), judged);
    for (auto& [key, value] : content.items()) {
        out[key] = std::move(value);
    }
    std::cout << text_of(out) << '\n';
    return judged;
}

struct names_in_order {
    std::vector<std::string> all;
    std::set<std::string> known;

    void add(const std::string& name) {
        if (!name.empty() && known.insert(name).second) {
            all.push_back(name);
        }
    }
};

// Returns a text of an object; empty if it has none.
std::string text_in(const json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

// The name as in the file: the JSON has its bytes as Latin-1.
std::string shown(std::string_view name) {
    std::string bytes;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const auto lead = static_cast<unsigned char>(name[i]);
        bytes += lead < 0x80 || i + 1 == name.size()
                     ? name[i]
                     : static_cast<char>(static_cast<unsigned>(lead << 6U) |
                                         (static_cast<unsigned char>(name[++i]) & 0x3FU));
    }
    return printable(bytes);
}

// Adds the names of an entry of textures or materials, each once.
void add_textures(const json& in, names_in_order& out) {
    if (in.is_string()) {
        out.add(in.get<std::string>());
    } else if (in.is_object()) {
        for (const char* const key : {"texture", "name", "material"}) {
            out.add(text_in(in, key));
        }
        if (const auto id = in.find("file_id"); text_in(in, "name").empty() && id != in.end()) { // World of Warcraft
            out.add(id->is_number() ? "FileDataID " + id->dump() : text_in(in, "type") + ", chosen by the game");
        }
    }
}
void find_textures(const json& in, names_in_order& out) {
    for (const auto& [key, value] : in.items()) {
        if (value.is_array() && (key == "textures" || key == "materials")) {
            std::ranges::for_each(value, [&](const json& each) { add_textures(each, out); });
        } else if (value.is_structured()) {
            find_textures(value, out);
        }
    }
}

judgement show_brief(const fs::path& path, model_cache& models, const style& paint) {
    json content{{"totals", nullptr}};
    const judgement judged = look_at(path, models, content);
    if (content["totals"].is_null()) {
        return judged;
    }
    std::cout << paint.heading(printable(path.string())) << ": " << judged.is->name << version_of(*judged.is) << ", "
              << counted(judged.bytes, "byte") << '\n';
    for (const auto& [key, value] : content["totals"].items()) {
        if (value != 0) {
            std::cout << key << ": " << grouped(value.get<std::uint64_t>()) << '\n';
        }
    }
    names_in_order textures;
    find_textures(content, textures);
    for (const std::string& each : textures.all) {
        std::cout << "texture " << paint.name(shown(each)) << '\n';
    }
    if (const auto animations = content.find("animations"); animations != content.end()) {
        for (const json& each : *animations) {
            const auto variation = each.find("variation");
            const bool varies = variation != each.end() && *variation != 0;
            std::cout << "animation "
                      << paint.name(shown(text_in(each, "name")) + (varies ? '_' + variation->dump() : "")) << ", "
                      << shortest(each["seconds"].is_number() ? each["seconds"].get<float>() : 0) << " s\n";
        }
    }
    return judged;
}

} // namespace

int info(const info_options& options, model_cache& models) {
    const style paint = style::of(stdout);
    return show_each(options.arguments, options.quiet, [&](const fs::path& path) {
        return options.json    ? show_json(path, models)
               : options.brief ? show_brief(path, models, paint)
                               : show_text(path, models, paint);
    });
}

} // namespace tool
