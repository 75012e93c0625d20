// What each byte of a file is.
#pragma once

#include <effigy/core/validation.hpp>
#include <effigy/m2/view.hpp>
#include <effigy/regions.hpp>

namespace effigy::inline v0::m2 {

namespace impl {
using namespace effigy::impl;

// Claims what a header or a record refers to.
template <form F> class list_claims {
public:
    list_claims(claims& all, const basic_model<F>& from) noexcept : all_(all), from_(from), budget_(from.file()) {}

    void of_header(const basic_header<F>& header) {
        all_.add_record({"m2"}, header);
        for_each_reference<F>(header, *this);
    }
    // Of number `i` of a list.
    template <class Record> void of_record(const Record& record, std::uint32_t i) {
        at_ = location{}.within(i);
        for_each_reference<F>(record, *this);
    }

    // What for_each_reference() calls.
    template <class T> void operator()(const array_ref<T, F>& list, const char* path) {
        at_.path = path;
        const auto records = from_.file().template strided_at<T>(
            list.offset, list.count, static_cast<std::uint32_t>(element_size(list, from_.layout())));
        if (budget_.pay(std::uint64_t{records.size()} * records.stride())) {
            all_.add(at_, records);
        }
    }
    void operator()(const array_ref<char, F>& text, const char* path) {
        at_.path = path;
        const std::span<const std::byte> chars = from_.file().bytes_at(text.offset, text.count);
        if (budget_.pay(chars.size())) {
            all_.add_text(at_, chars);
        }
    }
    template <class Track> void operator()(const Track& track, const char* path_prefix) {
        at_.path_prefix = path_prefix;
        for_each_list(track, *this);
        at_.path_prefix = "";
    }

private:
    claims& all_;
    const basic_model<F>& from_;
    validation budget_; // no list costs more than open() pays for, where another process spoiled the bytes since then
    location at_;
};

} // namespace impl

// Calls sink(region) with all that a file consists of, in the order of offsets: the header field by field, each list as
// one region, and what belongs to nothing. Takes memory in proportion to the number of lists.
template <form F, class Sink> void regions(const basic_model<F>& from, Sink&& sink) {
    impl::claims all{from.file()};
    if (from.header() != nullptr) {
        impl::list_claims<F> found{all, from};
        found.of_header(*from.header());
        impl::for_each_record_range(from, [&](const auto& records) {
            std::uint32_t number = 0;
            for (const auto& one : records) {
                found.of_record(one, number++);
            }
        });
    }
    all.tell(sink);
}

} // namespace effigy::inline v0::m2
