// effigy_applied FOLDER: brings the scene of each model and clip of a folder back into it. An equal scene must change
// no byte. Then all is written anew, and counted what is not the same up to rounding.
#include "facts/applied/grimrock.hpp"
#include "facts/files.hpp"

#include <effigy/any.hpp>

#include <iostream>
#include <list>

int main(int argc, char** argv) {
    if (argc != 2) {
        std::cerr << "usage: effigy_applied FOLDER\n";
        return 2;
    }
    applied::grimrock_check grimrock;
    std::list<effigy::file_buffer> files; // that models and animations refer to
    std::vector<effigy::grimrock::model> models;
    std::vector<std::pair<std::string, effigy::grimrock::animation>> animations;
    std::size_t checked = 0;
    bool good = true;
    const auto report = [&](const std::string& name, const std::string& why) {
        ++checked;
        if (!why.empty()) {
            std::cout << name << ": " << why << '\n';
            good = false;
        }
    };
    for (const facts::path& path : facts::files_below(argv[1])) {
        auto file = effigy::read_file(path);
        if (!file) {
            report(facts::utf8(path), to_string(file.error()));
            continue;
        }
        const auto bytes = files.emplace_back(std::move(*file)).bytes();
        static_cast<void>(effigy::visit(bytes, [&]<class View>(const View& view) {
            if constexpr (std::is_same_v<View, effigy::grimrock::model>) {
                models.push_back(view);
                report(facts::utf8(path), grimrock(view, bytes));
            } else if constexpr (std::is_same_v<View, effigy::grimrock::animation>) {
                animations.emplace_back(facts::utf8(path), view);
            }
        }));
    }
    for (const auto& [name, view] : animations) {
        report(name, grimrock(view, view.file().bytes(), models));
    }
    std::cout << "Grimrock: " << grimrock << '\n';
    return good && checked != 0 ? 0 : 1;
}
