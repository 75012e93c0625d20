// The values of fields, for comparing and for writing them.
#pragma once

#include <effigy/nwn/owned/text/fields.hpp>
#include <effigy/nwn/owned/text/patches.hpp>

namespace effigy { inline namespace v0 { namespace nwn { namespace impl {

// The value of a field that a statement sets, whatever its type. A text is that of the parts.
struct field_words {
    std::array<float, 3> reals{};
    std::size_t real_count = 0; // 0: a whole number or a text
    std::uint32_t whole = 0;
    std::string_view chars;
    bool is_text = false;
    const text<64>* model = nullptr; // whose name precedes the text

    [[nodiscard]] friend bool operator==(const field_words& a, const field_words& b) noexcept {
        bool same = a.real_count == b.real_count && a.whole == b.whole && a.chars == b.chars;
        for (std::size_t i = 0; i < a.real_count && same; ++i) {
            same = std::bit_cast<std::uint32_t>(a.reals[i]) == std::bit_cast<std::uint32_t>(b.reals[i]);
        }
        return same;
    }
};
struct field_words_reader {
    field_words& out;

    void operator()(const float& from) const noexcept { set({from}, 1); }
    void operator()(const vec3<form::host>& from) const noexcept { set({from.x, from.y, from.z}, 3); }
    void operator()(const std::uint32_t& from) const noexcept { out.whole = from; }
    void operator()(const std::uint16_t& from) const noexcept { out.whole = from; }
    void operator()(const std::uint8_t& from) const noexcept { out.whole = from; }
    template <class T> void operator()(const option_of<T>& from) const noexcept {
        out.whole = (from.flags & from.flag) != 0 ? 1 : 0;
    }
    template <class T> void operator()(const hint_of<T>& from) const noexcept {
        if (from.hint == normal_and_specular_mapped) {
            set(hint_word);
        } else {
            out.whole = from.hint;
        }
    }
    template <class T> void operator()(const class_of<T>& from) const noexcept {
        const std::string_view word = word_of(from.classification);
        set(word.empty() ? other_class : word);
    }
    template <class T> void operator()(const fog_of<T>& from) const noexcept {
        out.whole = (from.fog != 0) == from.is_inverse ? 1 : 0;
    }
    template <class T> void operator()(const supermodel_of<T>& from) const noexcept {
        set(from.supermodel.view());
        out.model = &from.model;
    }
    template <std::size_t N> void operator()(const text<N>& from) const noexcept { set(from.view()); }

private:
    void set(std::array<float, 3> reals, std::size_t count) const noexcept {
        out.reals = reals;
        out.real_count = count;
    }
    void set(std::string_view chars) const noexcept {
        out.chars = chars;
        out.is_text = true;
    }
};
// Returns the value of the field that a keyword sets.
template <class Parts> [[nodiscard]] field_words words_of_field(const Parts& of, std::string_view keyword) {
    field_words out;
    static_cast<void>(with_field(of, keyword, field_words_reader{out}));
    return out;
}
// Calls use(keyword, value) for each field that a text can set; of several keywords for one field, for the first.
template <class Parts, class Use> void each_field(const Parts& of, const Use& use) {
    static_cast<void>(any_field(of, [&](std::string_view keyword, const auto& field) {
        if (keyword == first_keyword(keyword)) {
            field_words value;
            field_words_reader{value}(field);
            use(keyword, value);
        }
        return false;
    }));
}

// The parts of a node of a model; an empty one, if the node does not have it.
struct parts_of_node {
    const owned_node& node;
    const owned_light& light;
    const owned_emitter& emitter;
    const owned_reference& reference;
    const owned_mesh& mesh;
    const owned_animmesh& animmesh;
    const owned_dangly& dangly;
};
template <class = when_used>
[[nodiscard]] parts_of_node parts_of(const owned_model& model, const owned_node& node) noexcept {
    const auto part = [&]<class T>(const pool_handle<T>& of) -> const T& {
        static constexpr T none{};
        const T* const found = model.get(of);
        return found != nullptr ? *found : none;
    };
    return {node,
            part(node.light),
            part(node.emitter),
            part(node.reference),
            part(node.mesh),
            part(node.animmesh),
            part(node.dangly)};
}

// Writes a statement that sets the field.
template <class Names>
void write_field(text_line<>& to, Names& names, std::string_view keyword, const field_words& value) {
    to << keyword;
    for (std::size_t i = 0; i < value.real_count; ++i) {
        to << " " << value.reals[i];
    }
    if (value.model != nullptr) {
        to << " " << names.word_for(value.model->view());
    }
    if (value.is_text) {
        to << " " << names.word_for(value.chars);
    } else if (value.real_count == 0) {
        to << " " << std::int64_t{static_cast<std::int32_t>(value.whole)}; // -1 is no large number
    }
}
// Writes the value into the words of its statement; words that need not change stay.
template <class = when_used>
void replace_words(text_patches<>& to, const statement& from, const field_words& by, text_line<>& scratch) {
    scratch.clear();
    if (const text_word first = by.model != nullptr ? supermodel_in(from) : from.word(0);
        !first) { // only a keyword, as of an empty name
        const std::string_view keyword = from.words().begin()->text;
        write_field(scratch, to, keyword, by);
        to.replace(keyword, scratch.view());
    } else if (by.is_text) {
        to.replace(first.text, to.word_for(by.chars));
    } else if (by.real_count == 0) {
        to.replace(first.text, (scratch << std::int64_t{static_cast<std::int32_t>(by.whole)}).view());
    }
    for (std::size_t i = 0; i < by.real_count; ++i) {
        if (const text_word word = from.word(i)) {
            to.replace_number(word, by.reals[i]);
        }
    }
}

}}}} // namespace effigy::v0::nwn::impl
