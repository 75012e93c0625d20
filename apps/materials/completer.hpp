// What the families share.
#pragma once

#include "complete.hpp"

#include <effigy/scene/extras.hpp>

#include <tuple>

namespace materials {

using effigy::extras_of;
using effigy::scene;

class completer {
public:
    completer(const std::vector<model_place>& places, const complete_options& options, std::set<std::string> doubtful,
              std::string_view classification)
        : places_(places), options_(options), doubtful_(std::move(doubtful)), classification_(classification) {}

    [[nodiscard]] const complete_options& options() const { return options_; }
    [[nodiscard]] std::string_view classification() const { return classification_; } // Neverwinter Nights

    // Looks a name up once: calls find(search). `base`: the material file that contains the name, if there is one.
    template <class Find> [[nodiscard]] answer look(std::string_view name, bool is_material, const answer& base,
                                                    const Find& find) {
        const auto [known, is_new] =
            known_.try_emplace({std::string{name}, base.tree, base.path, is_material}, out_.names.size());
        if (is_new) {
            look_up added{std::string{name}, {}, is_material};
            const search where{places_, options_.explains ? &added.tried : nullptr, &doubtful_};
            added.found = find(base ? where.beside(base) : where);
            if (!added.found) { // several .rvmat may name it
                known->second = not_found_.try_emplace({added.name, is_material}, known->second).first->second;
            }
            if (known->second == out_.names.size()) {
                out_.names.push_back(std::move(added));
            }
        }
        return out_.names[known->second].found;
    }
    // For names that do not count as missing.
    [[nodiscard]] search quietly() const { return search{places_}; }
    // Returns the content of an .rvmat, .mtr or .txi. None if it is far longer than real ones (measured: up to 2,144
    // bytes), because many materials may name it, and each gets its content.
    [[nodiscard]] static std::optional<std::vector<std::byte>> read_small(const answer& found) {
        constexpr std::size_t most_bytes = 65'536;
        auto out = found ? found.tree->read(found.path) : std::nullopt;
        return out && out->size() <= most_bytes ? std::move(out) : std::nullopt;
    }
    // Says in the extras of a texture what was found, and wants the image of a texture that glTF has a place for.
    void show(scene::texture& shown, const answer& found, images::use as);
    // Notes that the .mtr of a material has two textures for one slot.
    void note_repeating(std::string_view material) { out_.repeating.emplace(material); }
    // Says in the extras of a material which file completed it.
    static void note(scene::material& completed, std::string_view name, const answer& found);

    // Returns the use of a base color, by how the material is drawn.
    [[nodiscard]] static images::use color_use(const scene::material& of);
    // `map`: what the game uses the texture for, in its words.
    static scene::texture& add_texture(scene::material& to, std::string_view name, scene::texture_role role,
                                       std::string_view map) {
        scene::texture& out = to.textures.emplace_back();
        out.name = name;
        out.role = role;
        extras_of{out.extras}.add("map", map);
        return out;
    }
    [[nodiscard]] completion finish() { return std::move(out_); }

private:
    const std::vector<model_place>& places_;
    const complete_options& options_;
    std::set<std::string> doubtful_; // last parts of paths, see search::is_doubtful()
    std::string_view classification_;
    std::map<std::tuple<std::string, const file_tree*, std::string_view, bool>, std::size_t> known_;
    std::map<std::pair<std::string, bool>, std::size_t> not_found_; // a part of known_
    std::map<wanted_image, std::size_t> numbers_;                   // of images
    completion out_;
};

void complete_grimrock(completer& by, scene::material& to);
void complete_nwn(completer& by, scene& made, scene::material& to); // a material of the scene
void complete_m2(completer& by, scene::material& to);
void complete_p3d(completer& by, scene::material& to);

} // namespace materials
