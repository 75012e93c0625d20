// Writing owning models as files.
#pragma once

#include <effigy/nwn/decode.hpp>
#include <effigy/owned/written_file.hpp>

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
// values in their places. If numbers of elements were changed, or elements that are stored at one place now differ, it
// is the file of encode(from), and `kept_rest` is false. The same if `original` is another file. Errors: those of
// encode(from).
EFFIGY_API [[nodiscard]] result<written_file>
encode(const owned_model& from, std::span<const std::byte> original,
       std::pmr::memory_resource* memory = std::pmr::get_default_resource());

}}} // namespace effigy::v0::nwn

#if defined(EFFIGY_HAS_BODIES)
#include <effigy/nwn/owned/planning.hpp>
#include <effigy/nwn/owned/writing.hpp>

namespace effigy { inline namespace v0 { namespace nwn {

namespace impl {

// Planning, writing and opening each have a frame of their own, so that they do not add up on the stack.
template <class = when_used>
[[nodiscard]] result<file_bytes> plan(const owned_model& from, const canonical_rules& rules,
                                      std::pmr::memory_resource* memory) {
    const std::uint64_t budget = from.budget();
    const std::uint64_t most = budget < SIZE_MAX / 2 ? budget : SIZE_MAX / 2; // on 32-bit hosts
    // Most files have less than twice the bytes of the model's pools. Others are planned again, with more memory.
    for (std::uint64_t limit = 2 * from.size_in_bytes() + 4096;; limit *= 2) {
        const bool is_last = limit >= most;
        planning plan{from, rules, is_last ? most : limit, memory};
        if (plan.fits()) {
            return plan.take();
        }
        if (is_last) {
            return error{{"nwn"}, errc::budget, budget, -1};
        }
    }
}
template <class = when_used>
[[nodiscard]] result<file_bytes> write(const owned_model& from, file_bytes file, std::span<const std::byte> places,
                                       const canonical_rules* rules) {
    return writing{from, std::move(file), places, rules}.run();
}
// A file, and what open() says about it.
struct written_model {
    file_bytes file;
    model view;
};
[[nodiscard]] inline result<file_bytes> file_of(result<written_model> made) {
    return made ? std::move(made->file) : result<file_bytes>{made.error()};
}
template <class = when_used>
[[nodiscard]] result<written_model> write_and_open(const owned_model& from, file_bytes start,
                                                   std::span<const std::byte> places, const canonical_rules* rules) {
    auto file = write(from, std::move(start), places, rules);
    const auto view = file ? nwn::open(*file) : result<model>{file.error()};
    return view ? written_model{*std::move(file), *view} : result<written_model>{view.error()};
}
// See encode().
template <class = when_used>
[[nodiscard]] result<written_model> encode_and_open(const owned_model& from, producer by,
                                                    std::pmr::memory_resource* memory) {
    const bool is_given = by != producer::unknown;
    const producer given_or_own = is_given ? by : from.producer;
    const canonical_rules rules{given_or_own != producer::unknown ? given_or_own : producer::enhanced_edition,
                                is_given};
    auto planned = plan(from, rules, memory);
    if (!planned) {
        return planned.error();
    }
    const std::span<const std::byte> places = *planned; // remain where they are
    return write_and_open(from, *std::move(planned), places, &rules);
}

} // namespace impl

EFFIGY_API_BODY result<file_bytes> encode(const owned_model& from, std::pmr::memory_resource* memory) {
    return encode(from, producer::unknown, memory);
}

EFFIGY_API_BODY result<file_bytes> encode(const owned_model& from, producer by, std::pmr::memory_resource* memory) {
    return impl::file_of(impl::encode_and_open(from, by, memory));
}

EFFIGY_API_BODY result<written_file> encode(const owned_model& from, std::span<const std::byte> original,
                                            std::pmr::memory_resource* memory) {
    file_bytes copy{memory};
    copy.append(original);
    auto file = impl::file_of(impl::write_and_open(from, std::move(copy), original, nullptr));
    const bool kept_rest{file};
    return impl::written(kept_rest ? std::move(file) : encode(from, memory), kept_rest);
}

}}} // namespace effigy::v0::nwn
#endif
