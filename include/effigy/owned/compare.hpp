// Comparing the content of two owning models.
#pragma once

#include <effigy/core/function_ref.hpp>
#include <effigy/core/impl/hash.hpp>
#include <effigy/core/impl/heap_sort.hpp>
#include <effigy/core/math.hpp>
#include <effigy/owned/field_walk.hpp>

#include <limits>
#include <vector>

namespace effigy { inline namespace v0 {

struct difference {
    enum class kind : std::uint8_t {
        value,     // one element: `before` and `after` are its values
        list,      // several elements, or the number of elements: `before` and `after` are the whole lists
        removed,   // a part or a record with a name that only the first model has
        added,     // the same, of the second model
        reordered, // records with names that are in another order
    };

    // NOLINTBEGIN(readability-redundant-member-init): g++ warns if an aggregate leaves them out
    kind what = kind::value;
    // The field: "nodes[3].local.baseX". The numbers are those of the first model; in `added`, of the second. Empty
    // brackets stand for all elements: "points[].position". Valid during the call.
    const content_path& path;
    std::string_view name{}; // of the record that is removed or added, if it has one
    field_value before{}, after{};
    std::size_t differing = 1; // the elements that differ, of those that both lists have
    double largest = 0;        // the largest absolute difference of two finite numbers
    // NOLINTEND(readability-redundant-member-init)
};
using difference_sink = function_ref<void(const difference&)>;

// Which records with names are compared with each other.
enum class record_pairs : std::uint8_t {
    by_name,
    by_place, // in lists of the same size, else by name: for models of which it is known that no record moved
};

namespace impl {

// A record with a name is compared with the record of this name, wherever it is in its list.
template <class T>
concept has_name = described<T> && requires(const T& record) { record.name; };
template <class T>
concept has_name_inside = described<T> && requires(const T& record) { record.geometry.name; };
template <class T>
concept with_name = has_name<T> || has_name_inside<T>;

struct named_record {
    std::uint64_t hash;
    std::uint32_t number;
};

template <class Model> class content_comparison {
public:
    content_comparison(const Model& a, const Model& b, difference_sink to, record_pairs how)
        : from_a_(a, error_), from_b_(b, error_), to_(to), how_(how) {
        compare(column<Model>{a}, column<Model>{b});
    }

    [[nodiscard]] const error& why() const noexcept { return error_; }

private:
    static constexpr std::size_t none = SIZE_MAX;

    // The pairs of a list of records with names: number in the first list, number in the second.
    using pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

    // ---- columns: the same field of one or more records, which are compared in pairs ----------------------------

    template <class T> void compare(const column<T>& a, const column<T>& b) {
        if (error_ || a.size() == 0) {
            return;
        }
        if constexpr (text_in_record<T>) {
            each_row(a, b, [&](const T& of_a, const T& of_b) {
                texts(from_a_.text(of_a, name_), from_b_.text(of_b, name_));
            });
        } else if constexpr (std::is_array_v<T>) {
            arrays(a, b);
        } else if constexpr (list_in_pool<T>) {
            each_row(a, b, [&](const T& of_a, const T& of_b) {
                const auto list_of_a = from_a_.list(of_a, name_);
                const auto list_of_b = from_b_.list(of_b, name_);
                if constexpr (shown_as_numbers<decltype(element_of_slice(of_a))>) {
                    values(value_of_list(list_of_a, width_of(of_a)), value_of_list(list_of_b, width_of(of_b)), true);
                } else {
                    lists(list_of_a, list_of_b);
                }
            });
        } else if constexpr (link_in_pool<T>) {
            each_row(a, b, [&](const T& of_a, const T& of_b) {
                const std::int64_t at_a = from_a_.position(of_a);
                const std::int64_t at_b = from_b_.position(of_b);
                values({&at_a, 1}, {&at_b, 1}, false);
            });
        } else if constexpr (part_in_pool<T>) {
            each_row(a, b, [&](const T& of_a, const T& of_b) {
                parts(from_a_.part(of_a, name_), from_b_.part(of_b, name_));
            });
        } else if constexpr (shown_as_numbers<T>) {
            values({&a[0], a.size(), a.stride()}, {&b[0], b.size(), b.stride()}, false);
        } else {
            records(a, b);
        }
    }
    template <class T> void arrays(const column<T>& a, const column<T>& b) {
        using type = std::remove_extent_t<T>;
        constexpr std::size_t width = std::extent_v<T>;
        if constexpr (shown_as_numbers<type>) {
            values({a[0], a.size(), a.stride(), width}, {b[0], b.size(), b.stride(), width}, false);
        } else {
            for (std::size_t i = 0; i < width; ++i) {
                const std::size_t size = path_.size();
                path_.add(i);
                compare(a.element(i), b.element(i));
                path_.cut(size);
            }
        }
    }

    template <class Record> struct each_of {
        content_comparison& by;
        const column<Record>&a, &b;

        template <class Member> void operator()(const field& described_field, Member member) const {
            if (has_lists<Record> && described_field.role == role::reference) {
                return;
            }
            if constexpr (with_name<Record> && requires(const Record& record) { record.parent; }) {
                if (by.parents(described_field, a, b)) {
                    return;
                }
            }
            by.named(described_field, a.of(member), b.of(member));
        }
        template <class By, class Member> void operator()(const repeated<By>& described_field, Member member) const {
            by.each_row(a, b, [&](const Record& of_a, const Record& of_b) {
                if ((of_a.*described_field.by).empty() && (of_b.*described_field.by).empty()) {
                    by.named(described_field, column{of_a}.of(member), column{of_b}.of(member));
                }
            });
        }
    };
    template <class Record> void records(const column<Record>& a, const column<Record>& b) {
        if (a.size() == 1) {
            from_a_.enter(a[0]);
            from_b_.enter(b[0]);
        }
        Record::template fields<Record>(each_of<Record>{*this, a, b});
        if constexpr (has_lists<Record>) {
            each_row(a, b, [&](const Record& of_a, const Record& of_b) {
                Record::lists([&](const char* name, const auto& list_of_a,
                                  const auto& list_of_b) { named(name, column{list_of_a}, column{list_of_b}); },
                              of_a, of_b);
            });
        }
    }
    template <class T> void named(const field& described_field, const column<T>& a, const column<T>& b) {
        const std::size_t size = path_.size();
        path_.add(described_field.name);
        name_ = described_field.name;
        compare(a, b);
        path_.cut(size);
    }
    // Calls go(a, b) for each pair of rows, with the row's number in the path.
    template <class T, class Go> void each_row(const column<T>& a, const column<T>& b, const Go& go) {
        if (brackets_ == none) {
            go(a[0], b[0]);
            return;
        }
        const std::size_t brackets = std::exchange(brackets_, none);
        const char* const name = name_;
        for (std::size_t i = 0; i < a.size() && !error_; ++i) {
            path_.fill(brackets, i);
            name_ = name;
            go(a[i], b[i]);
        }
        path_.fill(brackets, npos);
        brackets_ = brackets;
    }

    // ---- lists and parts -------------------------------------------------------------------------------------------

    template <class T> void lists(std::span<const T> a, std::span<const T> b) {
        if constexpr (with_name<T>) {
            match(a, b);
        } else {
            if (a.size() != b.size()) {
                report({.what = difference::kind::list,
                        .path = path_,
                        .before = field_value::records(type_name<T>, a.size()),
                        .after = field_value::records(type_name<T>, b.size()),
                        .differing = 0});
            }
            const std::size_t both = a.size() < b.size() ? a.size() : b.size();
            const std::size_t size = path_.size();
            brackets_ = size;
            path_.add_brackets();
            compare(column<T>{a.first(both)}, column<T>{b.first(both)});
            path_.cut(size);
            brackets_ = none;
        }
    }
    template <class T> void parts(const T* a, const T* b) {
        if (a != nullptr && b != nullptr) {
            compare(column<T>{*a}, column<T>{*b});
        } else if (a != nullptr || b != nullptr) {
            report({.what = a != nullptr ? difference::kind::removed : difference::kind::added, .path = path_});
        }
    }

    // ---- records with names ----------------------------------------------------------------------------------------

    // A name ends at its NUL: what follows are the ends of older names.
    template <class T> [[nodiscard]] static std::string_view name_of(content_source<Model>& from, const T& record) {
        std::string_view stored;
        if constexpr (has_name<T>) {
            stored = from.text(record.name, "name");
        } else {
            stored = from.text(record.geometry.name, "name");
        }
        return stored.substr(0, stored.find('\0'));
    }
    // If all names count as equal, records are compared by place.
    template <class T> [[nodiscard]] static std::vector<named_record> names(content_source<Model>& from,
                                                                            std::span<const T> records, bool by_name) {
        std::vector<named_record> out;
        out.reserve(records.size());
        for (const T& record : records) {
            const std::uint64_t hash = by_name ? hash_of(name_of(from, record)) : 0;
            out.push_back({.hash = hash, .number = static_cast<std::uint32_t>(out.size())});
        }
        heap_sort(out, [](const named_record& x, const named_record& y) {
            return x.hash != y.hash ? x.hash < y.hash : x.number < y.number;
        });
        return out;
    }
    template <class T> void match(std::span<const T> a, std::span<const T> b) {
        const bool is_by_name = how_ == record_pairs::by_name || a.size() != b.size();
        const std::vector<named_record> names_of_a = names(from_a_, a, is_by_name);
        const std::vector<named_record> names_of_b = names(from_b_, b, is_by_name);
        pairs matched;
        std::vector<std::uint32_t> added;
        std::vector<std::uint32_t> removed;
        for (std::size_t i = 0, k = 0; i < names_of_a.size() || k < names_of_b.size();) {
            if (k == names_of_b.size() || (i < names_of_a.size() && names_of_a[i].hash < names_of_b[k].hash)) {
                removed.push_back(names_of_a[i++].number);
            } else if (i == names_of_a.size() || names_of_a[i].hash > names_of_b[k].hash) {
                added.push_back(names_of_b[k++].number);
            } else {
                matched.emplace_back(names_of_a[i++].number, names_of_b[k++].number);
            }
        }
        heap_sort(added);
        heap_sort(removed);
        if (a.size() == b.size() && added == removed) { // renamed
            for (const std::uint32_t number : std::exchange(removed, {})) {
                matched.emplace_back(number, number);
            }
            added.clear();
        }
        heap_sort(matched);
        if (error_) {
            return;
        }
        report_order(matched, type_name<T>);
        std::vector<std::uint32_t> partners(a.size(), npos), origins(b.size(), npos);
        for (const auto& [of_a, of_b] : matched) {
            partners[of_a] = of_b;
            origins[of_b] = of_a;
        }
        const std::span<const std::uint32_t> outer = partners_, outer_origins = origins_;
        for (const auto& [of_a, of_b] : matched) {
            const column<T> left{a[of_a]};
            const column<T> right{b[of_b]};
            at_number(of_a, [&] {
                partners_ = partners;
                origins_ = origins;
                compare(left, right);
            });
        }
        partners_ = outer;
        origins_ = outer_origins;
        for (const std::uint32_t number : removed) {
            at_number(number, [&] { report_one(difference::kind::removed, name_of(from_a_, a[number])); });
        }
        for (const std::uint32_t number : added) {
            at_number(number, [&] { report_one(difference::kind::added, name_of(from_b_, b[number])); });
        }
    }
    template <class Go> void at_number(std::size_t number, const Go& go) {
        const std::size_t size = path_.size();
        path_.add(number);
        go();
        path_.cut(size);
    }
    // The pairs are in the order of the first list.
    void report_order(const pairs& matched, const char* type) {
        std::vector<std::uint32_t> order;
        order.reserve(matched.size());
        for (const auto& [of_a, of_b] : matched) {
            order.push_back(of_b);
        }
        heap_sort(order);
        std::size_t moved = 0;
        for (std::size_t i = 0; i < order.size(); ++i) {
            moved += order[i] != matched[i].second ? 1U : 0U;
        }
        if (moved != 0) {
            const field_value records = field_value::records(type, matched.size());
            report({.what = difference::kind::reordered,
                    .path = path_,
                    .before = records,
                    .after = records,
                    .differing = moved});
        }
    }
    // Compares the parents, if `described_field` is their number and one of the records has one: the same record may
    // have another number, and another record the same. Otherwise returns false. A parent that is removed while another
    // is added in its place is reported as such alone.
    template <class Record>
    [[nodiscard]] bool parents(const field& described_field, const column<Record>& a, const column<Record>& b) {
        const auto parent_of_a = static_cast<std::size_t>(a[0].parent);
        const auto parent_of_b = static_cast<std::size_t>(b[0].parent);
        const bool has_a = parent_of_a < partners_.size();
        const bool has_b = parent_of_b < origins_.size();
        if (std::string_view{described_field.name} != "parent" || (!has_a && !has_b)) {
            return false;
        }
        const std::uint32_t partner = has_a ? partners_[parent_of_a] : npos;
        const std::uint32_t origin = has_b ? origins_[parent_of_b] : npos;
        const bool is_same = partner != npos && partner == parent_of_b;
        const bool is_replaced = has_a && has_b && partner == npos && origin == npos;
        if (!is_same && !is_replaced) {
            const std::size_t size = path_.size();
            path_.add(described_field.name);
            auto after = b[0].parent; // in the numbers of the first model
            after = origin != npos ? static_cast<decltype(after)>(origin) : after;
            report({.path = path_, .before = {&a[0].parent, 1}, .after = {&after, 1}});
            path_.cut(size);
        }
        return true;
    }

    // ---- values ----------------------------------------------------------------------------------------------------

    void texts(std::string_view a, std::string_view b) {
        if (a != b) {
            report({.path = path_, .before = field_value{a}, .after = field_value{b}});
        }
    }
    // The elements of a list, or of a column.
    void values(const field_value& a, const field_value& b, bool is_list) {
        const std::size_t both = a.size() < b.size() ? a.size() : b.size();
        difference found{.what = difference::kind::list, .path = path_, .before = a, .after = b, .differing = 0};
        std::size_t last = 0;
        for (std::size_t i = 0; i < both; ++i) {
            if (!a.has_same_bits(b, i)) {
                ++found.differing;
                last = i;
                found.largest = larger(found.largest, distance(a, b, i));
            }
        }
        if (found.differing == 0 && a.size() == b.size()) {
            return;
        }
        const std::size_t size = path_.size();
        if (found.differing == 1 && a.size() == b.size()) {
            found.what = difference::kind::value;
            found.before = a.element(last);
            found.after = b.element(last);
            if (is_list) {
                path_.add(last);
            } else if (brackets_ != none) {
                path_.fill(brackets_, last);
            }
        }
        report(found);
        path_.cut(size);
        if (brackets_ != none) {
            path_.fill(brackets_, npos);
        }
    }
    [[nodiscard]] static double distance(const field_value& a, const field_value& b, std::size_t i) noexcept {
        constexpr double most = (std::numeric_limits<double>::max)();
        double out = 0;
        for (std::size_t k = 0; k < a.width() && k < b.width(); ++k) {
            const bool is_real = a.kind() == number_kind::float32;
            const double difference = is_real ? double{a.real(i, k)} - double{b.real(i, k)}
                                              : static_cast<double>(a.integer(i, k) - b.integer(i, k));
            const double size = difference < 0 ? -difference : difference;
            out = size <= most ? larger(out, size) : out; // neither NaN nor infinite
        }
        return out;
    }

    void report_one(difference::kind what, std::string_view name) {
        report({.what = what, .path = path_, .name = name});
    }
    void report(const difference& found) {
        if (!error_) {
            to_(found);
        }
    }

    error error_;
    content_source<Model> from_a_, from_b_;
    difference_sink to_;
    record_pairs how_;
    content_path path_;
    std::size_t brackets_ = none; // where the path has the empty brackets of the columns
    const char* name_ = "";
    std::span<const std::uint32_t> partners_; // of the list of records with names: the number in the second list
    std::span<const std::uint32_t> origins_;  // of those in the second list: the number in the first
};

} // namespace impl

// Calls to(difference) for each field that differs between two owning models of one type. Numbers are compared bit by
// bit. Records with names are compared by name, then by position; a record whose place has one of another name in the
// other model is renamed. A name ends at its NUL, but what follows in a text of fixed size is compared, too. Other
// records are compared by position. Errors: as visit_content().
template <class Model>
[[nodiscard]] error differences(const Model& a, const Model& b, difference_sink to,
                                record_pairs how = record_pairs::by_name) {
    return impl::content_comparison<Model>{a, b, to, how}.why();
}

// Whether two owning models say the same, whatever the order of their pools. False if differences() has an error.
template <class Model> [[nodiscard]] bool equal_content(const Model& a, const Model& b) {
    bool same = true;
    const error why = differences(a, b, [&](const difference&) { same = false; });
    return same && !why;
}

}} // namespace effigy::v0
