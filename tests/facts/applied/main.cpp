// effigy_applied FOLDER: brings the scene of each model and clip of a folder back into it. An equal scene must change
// no byte. Then all is written anew, and counted what is not the same up to rounding.
#include "facts/applied/grimrock.hpp"
#include "facts/applied/p3d.hpp"
#include "facts/files.hpp"

#include <effigy/any.hpp>

#include <iostream>
#include <list>
#include <string>
#include <utility>
#include <vector>

namespace {

class checker {
public:
    void operator()(const std::string& name, effigy::borrowed_bytes bytes) {
        static_cast<void>(effigy::visit(bytes, [&]<class View>(const View& view) {
            if constexpr (std::is_same_v<View, effigy::grimrock::model> || std::is_same_v<View, effigy::p3d::model>) {
                auto& known = of(view);
                known.models.push_back(view);
                report(name, known.check(view, bytes));
            } else if constexpr (requires { of(view); }) {
                of(view).animations.emplace_back(name, view);
            }
        }));
    }
    // Checks the animations with the models. Returns whether all is right.
    bool finish() {
        finish(grimrock_, "Grimrock");
        finish(p3d_, "Arma");
        return good_ && checked_ != 0;
    }
    void report(const std::string& name, const std::string& why) {
        ++checked_;
        if (!why.empty()) {
            std::cout << name << ": " << why << '\n';
            good_ = false;
        }
    }

private:
    template <class Check, class Model, class Animation> struct family {
        Check check;
        std::vector<Model> models;
        std::vector<std::pair<std::string, Animation>> animations;
    };
    using grimrock_family = family<applied::grimrock_check, effigy::grimrock::model, effigy::grimrock::animation>;
    using p3d_family = family<applied::p3d_check, effigy::p3d::model, effigy::p3d::animation>;

    grimrock_family& of(const effigy::grimrock::model&) { return grimrock_; }
    grimrock_family& of(const effigy::grimrock::animation&) { return grimrock_; }
    p3d_family& of(const effigy::p3d::model&) { return p3d_; }
    p3d_family& of(const effigy::p3d::animation&) { return p3d_; }

    void finish(auto& of, const char* name) {
        for (const auto& [file, view] : of.animations) {
            report(file, of.check(view, view.file().bytes(), of.models));
        }
        if (!of.models.empty()) {
            std::cout << name << ": " << of.check << '\n';
            report(name, of.check.unexpected());
        }
    }

    grimrock_family grimrock_;
    p3d_family p3d_;
    std::size_t checked_ = 0;
    bool good_ = true;
};

} // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::cerr << "usage: effigy_applied FOLDER\n";
        return 2;
    }
    checker check;
    std::list<effigy::file_buffer> files; // that models and animations refer to
    for (const facts::path& path : facts::files_below(argv[1])) {
        auto file = effigy::read_file(path);
        if (file) {
            check(facts::utf8(path), files.emplace_back(*std::move(file)).bytes());
        } else {
            check.report(facts::utf8(path), to_string(file.error()));
        }
    }
    return check.finish() ? 0 : 1;
}
