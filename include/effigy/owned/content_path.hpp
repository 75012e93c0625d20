// Where a field is in an owning model.
#pragma once

#include <effigy/core/impl/ranges.hpp>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace effigy { inline namespace v0 {

// The path of a field as steps: "nodes[3].mesh.indices" is nodes, 3, mesh, indices.
class content_path {
public:
    struct step {
        const char* name = nullptr;  // of a field; null: a number in brackets
        std::uint32_t number = npos; // npos in brackets: all elements
    };

    [[nodiscard]] std::span<const step> steps() const noexcept { return steps_; }
    // Returns the i-th name: 0 is "nodes" above; empty if there are fewer.
    [[nodiscard]] std::string_view name(std::size_t i) const noexcept {
        for (const step& each : steps_) {
            if (each.name != nullptr && i-- == 0) {
                return each.name;
            }
        }
        return {};
    }
    [[nodiscard]] std::string_view last_name() const noexcept {
        std::string_view out;
        for (const step& each : steps_) {
            out = each.name != nullptr ? each.name : out;
        }
        return out;
    }
    [[nodiscard]] bool has(std::string_view name) const noexcept {
        bool out = false;
        for (const step& each : steps_) {
            out = out || (each.name != nullptr && each.name == name);
        }
        return out;
    }
    // Returns the number behind the first list of this name; npos if there is none.
    [[nodiscard]] std::uint32_t number_in(std::string_view list) const noexcept {
        for (std::size_t i = 1; i < steps_.size(); ++i) {
            if (steps_[i].name == nullptr && steps_[i - 1].name != nullptr && steps_[i - 1].name == list) {
                return steps_[i].number;
            }
        }
        return npos;
    }
    // "nodes[3].mesh.indices".
    [[nodiscard]] std::string text() const { return text(true); }
    // "nodes[].mesh.indices": the same for the field of each record.
    [[nodiscard]] std::string pattern() const { return text(false); }

    // ---- the walk that makes it ------------------------------------------------------------------------------------

    [[nodiscard]] std::size_t size() const noexcept { return steps_.size(); }
    void cut(std::size_t size) { steps_.resize(size); }
    void add(const char* name) {
        if (*name != '\0') {
            steps_.push_back({.name = name});
        }
    }
    void add(std::size_t number) { steps_.push_back({.number = static_cast<std::uint32_t>(number)}); }
    void add_brackets() { steps_.emplace_back(); }
    // Writes a number into the brackets that are step `at`; npos: takes it out.
    void fill(std::size_t at, std::size_t number) { steps_[at].number = static_cast<std::uint32_t>(number); }

private:
    [[nodiscard]] std::string text(bool with_numbers) const {
        std::string out;
        for (const step& each : steps_) {
            if (each.name != nullptr) {
                (out += out.empty() ? "" : ".") += each.name;
            } else {
                ((out += '[') += with_numbers && each.number != npos ? std::to_string(each.number) : "") += ']';
            }
        }
        return out;
    }

    std::vector<step> steps_;
};

}} // namespace effigy::v0
