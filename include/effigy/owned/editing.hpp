// What the editing functions of all formats share: rules that rename, and tests of arguments.
#pragma once

#include <effigy/core/impl/heap_sort.hpp>
#include <effigy/core/math.hpp>
#include <effigy/core/text.hpp>
#include <effigy/owned/pools.hpp>

#include <limits>

namespace effigy { inline namespace v0 {

// {"old", "new"} renames one name, {"old/*", "new/*"} the beginning of all names that begin so, {"old/*", "new"} gives
// all these the same name.
struct renaming {
    std::string_view from, to;
};

// The rules of an edit: `{{"old", "new"}, {"a/*", "b/*"}}`, or any range that converts to a std::span.
// Refers to the rules: for arguments only.
class renamings : public std::span<const renaming> {
public:
    constexpr renamings() = default;
    constexpr renamings(std::initializer_list<renaming> rules) noexcept
        : std::span<const renaming>(rules.begin(), rules.size()) {}
    template <std::convertible_to<std::span<const renaming>> Rules>
    constexpr renamings(const Rules& rules) noexcept : std::span<const renaming>(rules) {}
};

// How a game compares names.
enum class name_rule : std::uint8_t {
    exact,
    any_case, // of ASCII letters
    path,     // in any case; '/' is the same as '\\'; one at the beginning means nothing, and stays. A new name has the
          // slashes of what it replaces, if that has any, so that renaming back restores the same bytes. A name that
          // begins with '#' describes a texture, and only a rule that begins so renames it
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

// Returns the error of an edit. `name`: what it would change. `found`: 0 if there is no number.
[[nodiscard]] constexpr error refusal(const char* path, const char* expected, std::string_view name = {},
                                      std::int64_t found = 0) noexcept {
    error out{{path, location::nowhere}, errc::bad_value, name.size(), found, expected};
    out.name = name.empty() ? nullptr : name.data();
    return out;
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
                const std::string_view end = rest.substr(keeps_end ? from.size() - 1 : rest.size());
                made_.clear();
                add(rule.to.substr(0, rule.to.size() - (keeps_end ? 1 : 0)));
                if (how_ == name_rule::path) {
                    set_slashes(rest.substr(0, rest.size() - end.size()), rest);
                }
                if (keeps_slash && rest.size() != name.size()) {
                    made_.insert(made_.begin(), name[0]);
                }
                add(end);
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
    // Gives the new name the slashes of the part that it replaces or, if that has none, of the old name.
    void set_slashes(std::string_view replaced, std::string_view name) noexcept {
        constexpr std::string_view slashes = "/\\";
        std::size_t at = replaced.find_first_of(slashes);
        at = at != replaced.npos ? at : name.find_first_of(slashes);
        for (char& c : made_) {
            c = at != name.npos && slashes.find(c) != slashes.npos ? name[at] : c;
        }
    }

    std::span<const renaming> rules_;
    name_rule how_;
    pool<char> made_;
};

// Texts for a model that are not in it yet: an edit that is refused changes nothing.
template <class Model> class new_texts {
public:
    // The texts may take 16 times the bytes of the model's pools plus 64 KiB, as a file, and must fit into the pool. An
    // edit may have two such sets.
    explicit new_texts(Model& model)
        : model_(model), chars_(memory()), texts_(memory()), order_(memory()), most_(model.budget()) {
        const std::uint64_t most = (0xFFFF'FFFE - std::uint64_t{model.template all<char>().size()}) / 2;
        most_ = most_ < most ? most_ : most;
    }

    // Adds a text and returns its number.
    [[nodiscard]] std::uint32_t add(std::string_view text) {
        wanted_ += text.size();
        const std::string_view kept = wanted_ <= most_ ? text : std::string_view{};
        texts_.push_back({static_cast<std::uint32_t>(chars_.size()), static_cast<std::uint32_t>(kept.size())});
        chars_.append(kept);
        return static_cast<std::uint32_t>(texts_.size() - 1);
    }
    [[nodiscard]] std::string_view chars(std::uint32_t number) const noexcept {
        const pool_slice<char>& text = texts_[number];
        return std::string_view{chars_.data(), chars_.size()}.substr(text.first, text.count);
    }
    // Returns an error if the texts are too large together.
    [[nodiscard]] error check(const char* path) const noexcept {
        const auto found = static_cast<std::int64_t>(wanted_);
        return wanted_ <= most_ ? error{}
                                : error{{path, location::nowhere}, errc::budget, most_, found, "bytes of new names"};
    }
    // Puts the texts into the model. Equal ones share their characters.
    void store() {
        for (std::uint32_t i = 0; i < texts_.size(); ++i) {
            order_.push_back(i);
        }
        heap_sort(order_, [&](std::uint32_t a, std::uint32_t b) { return chars(a) < chars(b); });
        pool<pool_slice<char>> stored{memory()};
        stored.resize(texts_.size());
        for (std::size_t i = 0; i < order_.size(); ++i) {
            const std::string_view text = chars(order_[i]);
            if (i != 0 && text == chars(order_[i - 1])) {
                stored[order_[i]] = stored[order_[i - 1]];
            } else {
                model_.set(stored[order_[i]], text);
            }
        }
        texts_.swap(stored);
    }
    // After store().
    [[nodiscard]] const pool_slice<char>& operator[](std::uint32_t number) const noexcept { return texts_[number]; }

private:
    [[nodiscard]] std::pmr::memory_resource* memory() const noexcept { return model_.template all<char>().resource(); }

    Model& model_;
    pool<char> chars_;
    pool<pool_slice<char>> texts_; // in chars_; after store() in the model
    pool<std::uint32_t> order_;
    std::uint64_t most_;
    std::uint64_t wanted_ = 0; // bytes of all texts
};
// Texts of fixed size need no place in a pool.
struct no_texts {
    template <class Model> explicit no_texts(const Model&) noexcept {}
};

template <class Text> inline constexpr bool is_list_of_chars = std::is_convertible_v<Text, pool_slice<char>>;

// One text that a rule may change: a list of characters, or characters of fixed size.
template <class Text> struct renamed_text {
    Text* text;
    std::conditional_t<is_list_of_chars<Text>, std::uint32_t, Text> after; // a list: the number of a new text
    std::uint32_t scope, number;                                           // of the record
    bool is_changed;
};

// Renames texts of a model by a rule, such as a renamer. Changes nothing until apply(). `how`: compares names.
template <class Model, class Text, class Rule> class text_renamer {
    using renamed = renamed_text<Text>;

public:
    text_renamer(Model& model, Rule& rule, name_rule how, std::pmr::memory_resource* memory)
        : model_(model), rule_(rule), how_(how), texts_(memory), new_(model) {}

    // Adds the text of record `number` in a scope, in which no other name may become the same.
    void add(Text& text, std::uint32_t number, std::uint32_t scope = 0) {
        const std::string_view old = old_name(text);
        const std::string_view by = rule_(old);
        renamed made{&text, {}, scope, number, by.data() != nullptr && by != old};
        if constexpr (is_list_of_chars<Text>) {
            made.after = made.is_changed ? new_.add(by) : 0;
        } else {
            made.after = text;
            if (made.is_changed && !made.after.assign(by) && !has_misfit_) {
                has_misfit_ = true;
                misfit_ = {&text, text, scope, number, false};
                misfit_size_ = static_cast<std::int64_t>(by.size());
            }
        }
        texts_.push_back(made);
    }
    // Returns an error if the new names are too large together.
    [[nodiscard]] error check(const char* path) const noexcept
        requires is_list_of_chars<Text>
    {
        return new_.check(path);
    }
    // Returns a text of fixed size whose new name is too long or has a NUL; null if there is none.
    [[nodiscard]] const renamed* find_misfit() const noexcept { return has_misfit_ ? &misfit_ : nullptr; }
    [[nodiscard]] std::int64_t size_of_misfit() const noexcept { return misfit_size_; } // of its new name
    // Returns a text whose new name is that of one which had another name; null if there is none.
    [[nodiscard]] const renamed* find_clash() {
        heap_sort(texts_, [&](const renamed& a, const renamed& b) { return compare(a, b) < 0; });
        for (std::size_t begin = 0, end = 0; begin < texts_.size(); begin = end) {
            bool differ = false;
            const renamed* changed = nullptr;
            for (end = begin; end < texts_.size() && compare(texts_[begin], texts_[end]) == 0; ++end) {
                differ = differ || compare(old_name(*texts_[begin].text), old_name(*texts_[end].text)) != 0;
                changed = texts_[end].is_changed ? &texts_[end] : changed;
            }
            if (differ && changed != nullptr) {
                return changed;
            }
        }
        return nullptr;
    }
    // Returns a text whose new name is not valid: is_valid(name, scope); null if there is none.
    template <class Valid> [[nodiscard]] const renamed* find_invalid(const Valid& is_valid) const noexcept {
        for (const renamed& each : texts_) {
            if (each.is_changed && !is_valid(new_name(each), each.scope)) {
                return &each;
            }
        }
        return nullptr;
    }
    [[nodiscard]] std::string_view old_name(const Text& of) const noexcept {
        if constexpr (is_list_of_chars<Text>) {
            return std::as_const(model_).get(of);
        } else {
            return of.view();
        }
    }
    // Returns how many texts changed.
    [[nodiscard]] std::size_t apply() {
        if constexpr (is_list_of_chars<Text>) {
            new_.store();
        }
        std::size_t count = 0;
        for (const renamed& each : texts_) {
            if (each.is_changed) {
                if constexpr (is_list_of_chars<Text>) {
                    *each.text = new_[each.after];
                } else {
                    *each.text = each.after;
                }
                ++count;
            }
        }
        return count;
    }

private:
    [[nodiscard]] std::string_view new_name(const renamed& of) const noexcept {
        if constexpr (is_list_of_chars<Text>) {
            return of.is_changed ? new_.chars(of.after) : old_name(*of.text);
        } else {
            return of.after.view();
        }
    }
    [[nodiscard]] int compare(const renamed& a, const renamed& b) const noexcept {
        return a.scope != b.scope ? (a.scope < b.scope ? -1 : 1) : compare(new_name(a), new_name(b));
    }
    [[nodiscard]] int compare(std::string_view a, std::string_view b) const noexcept {
        return how_ == name_rule::exact ? a.compare(b) : compare_any_case(a, b);
    }

    Model& model_;
    Rule& rule_;
    name_rule how_;
    pool<renamed> texts_;
    [[no_unique_address]] std::conditional_t<is_list_of_chars<Text>, new_texts<Model>, no_texts> new_;
    renamed misfit_{};
    std::int64_t misfit_size_ = 0;
    bool has_misfit_ = false;
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

// The factor of scale(). Numbers are multiplied with `number *= factor`; in a trial, they stay as they are.
class scale_factor {
public:
    constexpr scale_factor(float by, bool is_trial) noexcept : by_(by), is_trial_(is_trial) {}

    // Whether a finite number would become infinite, or too small for a normal one. Numbers below 1e-20 may: they are
    // rounding errors.
    [[nodiscard]] constexpr bool loses() const noexcept { return loses_; }
    // The product, for numbers that are not floats: if it has no place, call lose(), and in a trial, keep the number.
    [[nodiscard]] constexpr float times(float number) const noexcept { return number * by_; }
    [[nodiscard]] constexpr bool is_trial() const noexcept { return is_trial_; }
    constexpr void lose() noexcept { loses_ = true; }
    constexpr void multiply_area(float& number) noexcept { multiply(number, by_ * by_); }
    friend constexpr float& operator*=(float& number, scale_factor& factor) noexcept {
        factor.multiply(number, factor.by_);
        return number;
    }

private:
    constexpr void multiply(float& number, float by) noexcept {
        constexpr float least = (std::numeric_limits<float>::min)();
        const auto size_of = [](float of) { return of < 0 ? -of : of; };
        const float out = number * by;
        loses_ =
            loses_ || (is_finite(number) && !is_finite(out)) || (size_of(number) >= 1e-20F && size_of(out) < least);
        number = is_trial_ ? number : out;
    }

    float by_;
    bool is_trial_;
    bool loses_ = false;
};
// Multiplies vectors by a number.
template <class... V> void multiply(scale_factor& by, V&... vectors) noexcept {
    ((vectors.x *= by, vectors.y *= by, vectors.z *= by), ...);
}
// Calls run(factor) for a trial and, if the trial loses nothing, to change the numbers.
template <class Run> [[nodiscard]] error scale_with(float factor, const Run& run) {
    constexpr const char* path = "factor";
    if (!(factor > 0 && is_finite(factor))) {
        return refusal(path, "a finite number above 0");
    }
    scale_factor trial{factor, true};
    run(trial);
    if (trial.loses()) {
        return refusal(path, "a number with which lengths stay finite and above 0");
    }
    scale_factor by{factor, false};
    run(by);
    return {};
}

} // namespace impl

}} // namespace effigy::v0
