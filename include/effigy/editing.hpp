// What the editing functions of all formats share: rules that rename, and tests of arguments.
#pragma once

#include <effigy/core/heap_sort.hpp>
#include <effigy/core/text.hpp>
#include <effigy/pools.hpp>

#include <limits>

namespace effigy::inline v0 {

// {"old", "new"} renames one name, {"old/*", "new/*"} the beginning of all names that begin so, {"old/*", "new"} gives
// all these the same name.
struct renaming {
    std::string_view from, to;
};

// How a game compares names.
enum class name_rule : std::uint8_t {
    exact,
    any_case, // of ASCII letters
    path,     // in any case; '/' is the same as '\\', which is written; one at the beginning means nothing, and stays.
              // A name that begins with '#' describes a texture, and only a rule that begins so renames it
};

namespace impl {

// Whether `name` is `from`, or begins with it if that ends in '*'.
[[nodiscard]] constexpr bool matches(std::string_view name, std::string_view from, name_rule rule) noexcept {
    const bool is_beginning = from.ends_with('*');
    from.remove_suffix(is_beginning ? 1 : 0);
    if (is_beginning ? name.size() < from.size() : name.size() != from.size()) {
        return false;
    }
    const auto folded = [rule](char c) {
        return rule == name_rule::exact ? c : rule == name_rule::path && c == '/' ? '\\' : lower(c);
    };
    for (std::size_t i = 0; i < from.size(); ++i) {
        if (folded(name[i]) != folded(from[i])) {
            return false;
        }
    }
    return true;
}

// Applies the first rule that matches a name.
template <class = when_used> class renamer {
public:
    renamer(std::span<const renaming> rules, name_rule how, std::pmr::memory_resource* memory)
        : rules_(rules), how_(how), made_(memory) {}

    // Returns the new name, which is valid until the next call; without data if no rule matches.
    [[nodiscard]] std::string_view operator()(std::string_view name) {
        const std::string_view rest = without_slash(name);
        for (const renaming& rule : rules_) {
            const std::string_view from = without_slash(rule.from);
            const bool is_described = how_ == name_rule::path && rest.starts_with('#') && !from.starts_with('#');
            if (!rest.empty() && !is_described && matches(rest, from, how_)) {
                const bool keeps_slash =
                    from.size() == rule.from.size() && without_slash(rule.to).size() == rule.to.size();
                const bool keeps_end = from.ends_with('*') && rule.to.ends_with('*');
                made_.clear();
                add(name.substr(0, keeps_slash ? name.size() - rest.size() : 0));
                add(rule.to.substr(0, rule.to.size() - (keeps_end ? 1 : 0)));
                if (how_ == name_rule::path) {
                    for (char& c : made_) {
                        c = c == '/' ? '\\' : c;
                    }
                }
                add(rest.substr(keeps_end ? from.size() - 1 : rest.size()));
                made_.push_back('\0'); // so that an empty name has data
                return {made_.data(), made_.size() - 1};
            }
        }
        return {};
    }

private:
    [[nodiscard]] std::string_view without_slash(std::string_view name) const noexcept {
        const bool has_slash = how_ == name_rule::path && (name.starts_with('/') || name.starts_with('\\'));
        return name.substr(has_slash ? 1 : 0);
    }
    void add(std::string_view part) { made_.append(part); }

    std::span<const renaming> rules_;
    name_rule how_;
    pool<char> made_;
};

// One text that a rule may change: a list of characters, or characters of fixed size.
template <class Text> struct renamed_text {
    Text* text;
    Text after;
    std::uint32_t scope, number; // of the record
    bool is_changed;
};

template <class Model> [[nodiscard]] std::string_view chars_of(const Model& model,
                                                               const pool_slice<char>& of) noexcept {
    return model.get(of);
}
template <class Model, std::size_t N>
[[nodiscard]] std::string_view chars_of(const Model&, const text<N>& of) noexcept {
    return of.view();
}
template <class Model> [[nodiscard]] bool set_chars(Model& model, pool_slice<char>& of, std::string_view by) {
    model.set(of, by);
    return true;
}
template <class Model, std::size_t N> [[nodiscard]] bool set_chars(Model&, text<N>& of, std::string_view by) noexcept {
    return of.assign(by);
}

// Renames texts of a model by a rule, such as a renamer. Changes nothing until apply(). `how`: compares names.
template <class Model, class Text, class Rule> class text_renamer {
public:
    text_renamer(Model& model, Rule& rule, name_rule how, std::pmr::memory_resource* memory)
        : model_(model), rule_(rule), how_(how), texts_(memory) {}

    // Adds the text of record `number` in a scope, in which no other name may become the same. Returns false if its new
    // name is too long or has a NUL.
    [[nodiscard]] bool add(Text& text, std::uint32_t number, std::uint32_t scope = 0) {
        const std::string_view old = chars_of(model_, text);
        const std::string_view by = rule_(old);
        renamed_text<Text> entry{&text, text, scope, number, by.data() != nullptr && by != old};
        const bool fits = !entry.is_changed || set_chars(model_, entry.after, by);
        texts_.push_back(entry);
        return fits;
    }
    // Returns a text whose new name is that of one which had another name; null if there is none.
    [[nodiscard]] const renamed_text<Text>* find_clash() {
        heap_sort(texts_, [&](const auto& a, const auto& b) { return compare(a, b) < 0; });
        for (std::size_t begin = 0, end = 0; begin < texts_.size(); begin = end) {
            bool differ = false;
            const renamed_text<Text>* changed = nullptr;
            for (end = begin; end < texts_.size() && compare(texts_[begin], texts_[end]) == 0; ++end) {
                differ = differ || compare(*texts_[begin].text, *texts_[end].text) != 0;
                changed = texts_[end].is_changed ? &texts_[end] : changed;
            }
            if (differ && changed != nullptr) {
                return changed;
            }
        }
        return nullptr;
    }
    // Returns a text whose new name is not valid: is_valid(name, scope); null if there is none.
    template <class Valid> [[nodiscard]] const renamed_text<Text>* find_invalid(const Valid& is_valid) const noexcept {
        for (const renamed_text<Text>& entry : texts_) {
            if (entry.is_changed && !is_valid(chars_of(model_, entry.after), entry.scope)) {
                return &entry;
            }
        }
        return nullptr;
    }
    // Returns how many texts changed.
    [[nodiscard]] std::size_t apply() noexcept {
        std::size_t count = 0;
        for (const renamed_text<Text>& entry : texts_) {
            if (entry.is_changed) {
                *entry.text = entry.after;
                ++count;
            }
        }
        return count;
    }

private:
    [[nodiscard]] int compare(const renamed_text<Text>& a, const renamed_text<Text>& b) const noexcept {
        return a.scope != b.scope ? (a.scope < b.scope ? -1 : 1) : compare(a.after, b.after);
    }
    [[nodiscard]] int compare(const Text& a, const Text& b) const noexcept {
        const std::string_view of_a = chars_of(model_, a), of_b = chars_of(model_, b);
        return how_ == name_rule::exact ? of_a.compare(of_b) : compare_any_case(of_a, of_b);
    }

    Model& model_;
    Rule& rule_;
    name_rule how_;
    pool<renamed_text<Text>> texts_;
};

// Lists whose elements are to be changed once each, although records may share lists.
template <class U> class united_lists {
public:
    explicit united_lists(std::pmr::memory_resource* memory) : lists_(memory) {}

    void add(const pool_slice<U>& list) { lists_.push_back(list); }
    // Calls change(span) for parts that contain each element of the lists once.
    template <class Model, class Change> void for_each_part(Model& model, const Change& change) {
        heap_sort(lists_, [](const auto& a, const auto& b) { return a.first < b.first; });
        std::size_t end = 0; // of what has been changed
        for (const pool_slice<U>& list : lists_) {
            const std::span<U> elements = model.get(list);
            const std::size_t changed = end > list.first ? end - list.first : 0;
            if (changed < elements.size()) {
                end = list.first + elements.size();
                change(elements.subspan(changed));
            }
        }
    }

private:
    pool<pool_slice<U>> lists_;
};

// Returns an error unless the factor is above 0 and finite.
template <class = when_used> [[nodiscard]] error check_factor(float factor) noexcept {
    const bool is_valid = factor > 0 && factor <= (std::numeric_limits<float>::max)();
    return is_valid ? error{} : error{{"factor"}, errc::bad_value, 0, 0, "a finite number above 0"};
}
// Multiplies vectors by a number.
template <class... V> void multiply(float by, V&... vectors) noexcept {
    ((vectors.x *= by, vectors.y *= by, vectors.z *= by), ...);
}

} // namespace impl

} // namespace effigy::inline v0
