// effigy_roundtrip write|rename FOLDER [OUT]: writes each model and clip of a folder back and compares the bytes with
// those of the file, or renames the textures of each model, and back. OUT: a folder for files in canonical order, or
// with longer names.
#include "facts/files.hpp"
#include "facts/roundtrip/m2.hpp"
#include "facts/roundtrip/renaming.hpp"
#include "facts/roundtrip/writing.hpp"

#include <effigy/any.hpp>
#include <effigy/file.hpp>

#include <filesystem>
#include <iostream>
#include <map>

namespace {

template <class Check> bool check_files(const facts::path& folder, const char* out) {
    constexpr bool writes_m2 = std::same_as<Check, roundtrip::writing_check>;
    std::map<std::string, Check> all;
    roundtrip::m2_check models; // of several files
    bool good = true;
    for (const facts::path& path : facts::files_below(folder)) {
        const auto report = [&](const std::string& why) {
            std::cout << facts::utf8(path) << ": " << why << '\n';
            good = false;
        };
        const auto file = effigy::read_file(path);
        if (!file) {
            report(to_string(file.error()));
            continue;
        }
        static_cast<void>(effigy::visit(file->bytes(), [&]<class View>(const View& view) {
            constexpr bool is_model_of_files = writes_m2 && std::same_as<View, effigy::m2::model>;
            if constexpr (is_model_of_files || Check::template applies_to<View>) {
                std::string to;
                if (out != nullptr) {
                    const std::filesystem::path written = std::filesystem::path{out} / facts::name_below(folder, path);
                    std::filesystem::create_directories(written.parent_path());
                    to = written.string();
                }
                std::string why;
                if constexpr (is_model_of_files) {
                    why = models(path, to);
                } else {
                    why = all[effigy::identify(file->bytes()).name](view, file->bytes(), to);
                }
                if (!why.empty()) {
                    report(why);
                }
            }
        }));
    }
    for (const auto& [kind, check] : all) {
        std::cout << kind << ": " << check << '\n';
    }
    if (models.models.files != 0) {
        std::cout << "m2: " << models << '\n';
    }
    return good && (!all.empty() || models.models.files != 0);
}

} // namespace

int main(int argc, char** argv) {
    const std::string_view what = argc > 2 ? argv[1] : "";
    const char* const out = argc > 3 ? argv[3] : nullptr;
    if (what == "write") {
        return check_files<roundtrip::writing_check>(argv[2], out) ? 0 : 1;
    }
    if (what == "rename") {
        return check_files<roundtrip::renaming_check>(argv[2], out) ? 0 : 1;
    }
    std::cerr << "usage: effigy_roundtrip write|rename FOLDER [OUT]\n";
    return 2;
}
