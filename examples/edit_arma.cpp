// edit_arma FILE OUT: deletes the coarse levels of an Arma model, adds a property and moves a folder of textures.
#include <effigy/file.hpp>
#include <effigy/p3d/edit.hpp>
#include <effigy/p3d/encode.hpp>
#include <effigy/p3d/names.hpp>
#include <effigy/report.hpp>
#include <effigy/write_file.hpp>

#include <iostream>

namespace p3d = effigy::p3d;

namespace {

effigy::error edit(p3d::owned_model& model) {
    for (std::size_t i = model.lods.count; i-- > 0;) {
        const float resolution = model.get(model.lods)[i].resolution;
        if (p3d::meaning_of(resolution).kind == p3d::lod_kind::visual && resolution > 1) {
            model.erase(model.lods, i);
        }
    }

    for (p3d::owned_lod& level : model.get(model.lods)) {
        if (p3d::meaning_of(level.resolution).kind == p3d::lod_kind::geometry) {
            if (const effigy::error why = set_property(model, level, "damage", "building")) {
                return why;
            }
        }
    }

    return rename_textures(model, {{"effigy\\*", "my_mod\\data\\*"}}).error();
}

// Shows what the written file contains.
effigy::error show(const effigy::file_bytes& written) {
    const auto model = p3d::open(written);
    if (!model) {
        return model.error();
    }
    for (const p3d::lod& level : model->lods()) {
        std::cout << name_of(level.kind()) << ": " << level.faces().size() << " faces";
        if (!level.faces().empty()) {
            std::cout << ", the first of \"" << level.faces().begin()->texture() << '"';
        }
        std::cout << '\n';
        for (const p3d::property& property : level.properties()) {
            std::cout << "  " << property.name() << " = " << property.value() << '\n';
        }
    }
    return {};
}

effigy::error run(std::span<const std::byte> file, const char* out) {
    const auto view = p3d::open(file);
    if (!view) {
        return view.error();
    }
    auto model = decode(*view);
    if (!model) {
        return model.error();
    }
    if (const effigy::error why = edit(*model)) {
        return why;
    }
    const auto written = encode(*model);
    if (!written) {
        return written.error();
    }
    const effigy::error why = effigy::write_file(out, *written);
    return why ? why : show(*written);
}

} // namespace

int main(int argc, char** argv) {
    const char* const path = argc > 2 ? argv[1] : "";
    const auto file = effigy::file::open(path);
    const effigy::error why = file ? run(file->bytes(), argv[2]) : file.error();
    if (why) {
        std::cerr << to_string(why, path) << '\n';
        return 1;
    }
}
