// Following references of a file.
#pragma once

#include <effigy/core/math.hpp>
#include <effigy/core/numbered.hpp>
#include <effigy/m2/records.hpp>

namespace effigy::inline v0::m2 {

namespace impl {
using namespace effigy::impl;

// A file and its header: what every view needs to follow references. What no longer lies in the file is empty.
template <form F> class context {
public:
    constexpr context() = default;
    explicit context(window file) noexcept
        : file_(file), header_(file.template record_at<basic_header<F>>(0)),
          version_(header_ != nullptr ? std::uint64_t{read_once(header_->version)} : 0U) {}

    [[nodiscard]] constexpr window file() const noexcept { return file_; }
    [[nodiscard]] constexpr const basic_header<F>* header() const noexcept { return header_; }
    [[nodiscard]] constexpr std::uint32_t version() const noexcept { return static_cast<std::uint32_t>(version_); }
    [[nodiscard]] constexpr record_layout layout() const noexcept { return layout_of(version()); }

    template <class T> [[nodiscard]] array<T> get(const array_ref<T, F>& to) const noexcept {
        return file_.template array_at<T>(to.offset, to.count);
    }
    // Up to the first NUL.
    [[nodiscard]] std::string_view get(const array_ref<char, F>& to) const noexcept {
        const std::string_view all = file_.text_at(to.offset, to.count);
        return all.substr(0, all.find('\0'));
    }
    // A list of the header.
    template <class T> [[nodiscard]] array<T> list(array_ref<T, F> basic_header<F>::* of) const noexcept {
        return header_ != nullptr ? get(header_->*of) : array<T>{};
    }

private:
    window file_;
    const basic_header<F>* header_ = nullptr;
    std::uint64_t version_ = 0; // as wide as the rest: each view holds a copy, which waits for narrower stores
};

// Makes views of records of one size.
template <class View, class Record, form F> struct record_source {
    impl::context<F> context;
    array<Record> records;

    [[nodiscard]] View get(std::size_t i) const noexcept {
        const Record* const record = records.at(i);
        return record != nullptr ? access::make<View>(context, record) : View{};
    }
};

// A view of one record.
template <class Record, form F> class record_view {
public:
    [[nodiscard]] constexpr explicit operator bool() const noexcept { return record_ != nullptr; }
    // As it lies in the file, with what only these versions have; null when empty.
    [[nodiscard]] constexpr const Record* record() const noexcept { return record_; }

protected:
    friend struct effigy::impl::access;
    constexpr record_view() = default;
    constexpr record_view(const impl::context<F>& context, const Record* record) noexcept
        : context_(context), record_(record) {}

    [[nodiscard]] constexpr const impl::context<F>& context() const noexcept { return context_; }

    // A field, or `none` where there is no record.
    template <class T> [[nodiscard]] constexpr T number(scalar<T, F> Record::* field, T none = T{}) const noexcept {
        return record_ != nullptr ? (record_->*field).get() : none;
    }
    [[nodiscard]] constexpr std::uint8_t number(u8 Record::* field) const noexcept {
        return record_ != nullptr ? record_->*field : u8{};
    }
    [[nodiscard]] constexpr vector3<float> vector(vec3<F> Record::* field) const noexcept {
        return record_ != nullptr ? vector3<float>{record_->*field} : vector3<float>{};
    }
    template <class T, std::size_t N> [[nodiscard]] constexpr array<T> numbers(T (Record::*field)[N]) const noexcept {
        return record_ != nullptr ? array<T>{record_->*field, N} : array<T>{};
    }
    template <class T> [[nodiscard]] auto list(array_ref<T, F> Record::* field) const noexcept {
        return record_ != nullptr ? context_.get(record_->*field) : decltype(context_.get(record_->*field)){};
    }
    // Of the header that `field` is.
    template <class Track, class Header> [[nodiscard]] constexpr Track track(Header Record::* field) const noexcept {
        return record_ != nullptr ? access::make<Track>(context_, &(record_->*field)) : Track{};
    }

private:
    impl::context<F> context_;
    const Record* record_ = nullptr;
};

} // namespace impl

// Views of records that lie one behind the other.
template <class View, class Record, form F>
class view_list : public numbered<impl::record_source<View, Record, F>> {
    using base = numbered<impl::record_source<View, Record, F>>;

public:
    constexpr view_list() = default;

    // The records themselves, as these versions have them.
    [[nodiscard]] constexpr array<Record> records() const noexcept { return this->source().records; }

protected:
    friend struct effigy::impl::access;
    constexpr view_list(const impl::context<F>& context, const array<Record>& records) noexcept
        : base({context, records}, records.size()) {}
};

} // namespace effigy::inline v0::m2
