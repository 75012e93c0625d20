#include "info.hpp"

#include "every_info.hpp" // CMakeLists.txt makes it
#include "judge.hpp"
#include "walk.hpp"
#include <tool/answers/json.hpp>
#include <tool/answers/text.hpp>

#include <effigy/report.hpp>

#include <concepts>
#include <iostream>
#include <type_traits>

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

judgement show_json(const fs::path& path, model_cache& models) {
    json content{{"totals", nullptr}};
    const judgement judged = judge(path, models, [&](const auto& view, const judgement& so_far) {
        if constexpr (std::same_as<std::remove_cvref_t<decltype(view)>, effigy::m2::model>) {
            content = to_json(view, so_far.joined->companions);
        } else if constexpr (requires { to_json(view); }) {
            content = to_json(view);
        }
    });
    json out = header_json(path.string(), judged);
    for (auto& [key, value] : content.items()) {
        out[key] = std::move(value);
    }
    std::cout << text_of(out) << '\n';
    return judged;
}

} // namespace

int info(const info_options& options, model_cache& models) {
    const style paint = style::of(stdout);
    return show_each(options.arguments, options.quiet, [&](const fs::path& path) {
        return options.json ? show_json(path, models) : show_text(path, models, paint);
    });
}

} // namespace tool
