// Writing owning models as files.
#pragma once

#include <effigy/nwn/decode.hpp>
#include <effigy/owned/layout.hpp>

namespace effigy { inline namespace v0 { namespace nwn {

// Returns a file with the model, in the order in which all known programs write it. Bytes without meaning are 0, or the
// same as in each file of the producer, which is that of the model's fingerprint; without a known one they are those of
// the Enhanced Edition. open() accepts the file, and decode() returns the model, but for what has no meaning.
//
// Errors: the path is that of the field that the format cannot store; budget, if the file would be larger than 16 times
// the model plus 64 KiB, as lists that many records share would make it.
EFFIGY_API [[nodiscard]] result<file_bytes>
encode(const owned_model& from, std::pmr::memory_resource* memory = std::pmr::get_default_resource());

// The same with the fingerprint and the rules of a producer.
EFFIGY_API [[nodiscard]] result<file_bytes>
encode(const owned_model& from, producer by, std::pmr::memory_resource* memory = std::pmr::get_default_resource());

// Returns the file that the model was decoded from, byte for byte; if values of the model were changed, with these
// values in their places. Also an error, with the path "layout": the layout is not that of a model with the same sizes.
EFFIGY_API [[nodiscard]] result<file_bytes>
encode(const owned_model& from, const layout& by, std::pmr::memory_resource* memory = std::pmr::get_default_resource());

}}} // namespace effigy::v0::nwn

#if defined(EFFIGY_HAS_BODIES)
#include <effigy/nwn/owned/planning.hpp>
#include <effigy/nwn/owned/writing.hpp>

namespace effigy { inline namespace v0 { namespace nwn {

namespace impl {

// Planning, writing and opening each have a frame of their own, so that they do not add up on the stack.
template <class = when_used>
[[nodiscard]] bool plan(const owned_model& from, const canonical_rules& rules, layout& planned) {
    const planning plan{from, rules, planned};
    return plan.fits() && planned.file_size <= SIZE_MAX / 2;
}
template <class = when_used>
[[nodiscard]] result<file_bytes> write(const owned_model& from, const layout& by, const canonical_rules* rules,
                                       std::pmr::memory_resource* memory) {
    return writing{from, by, rules, memory}.run();
}
template <class = when_used>
[[nodiscard]] result<file_bytes> write_and_open(const owned_model& from, const layout& by, const canonical_rules* rules,
                                                std::pmr::memory_resource* memory) {
    auto file = write(from, by, rules, memory);
    if (file) {
        if (const auto written = nwn::open(*file); !written) {
            return written.error();
        }
    }
    return file;
}
template <class = when_used>
[[nodiscard]] result<file_bytes> encode_by(const owned_model& from, const canonical_rules& rules,
                                           std::pmr::memory_resource* memory) {
    layout planned{memory};
    if (!plan(from, rules, planned)) {
        return error{{"nwn"}, errc::budget, 16 * from.size_in_bytes() + 65536, -1};
    }
    return write_and_open(from, planned, &rules, memory);
}

} // namespace impl

EFFIGY_API_BODY result<file_bytes> encode(const owned_model& from, std::pmr::memory_resource* memory) {
    return encode(from, producer::unknown, memory);
}

EFFIGY_API_BODY result<file_bytes> encode(const owned_model& from, producer by, std::pmr::memory_resource* memory) {
    const bool is_given = by != producer::unknown;
    const producer rules = is_given ? by : from.producer;
    return impl::encode_by(from, {rules != producer::unknown ? rules : producer::enhanced_edition, is_given}, memory);
}

EFFIGY_API_BODY result<file_bytes> encode(const owned_model& from, const layout& by,
                                          std::pmr::memory_resource* memory) {
    std::uint64_t most =
        16 * from.size_in_bytes() + 65536 + by.kept.size() + by.numbers.size() * std::uint64_t{sizeof(std::uint32_t)};
    most = most < SIZE_MAX / 2 ? most : SIZE_MAX / 2; // on 32-bit hosts
    if (by.file_size > most) {
        return error{{"layout"}, errc::bad_value, most, static_cast<std::int64_t>(by.file_size), "at most"};
    }
    return impl::write_and_open(from, by, nullptr, memory);
}

}}} // namespace effigy::v0::nwn
#endif
