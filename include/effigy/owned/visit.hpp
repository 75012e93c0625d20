// Visiting the fields of an owning model.
#pragma once

#include <effigy/core/function_ref.hpp>
#include <effigy/owned/field_walk.hpp>

namespace effigy { inline namespace v0 {

struct content_field {
    const content_path& path; // "nodes[3].mesh.indices"; valid during the call
    effigy::role role = effigy::role::value;
    bool is_list = false; // of any number of elements; of records, it is followed by their fields
    field_value value;
};
using content_sink = function_ref<void(const content_field&)>;

namespace impl {

template <class Model> class content_visit {
public:
    content_visit(const Model& model, content_sink to) : from_(model, error_), to_(to) { record(model); }

    [[nodiscard]] const error& why() const noexcept { return error_; }

private:
    template <class Record> void record(const Record& of) {
        from_.enter(of);
        Record::template fields<Record>(each_of<Record>{*this, of});
        if constexpr (has_lists<Record>) {
            Record::lists(
                [&](const char* name, const auto& list) {
                    if (!list.empty()) {
                        named(name, list);
                    }
                },
                of);
        }
    }
    template <class Record> struct each_of {
        content_visit& by;
        const Record& of;

        template <class Member> void operator()(const field& described_field, Member member) const {
            if (!has_lists<Record> || described_field.role != role::reference) {
                by.named(described_field, of.*member);
            }
        }
        template <class By, class Member> void operator()(const repeated<By>& described_field, Member member) const {
            if ((of.*described_field.by).empty()) {
                by.named(described_field, of.*member);
            }
        }
    };

    template <class T> void named(const field& described_field, const T& value) {
        const std::size_t size = path_.size();
        path_.add(described_field.name);
        here_ = described_field;
        show(value);
        path_.cut(size);
    }
    template <class T> void element(std::size_t number, const T& value) {
        const std::size_t size = path_.size();
        path_.add(number);
        show(value);
        path_.cut(size);
    }
    template <class List> void elements(const List& list) {
        std::size_t number = 0;
        for (const auto& one : list) {
            if (error_) {
                return;
            }
            element(number++, one);
        }
    }

    template <class T> void show(const T& value) {
        if (error_) {
            return;
        }
        if constexpr (text_in_record<T>) {
            emit(field_value{from_.text(value, here_.name)});
        } else if constexpr (std::is_array_v<T>) {
            using type = std::remove_extent_t<T>;
            if constexpr (shown_as_numbers<type>) {
                emit({value, 1, sizeof(T), std::extent_v<T>});
            } else {
                elements(value);
            }
        } else if constexpr (list_in_pool<T>) {
            show_list(from_.list(value, here_.name), width_of(value));
        } else if constexpr (link_in_pool<T>) {
            const std::int64_t position = from_.position(value);
            emit({&position, 1});
        } else if constexpr (part_in_pool<T>) {
            const auto* const part = from_.part(value, here_.name);
            emit(field_value::records(type_name<decltype(element_of_handle(value))>, part != nullptr ? 1 : 0));
            if (part != nullptr) {
                record(*part);
            }
        } else if constexpr (shown_as_numbers<T>) {
            emit({&value, 1});
        } else {
            record(value);
        }
    }
    template <class T> void show_list(std::span<const T> list, std::size_t width) {
        if constexpr (shown_as_numbers<T>) {
            emit(value_of_list(list, width), true);
        } else {
            emit(field_value::records(type_name<T>, list.size()), true);
            elements(list);
        }
    }
    void emit(const field_value& value, bool is_list = false) {
        if (!error_) {
            to_({.path = path_, .role = here_.role, .is_list = is_list, .value = value});
        }
    }

    error error_;
    content_source<Model> from_;
    content_sink to_;
    content_path path_;
    field here_{""};
};

} // namespace impl

// Calls to(field) for each field of an owning model, in the order of the descriptions: the fields of a list's elements
// follow the list. Errors: a list or part that is not inside its pool (out_of_bounds), or many records that share large
// lists (budget); the path is the name of the field.
template <class Model> [[nodiscard]] error visit_content(const Model& model, content_sink to) {
    return impl::content_visit<Model>{model, to}.why();
}

}} // namespace effigy::v0
