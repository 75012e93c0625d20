#include "json.hpp"

#include <nlohmann/json.hpp>

namespace gltf_files {

namespace {

constexpr std::size_t most_open = 64; // extras of 16 levels need 24

} // namespace

// Takes the events of nlohmann's parser. A function that returns false ends the parsing.
class json_builder {
public:
    explicit json_builder(json_document& to, std::uint64_t base) : to_(to), base_(base) {}

    [[nodiscard]] const effigy::error& why() const { return why_; }

    bool null() { return add(json_kind::null) != nullptr; }
    bool boolean(bool value) {
        json_document::node* const made = add(json_kind::boolean);
        made->flag = value;
        return true;
    }
    bool number_integer(std::int64_t value) { return number(static_cast<double>(value)); }
    bool number_unsigned(std::uint64_t value) { return number(static_cast<double>(value)); }
    bool number_float(double value, const std::string&) { return number(value); }
    bool string(const std::string& value) {
        const json_document::range content = keep(value);
        add(json_kind::text)->content = content;
        return true;
    }
    bool binary(const nlohmann::json::binary_t&) { return false; } // JSON has none
    bool key(const std::string& name) {
        key_ = keep(name);
        return true;
    }
    bool start_object(std::size_t) { return open(json_kind::object); }
    bool start_array(std::size_t) { return open(json_kind::array); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }
    bool parse_error(std::size_t position, const std::string&, const nlohmann::json::exception&) {
        why_ = {{"JSON", base_ + position}, effigy::errc::bad_value, 0, 0, "valid JSON in UTF-8"};
        return false;
    }

private:
    struct open_value {
        std::uint32_t number, last; // the last value inside; 0: none
    };

    json_document::range keep(const std::string& text) {
        const json_document::range out{static_cast<std::uint32_t>(to_.texts_.size()),
                                       static_cast<std::uint32_t>(text.size())};
        to_.texts_ += text;
        return out;
    }
    json_document::node* add(json_kind kind) {
        const auto number = static_cast<std::uint32_t>(to_.nodes_.size());
        json_document::node& out = to_.nodes_.emplace_back();
        out.kind = kind;
        out.key = std::exchange(key_, {});
        if (!open_.empty()) {
            auto& [parent, last] = open_.back();
            if (last != 0) {
                to_.nodes_[last].next = number;
            } else {
                to_.nodes_[parent].content.first = number;
            }
            ++to_.nodes_[parent].content.size;
            last = number;
        }
        return &out;
    }
    bool number(double value) {
        add(json_kind::number)->number = value;
        return true;
    }
    bool open(json_kind kind) {
        if (open_.size() == most_open) {
            why_ = {{"JSON", effigy::location::nowhere}, effigy::errc::bad_value, 0, 0, "at most 64 nested values"};
            return false;
        }
        add(kind)->content = {};
        open_.push_back({static_cast<std::uint32_t>(to_.nodes_.size() - 1), 0});
        return true;
    }
    bool close() {
        open_.pop_back();
        return true;
    }

    json_document& to_;
    std::uint64_t base_;
    std::vector<open_value> open_;
    json_document::range key_{};
    effigy::error why_;
};

effigy::result<json_document> json_document::parse(std::string_view text, std::uint64_t base) {
    if (constexpr std::uint64_t most = 0xFFFF'FFFF; text.size() > most) {
        return effigy::error{{"JSON", base}, effigy::errc::budget, most, static_cast<std::int64_t>(text.size())};
    }
    json_document out;
    json_builder builder{out, base};
    if (!nlohmann::json::sax_parse(text.begin(), text.end(), &builder)) {
        return builder.why();
    }
    return out;
}

json_value json_document::root() const { return nodes_.empty() ? json_value{} : json_value{this, 0}; }

std::vector<json_value> values_of(json_value array) {
    std::vector<json_value> out;
    if (array.is_array()) {
        out.reserve(array.size());
        for (json_value each = array.first(); each; each = each.next()) {
            out.push_back(each);
        }
    }
    return out;
}

} // namespace gltf_files
