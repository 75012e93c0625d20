#include "info.hpp"

#include "info_grimrock.hpp"
#include "info_m2.hpp"
#include "info_nwn.hpp"
#include "info_p3d.hpp"
#include "text.hpp"
#include "walk.hpp"

#include <effigy/any.hpp>
#include <effigy/file.hpp>
#include <effigy/report.hpp>

#include <iostream>

namespace tool {

namespace fs = std::filesystem;

namespace {

std::string version_of(const effigy::identity& is) {
    return is.version >= 0 ? ", version " + std::to_string(is.version) : "";
}

effigy::error show_text(std::span<const std::byte> bytes, const fs::path& path, const style& paint) {
    return effigy::visit(bytes, [&](const auto& view) {
        const effigy::identity is = effigy::identify(bytes);
        std::cout << paint.heading(printable(path.string())) << ": " << is.name << version_of(is) << ", "
                  << counted(bytes.size(), "byte") << '\n';
        print(std::cout, paint, view);
    });
}

effigy::error show_json(std::span<const std::byte> bytes, const fs::path& path) {
    return effigy::visit(bytes, [&](const auto& view) {
        const effigy::identity is = effigy::identify(bytes);
        nlohmann::ordered_json out{{"file", path.string()},
                                   {"format", is.name},
                                   {"version", is.version >= 0 ? nlohmann::ordered_json(is.version) : nullptr},
                                   {"bytes", bytes.size()}};
        out.update(to_json(view));
        constexpr auto replace = nlohmann::ordered_json::error_handler_t::replace; // a path need not be UTF-8
        std::cout << out.dump(-1, ' ', false, replace) << '\n';
    });
}

} // namespace

int info(const info_options& options) {
    const style paint = style::of(stdout);
    bool all_shown = true;
    for (const fs::path& path : files_of(options.arguments)) {
        effigy::error why;
        if (const auto file = effigy::file::open(path)) {
            why = options.json ? show_json(file->bytes(), path) : show_text(file->bytes(), path, paint);
        } else {
            why = file.error();
        }
        if (why.code != effigy::errc::none) {
            std::cout.flush(); // the complaint stands where it belongs
            std::cerr << printable(path.string()) << ": " << effigy::to_string(why) << '\n';
            all_shown = false;
        }
        if (!std::cout) { // nobody reads any more
            break;
        }
    }
    std::cout.flush();
    return all_shown ? 0 : 1;
}

} // namespace tool
