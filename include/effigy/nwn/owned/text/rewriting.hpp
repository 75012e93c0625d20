// Writing a text model anew.
#pragma once

#include <effigy/nwn/owned/text/lists.hpp>
#include <effigy/nwn/owned/text/patches.hpp>

namespace effigy { inline namespace v0 { namespace nwn { namespace impl {

// Writes each statement in one form: one blank between words, numbers in the shortest form that reads back.
template <class = when_used> class text_rewriter {
public:
    text_rewriter(const text_model& from, std::pmr::memory_resource* memory) : from_(from), out_(memory) {}

    [[nodiscard]] file_bytes run() {
        bool in_node = false;
        for (const statement& each : from_.statements()) {
            const statement_kind kind = each.kind();
            in_node = kind == statement_kind::node || (in_node && kind == statement_kind::plain);
            parts_.node.flags = kind == statement_kind::node ? flags_of_type(each.word(0).text) : parts_.node.flags;
            write(each, in_node && kind == statement_kind::plain);
        }
        return std::move(out_);
    }

private:
    void write(const statement& each, bool in_node) {
        std::size_t i = 0;
        const bool has_numbers = in_node && names_numbers(each.keyword());
        add(in_node ? "  " : "");
        for (const text_word& word : each.words()) {
            add(i != 0 ? " " : "");
            add_word(word.text, i++ != 0 && has_numbers);
        }
        add("\n");
        const row_kind kind = rows_of(each.keyword());
        const bool has_wholes =
            in_node && (each.is("faces") || each.is("texindices1") || each.is("texindices2") || each.is("texindices3"));
        for (const text_words& row : each.rows()) {
            add("   ");
            std::size_t k = 0;
            for (const text_word& word : row) {
                add(" ");
                if (has_wholes) {
                    add_whole(word.text);
                } else {
                    add_word(word.text,
                             in_node && (kind == row_kind::numbers || (kind == row_kind::weights && k % 2 != 0)));
                }
                ++k;
            }
            add("\n");
        }
        if (each.has_end_list()) {
            add("  endlist\n");
        }
    }
    // Whether the words of a statement are numbers, not names.
    [[nodiscard]] bool names_numbers(std::string_view keyword) {
        bool has_real = compare_any_case(keyword, "aabb") == 0 ||
                        controller_of(keyword, parts_.node.flags, producer::enhanced_edition).id != 0;
        static_cast<void>(with_field(parts_, keyword, [&]<class Field>(const Field&) {
            has_real = has_real || std::same_as<Field, float> || std::same_as<Field, vec3<form::host>>;
        }));
        return has_real;
    }
    void add_word(std::string_view word, bool is_number) {
        float number = 0;
        add(is_number && read_number(word, number) ? decimal_text{number}.view() : word);
    }
    void add_whole(std::string_view word) {
        std::int64_t number = 0;
        add(read_integer(word, number) ? decimal_text{number}.view() : word);
    }
    void add(std::string_view text) { out_.append(std::as_bytes(std::span<const char>{text})); }

    const text_model& from_;
    file_bytes out_;
    node_parts parts_;
};

}}}} // namespace effigy::v0::nwn::impl
