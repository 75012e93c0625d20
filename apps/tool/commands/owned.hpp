// Models that own their data, of any format.
#pragma once

#include <tool/answers/judgement.hpp>
#include <tool/system/companions.hpp>

#include <effigy/grimrock/decode.hpp>
#include <effigy/m2/decode.hpp>
#include <effigy/nwn/decode.hpp>
#include <effigy/p3d/decode.hpp>

#include <filesystem>
#include <type_traits>
#include <variant>

namespace tool {

// A file and its content. Not a callback for each kind of view: a command that compares two files would compile each
// pair of kinds.
struct owned_file {
    judgement judged;
    std::variant<std::monostate, effigy::grimrock::owned_model, effigy::grimrock::owned_animation,
                 effigy::nwn::owned_model, effigy::m2::owned_model, effigy::p3d::owned_model,
                 effigy::p3d::owned_animation>
        content; // none unless the file is valid

    // Calls show(model), which returns an error, if the file is valid.
    template <class Show> void visit(const Show& show) {
        std::visit(
            [&]<class Model>(const Model& model) {
                if constexpr (!std::is_same_v<Model, std::monostate>) {
                    refuse(show(model));
                }
            },
            content);
    }
    // Does nothing if there is no error.
    void refuse(const effigy::error& why);
};

// Opens, verifies and decodes a file, like judge(). Files that decode() does not read by themselves are skipped.
owned_file read_owned(const std::filesystem::path& path, model_cache& models);

} // namespace tool
