// effigy info for the parts that World of Warcraft models and their companions share.
#pragma once

#include "companion_table.hpp"
#include "json.hpp"
#include "text.hpp"
#include "tree.hpp"

#include <effigy/m2.hpp>
#include <materials/file_tree.hpp>

#include <algorithm>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace tool::impl {

// Replaces underscores by spaces.
inline std::string in_words(std::string_view name) {
    std::string out{name};
    std::ranges::replace(out, '_', ' ');
    return out;
}
// The name of an enumerator, in words.
template <class Enumeration> std::string words(Enumeration value) { return in_words(name_of(value)); }

// Returns " (NAME)"; empty without a name.
inline std::string in_brackets(std::string_view name) { return name.empty() ? "" : " (" + std::string(name) + ')'; }

inline std::string in_seconds(double seconds) { return shortest(static_cast<float>(seconds)) + " s"; }

inline json entry_json(std::uint32_t number) { return number_or_null(number, number != effigy::npos); }

// Returns the end of the name of the file with the keys: "0060-01.anim".
std::string key_file_name_of(const effigy::m2::animation& animation);

// ---- animations ----------------------------------------------------------------------------------------------------

// Returns where the keys are; empty if they are in the file itself. `companions` is null if the file has none.
std::string keys_text(const effigy::m2::animation& animation, const companion_table* companions);
std::string_view name_of_place(effigy::m2::key_place place);

template <class Animations>
void print_animations(std::ostream& out, const Animations& animations, const companion_table* companions) {
    std::size_t number = 0;
    for (const effigy::m2::animation animation : animations) {
        out << "animation " << number++ << ": id " << animation.id() << in_brackets(animation.name());
        if (animation.variation() != 0) {
            out << " variation " << animation.variation();
        }
        out << ", " << in_seconds(animation.duration());
        if ((animation.flags() & effigy::m2::animation_plays_once) != 0) {
            out << ", once";
        }
        if (const std::uint32_t alias = animation.alias(); alias != effigy::npos) {
            out << ", alias of " << alias;
        } else {
            out << keys_text(animation, companions);
        }
        out << '\n';
    }
}
void print_global_sequences(std::ostream& out, effigy::array<effigy::u32<>> lengths_ms);

template <class Animations> json animations_json(const Animations& animations) {
    json out = json::array();
    for (const effigy::m2::animation animation : animations) {
        out.push_back({{"id", animation.id()},
                       {"name", animation.name()},
                       {"variation", animation.variation()},
                       {"seconds", animation.duration()},
                       {"flags", animation.flags()},
                       {"move_speed", animation.move_speed()},
                       {"alias_of", entry_json(animation.alias())},
                       {"keys", name_of_place(animation.key_place())}});
    }
    return out;
}

// A list with ", " between its parts.
class list {
public:
    void add(const std::string& what) { text_ += (text_.empty() ? "" : ", ") + what; }
    void add_keys(std::string_view what, std::size_t keys) {
        if (keys != 0) {
            add(std::string(what) + (keys > 1 ? " x" + std::to_string(keys) : ""));
        }
    }
    [[nodiscard]] const std::string& text() const { return text_; }

private:
    std::string text_;
};

// ---- bones and attachments -----------------------------------------------------------------------------------------

// Returns "translation, rotation x3, billboard"; empty if nothing moves.
std::string moves_text(const effigy::m2::bone& bone);

// Prints the bones of a model or a skeleton as a tree.
template <class Source> void print_bones(std::ostream& out, const style& paint, const Source& from) {
    std::vector<effigy::tree_entry> entries(from.bones().size());
    const effigy::m2::bone_index bones = from.index(entries);
    tree lines{out, paint};
    std::vector<std::uint32_t> path; // from the root to the last bone drawn
    for (std::size_t i = 0; i < bones.size(); ++i) {
        const std::uint32_t number = bones.preorder(i);
        while (!path.empty() && path.back() != bones.parent(number)) {
            path.pop_back();
        }
        const effigy::m2::bone bone = bones.at(number);
        std::string name = "bone";
        if (const std::int32_t id = bone.id(); id >= 0) {
            const std::string_view known = effigy::m2::key_bone_name(id);
            name += " (key bone " + std::to_string(id) + (known.empty() ? "" : ": " + std::string(known)) + ')';
        }
        lines.branch(path.size(), entries[number].next_sibling != effigy::npos,
                     paint.faint(std::to_string(number)) + ' ' + paint.name(name));
        if (const std::string moves = moves_text(bone); !moves.empty()) {
            lines.detail(entries[number].first_child != effigy::npos, moves);
        }
        path.push_back(number);
    }
}
template <class Bones> json bones_json(const Bones& bones) {
    json out = json::array();
    for (const effigy::m2::bone bone : bones) {
        const auto pivot = bone.pivot();
        out.push_back({{"parent", entry_json(bone.parent())},
                       {"key_bone", number_or_null(bone.id(), bone.id() >= 0)},
                       {"flags", bone.flags()},
                       {"pivot", {pivot.x, pivot.y, pivot.z}},
                       {"translation_keys", bone.translation().key_count()},
                       {"rotation_keys", bone.rotation().key_count()},
                       {"scale_keys", bone.scale().key_count()}});
    }
    return out;
}

template <class Attachments> void print_attachments(std::ostream& out, const Attachments& attachments) {
    for (const effigy::m2::attachment attachment : attachments) {
        out << "attachment " << attachment.id() << in_brackets(effigy::m2::attachment_name(attachment.id()))
            << " on bone " << attachment.bone() << '\n';
    }
}
template <class Attachments> json attachments_json(const Attachments& attachments) {
    json out = json::array();
    for (const effigy::m2::attachment attachment : attachments) {
        out.push_back({{"id", attachment.id()}, {"bone", attachment.bone()}});
    }
    return out;
}

// ---- skin profiles -------------------------------------------------------------------------------------------------

// "78 vertices, 104 triangles, 3 submeshes, 4 batches, for up to 256 bones"
std::string sizes_text(const effigy::m2::skin_profile& profile);

// Returns the submeshes of a skin profile. `bones(submesh)` returns the size of the submesh's bone palette.
template <class Bones> json submeshes_json(const effigy::m2::skin_profile& profile, const Bones& bones) {
    json out = json::array();
    for (const effigy::m2::submesh& submesh : profile.submeshes()) {
        out.push_back({{"part", submesh.id.get()},
                       {"vertices", submesh.vertex_count.get()},
                       {"triangles", profile.indices(submesh).size() / 3},
                       {"bones", bones(submesh)}});
    }
    return out;
}
json skin_profile_json(const effigy::m2::skin_profile& profile, json submeshes);

// ---- chunks --------------------------------------------------------------------------------------------------------

template <class Chunks> void print_chunks(std::ostream& out, const style& paint, const Chunks& chunks) {
    for (const auto& chunk : chunks) {
        out << "chunk " << paint.name(printable(chunk.id())) << ": " << counted(chunk.bytes().size(), "byte") << '\n';
    }
}
template <class Chunks> json chunks_json(const Chunks& chunks) {
    json out = json::array();
    for (const auto& chunk : chunks) {
        out.push_back({{"id", utf8(chunk.id())}, {"offset", chunk.offset()}, {"bytes", chunk.bytes().size()}});
    }
    return out;
}

} // namespace tool::impl
