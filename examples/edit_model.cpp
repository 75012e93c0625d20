// edit_model MODEL CLIP NEW_MODEL NEW_CLIP: renames and scales a Legend of Grimrock model and its clip.
#include <effigy/file.hpp>
#include <effigy/grimrock/edit.hpp>
#include <effigy/grimrock/encode.hpp>
#include <effigy/report.hpp>
#include <effigy/write_file.hpp>

#include <iostream>

namespace grimrock = effigy::grimrock;

namespace {

effigy::error edit(grimrock::owned_model& model, grimrock::owned_animation& clip) {
    const auto changed = rename_textures(model, {{"effigy_stone", "temple_marble"}});
    if (!changed) {
        return changed.error();
    }
    std::cout << *changed << " materials\n";

    const auto in_model = rename_nodes(model, {{"arm_*", "wing_*"}});
    const auto in_clip = in_model ? rename_nodes(clip, {{"arm_*", "wing_*"}}) : in_model;
    if (!in_clip) {
        return in_clip.error();
    }
    std::cout << *in_model << " nodes in the model, " << *in_clip << " in the clip\n";

    if (const effigy::error why = scale(model, 2)) {
        return why;
    }
    return scale(clip, 2);
}

// Shows what the written file contains.
effigy::error show(const effigy::file_bytes& written) {
    const auto model = grimrock::open(written);
    if (!model) {
        return model.error();
    }
    for (const auto& node : model->nodes()) {
        std::cout << node.name();
        if (const auto mesh = node.mesh()) {
            std::cout << ", " << mesh.bounds()->radius << " in radius, of " << mesh.segments().begin()->material();
        }
        std::cout << '\n';
    }
    return {};
}

effigy::error run(std::span<const std::byte> model_file, std::span<const std::byte> clip_file, const char* new_model,
                  const char* new_clip) {
    const auto model_view = grimrock::open(model_file);
    const auto clip_view = grimrock::open_animation(clip_file);
    if (!model_view || !clip_view) {
        return model_view ? clip_view.error() : model_view.error();
    }
    auto model = decode(*model_view);
    auto clip = decode(*clip_view);
    if (!model || !clip) {
        return model ? clip.error() : model.error();
    }
    if (const effigy::error why = edit(*model, *clip)) {
        return why;
    }
    const auto model_bytes = encode(*model);
    const auto clip_bytes = encode(*clip);
    if (!model_bytes || !clip_bytes) {
        return model_bytes ? clip_bytes.error() : model_bytes.error();
    }
    std::cout << "model: " << model_bytes->size() << " bytes, clip: " << clip_bytes->size() << " bytes\n";
    effigy::error why = effigy::write_file(new_model, *model_bytes);
    why = why ? why : effigy::write_file(new_clip, *clip_bytes);
    return why ? why : show(*model_bytes);
}

} // namespace

int main(int argc, char** argv) {
    const auto model = effigy::file::open(argc > 4 ? argv[1] : "");
    const auto clip = effigy::file::open(argc > 4 ? argv[2] : "");
    const effigy::error why = !model  ? model.error()
                              : !clip ? clip.error()
                                      : run(model->bytes(), clip->bytes(), argv[3], argv[4]);
    if (why) {
        std::cerr << to_string(why, argc > 2 ? argv[model ? 2 : 1] : "") << '\n';
        return 1;
    }
}
