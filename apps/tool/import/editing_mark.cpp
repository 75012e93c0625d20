#include "editing_mark.hpp"

#include <tool/answers/text.hpp>

#include <effigy/core/math.hpp>
#include <effigy/scene/digests.hpp>
#include <effigy/scene/extras.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <span>
#include <system_error>
#include <utility>

namespace tool {

namespace {

constexpr std::string_view first_word = "effigy";
constexpr std::string_view text_key = "effigyMark", clips_key = "effigyClips";

// The letters of the choices that change a scene.
constexpr auto letters = std::to_array<std::pair<char, bool scene_choices::*>>({
    {'a', &scene_choices::keeps_axes},
    {'c', &scene_choices::collision},
    {'e', &scene_choices::no_empties},
    {'l', &scene_choices::loops},
    {'m', &scene_choices::animate_materials},
    {'s', &scene_choices::selections},
    {'v', &scene_choices::vertex_colors},
    {'w', &scene_choices::all_weights},
});

constexpr std::size_t digest_digits = 8;

// Reads a number from the front of a text.
template <class T, class... Base> bool read(std::string_view& from, T& out, Base... base) {
    const auto [end, failure] = std::from_chars(from.data(), from.data() + from.size(), out, base...);
    from.remove_prefix(static_cast<std::size_t>(end - from.data()));
    return failure == std::errc{};
}
bool read(std::string_view& from, double& out) { // libc++ 19 has no from_chars() for it
    const std::string text{from};
    char* end = nullptr;
    out = std::strtod(text.c_str(), &end);
    from.remove_prefix(static_cast<std::size_t>(end - text.c_str()));
    return end != text.c_str() && std::isfinite(out);
}
bool take(std::string_view& from, std::string_view expected) {
    const bool out = from.starts_with(expected);
    from.remove_prefix(out ? expected.size() : 0);
    return out;
}
bool read_digest(std::string_view& from, std::uint32_t& out) {
    std::string_view digits = from.substr(0, digest_digits);
    const bool is_read = digits.size() == digest_digits && read(digits, out, 16) && digits.empty();
    from.remove_prefix(is_read ? digest_digits : 0);
    return is_read;
}
bool read_letters(std::string_view& from, scene_choices& to) {
    for (; !from.empty() && from.front() != '.'; from.remove_prefix(1)) {
        const auto found = std::ranges::find(letters, from.front(), &std::pair<char, bool scene_choices::*>::first);
        if (found == letters.end()) {
            return false;
        }
        to.*found->second = true;
    }
    return true;
}
// "", or ".001"
bool is_number_of_editor(std::string_view text) {
    return text.empty() || (text.front() == '.' && text.size() > 1 &&
                            std::ranges::all_of(text.substr(1), [](char c) { return c >= '0' && c <= '9'; }));
}

std::optional<editing_mark> mark_of_node(const effigy::scene::node& node) {
    using effigy::find_extra;
    std::optional<editing_mark> out = editing_mark::of(node.name);
    if (const auto* const copy = find_extra<effigy::scene::text>(node.extras, text_key); !out && copy != nullptr) {
        out = editing_mark::of(*copy);
    }
    const auto* const names = find_extra<effigy::scene::list<effigy::scene::text>>(node.extras, clips_key);
    for (std::size_t i = 0; out && names != nullptr && i < names->size(); ++i) {
        out->clip_names.emplace_back((*names)[i]);
    }
    return out;
}

} // namespace

std::uint32_t folded_digest(std::uint64_t digest) { return static_cast<std::uint32_t>(digest ^ digest >> 32U); }

std::uint32_t digest_of_meshes(const effigy::scene& in) {
    std::uint64_t out = 0;
    for (const effigy::scene::mesh& each : in.meshes) {
        out = out * 31 + digest(each);
    }
    return folded_digest(out);
}

std::uint32_t digest_of_clips(const effigy::scene& in) {
    std::uint64_t out = 0;
    for (const effigy::scene::clip& each : in.clips) {
        out += digest(each);
    }
    return folded_digest(out);
}

std::string editing_mark::text() const {
    std::string out = std::string{first_word} + ' ' + hexadecimal(meshes, digest_digits) + ' ' +
                      std::to_string(clip_count) + '-' + hexadecimal(clips, digest_digits);
    if (all_levels) {
        out += " all";
    } else if (level != effigy::npos) {
        out += " lod" + std::to_string(level);
    }
    if (choices.seconds != 1) {
        std::array<char, 32> digits{};
        const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), choices.seconds).ptr;
        out += " t" + std::string{digits.data(), end} + 's'; // so that no number that is appended belongs to it
    }
    std::string chosen;
    for (const auto& [letter, choice] : letters) {
        chosen += choices.*choice ? std::string{letter} : "";
    }
    return chosen.empty() ? out : out + " -" + chosen;
}

std::optional<editing_mark> editing_mark::of(std::string_view text) {
    editing_mark out;
    out.choices.no_selections = true; // if there is no letter for them
    if (!take(text, first_word) || !take(text, " ") || !read_digest(text, out.meshes) || !take(text, " ") ||
        !read(text, out.clip_count) || !take(text, "-") || !read_digest(text, out.clips)) {
        return std::nullopt;
    }
    out.all_levels = take(text, " all");
    if (take(text, " lod") && !read(text, out.level)) {
        return std::nullopt;
    }
    if (take(text, " t") && !(read(text, out.choices.seconds) && take(text, "s"))) {
        return std::nullopt;
    }
    if (take(text, " -") && !read_letters(text, out.choices)) {
        return std::nullopt;
    }
    return is_number_of_editor(text) ? std::optional{out} : std::nullopt;
}

void add_mark(effigy::scene& to, const editing_mark& mark) {
    effigy::scene::node& made = to.nodes.emplace_back();
    made.name = mark.text();
    effigy::extras_of extras{made.extras};
    auto names = extras.list<effigy::scene::text>();
    for (const std::string& each : mark.clip_names) {
        names.emplace_back(each);
    }
    extras.add(text_key, std::string_view{made.name}).add(clips_key, std::move(names));
}

namespace {

// Puts what is below a node below its parent, where it stays.
void free_children(effigy::scene& of, std::uint32_t number) {
    const effigy::scene::node& node = of.nodes[number];
    const auto above = node.local.matrix();
    for (effigy::scene::node& each : std::span{of.nodes}.subspan(number + 1)) {
        if (each.parent == number) {
            each.parent = node.parent;
            each.local = decompose(above * each.local.matrix()).pose;
        }
    }
}

bool is_joint(const effigy::scene& in, std::uint32_t node) {
    return std::ranges::any_of(in.skins, [&](const effigy::scene::skin& each) {
        return std::ranges::find(each.joints, node) != each.joints.end();
    });
}

} // namespace

std::vector<editing_mark> take_marks(effigy::scene& from) {
    std::vector<editing_mark> out;
    std::vector<std::uint32_t> number_of; // per node; npos: it is removed
    for (std::uint32_t i = 0; i < from.nodes.size(); ++i) {
        const auto mark = from.nodes[i].mesh == effigy::npos ? mark_of_node(from.nodes[i]) : std::nullopt;
        number_of.push_back(static_cast<std::uint32_t>(i - out.size()));
        if (mark && !is_joint(from, i)) {
            free_children(from, i);
            out.push_back(*mark);
            number_of.back() = effigy::npos;
        }
    }
    if (out.empty()) {
        return out;
    }
    effigy::scene::list<effigy::scene::node> left;
    for (std::uint32_t i = 0; i < from.nodes.size(); ++i) {
        effigy::scene::node& each = from.nodes[i];
        if (number_of[i] != effigy::npos) {
            each.parent = each.parent != effigy::npos ? number_of[each.parent] : effigy::npos;
            left.push_back(std::move(each));
        }
    }
    from.nodes = std::move(left);
    for (effigy::scene::skin& skin : from.skins) {
        for (std::uint32_t& joint : skin.joints) {
            joint = number_of[joint];
        }
    }
    for (effigy::scene::clip& clip : from.clips) {
        effigy::scene::list<effigy::scene::channel> moved;
        for (effigy::scene::channel& each : clip.channels) {
            each.node = each.node != effigy::npos ? number_of[each.node] : effigy::npos;
            if (each.node != effigy::npos || each.material != effigy::npos) {
                moved.push_back(std::move(each));
            }
        }
        clip.channels = std::move(moved);
    }
    return out;
}

} // namespace tool
