// A JSON text as a tree.
#pragma once

#include <effigy/core/result.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gltf_files {

enum class json_kind : std::uint8_t { none, null, boolean, number, text, array, object };

class json_value;

// Filled by nlohmann's parser, which neither recurses nor throws if it reports to a handler. Its own objects sort their
// members, or search all of them for each that is added; these keep the order, in 24 bytes a value.
class json_document {
public:
    // `base`: the offset of the text in the file, for errors.
    [[nodiscard]] static effigy::result<json_document> parse(std::string_view text, std::uint64_t base);

    [[nodiscard]] json_value root() const;

private:
    friend class json_value;
    friend class json_builder;

    struct range {
        std::uint32_t first, size;
    };
    struct node {
        range key{};            // in texts_
        std::uint32_t next = 0; // the next value of the same parent; 0: none
        json_kind kind = json_kind::null;
        bool flag = false;
        union {
            double number = 0;
            range content; // a text in texts_, or the first value inside and how many there are
        };
    };
    [[nodiscard]] std::string_view text_of(const range& of) const {
        return std::string_view{texts_}.substr(of.first, of.size);
    }

    std::vector<node> nodes_;
    std::string texts_;
};

// Refers to a value of a document, or to none. All functions may be called for any value: those of another kind are
// empty.
class json_value {
public:
    json_value() = default;

    [[nodiscard]] json_kind kind() const { return of_ != nullptr ? node().kind : json_kind::none; }
    [[nodiscard]] explicit operator bool() const { return of_ != nullptr; }
    [[nodiscard]] bool is_object() const { return kind() == json_kind::object; }
    [[nodiscard]] bool is_array() const { return kind() == json_kind::array; }
    [[nodiscard]] bool is_number() const { return kind() == json_kind::number; }
    [[nodiscard]] bool is_text() const { return kind() == json_kind::text; }

    [[nodiscard]] bool flag() const { return kind() == json_kind::boolean && node().flag; }
    [[nodiscard]] double number() const { return is_number() ? node().number : 0; }
    [[nodiscard]] std::string_view text() const {
        return is_text() ? of_->text_of(node().content) : std::string_view{};
    }
    // Of a member of an object.
    [[nodiscard]] std::string_view key() const {
        return of_ != nullptr ? of_->text_of(node().key) : std::string_view{};
    }

    // The values of an array or an object, in order.
    [[nodiscard]] std::uint32_t size() const { return is_array() || is_object() ? node().content.size : 0; }
    [[nodiscard]] json_value first() const {
        return size() != 0 ? json_value{of_, node().content.first} : json_value{};
    }
    [[nodiscard]] json_value next() const {
        return of_ != nullptr && node().next != 0 ? json_value{of_, node().next} : json_value{};
    }
    // Returns the first member with this key, or none.
    [[nodiscard]] json_value find(std::string_view key) const {
        json_value out = is_object() ? first() : json_value{};
        while (out && out.key() != key) {
            out = out.next();
        }
        return out;
    }

private:
    friend class json_document;
    json_value(const json_document* of, std::uint32_t number) : of_(of), number_(number) {}
    [[nodiscard]] const json_document::node& node() const { return of_->nodes_[number_]; }

    const json_document* of_ = nullptr;
    std::uint32_t number_ = 0;
};

// Returns the values of an array, so that they can be found by number.
[[nodiscard]] std::vector<json_value> values_of(json_value array);

} // namespace gltf_files
