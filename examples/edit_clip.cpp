// edit_clip FILE OUT: adds an animation to a Neverwinter Nights model: its first one, with another key and event.
#include <effigy/file.hpp>
#include <effigy/nwn/edit.hpp>
#include <effigy/nwn/names.hpp>
#include <effigy/report.hpp>
#include <effigy/write_file.hpp>

#include <array>
#include <iostream>

namespace nwn = effigy::nwn;

namespace {

// Adds an animation that differs from the first in a key and an event.
effigy::error edit(nwn::owned_model& model) {
    nwn::owned_animation clip = model.get(model.animations)[0];
    model.set(clip.nodes, model.get(clip.nodes)); // until now, the copy has the nodes of the first animation
    static_cast<void>(clip.geometry.name.assign("pause2"));

    nwn::owned_event hit{};
    hit.time = clip.length;
    static_cast<void>(hit.name.assign("hit"));
    model.append(clip.events, hit); // the first animation's list stays as it is

    for (nwn::owned_node& node : model.get(clip.nodes)) {
        if (node.name == "head") {
            const std::array times{0.0F, clip.length};
            const std::array sizes{1.0F, 1.5F};
            if (const effigy::error why = set_keys(model, node, nwn::controls_scale, 1, times, sizes)) {
                return why;
            }
        }
    }
    model.append(model.animations, clip);
    return number_parts(model, {}); // without a supermodel
}

// Shows what the written file contains.
effigy::error show(const effigy::file_bytes& written) {
    const auto model = nwn::open(written);
    if (!model) {
        return model.error();
    }
    for (const nwn::animation clip : model->animations()) {
        std::cout << clip.name() << ", " << clip.duration() << " s\n";
        for (const auto& event : clip.events()) {
            std::cout << "  at " << event.time << " s: " << event.name.view() << '\n';
        }
        for (const nwn::node node : clip.nodes()) {
            for (const nwn::controller keys : node.controllers()) {
                std::cout << "  " << node.name() << ": " << keys.times().size() << " keys of "
                          << controller_name(node, keys) << '\n';
            }
        }
    }
    return {};
}

effigy::error run(std::span<const std::byte> file, const char* out) {
    const auto view = nwn::open(file);
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
