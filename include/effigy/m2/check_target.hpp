// Whether a model is as the game's own models of a version are.
#pragma once

#include <effigy/core/finding.hpp>
#include <effigy/core/impl/platform.hpp>
#include <effigy/m2/decode.hpp>
#include <effigy/m2/lint/target_counts.hpp>

namespace effigy { inline namespace v0 { namespace m2 {

// Passes to `tell` where a model differs from what all models of the game have in common in a version (256, 260, 264 or
// 272): tables, flags, sums, orders, keys, vertices, textures. The rules and their counts are in docs/m2.md. For each
// list, only the first finding of each code is passed. A model without findings has not been run in the game. Error:
// bad_version, for another version.
EFFIGY_API result<target_counts> check_target(const owned_model& of, std::uint32_t version, finding_sink tell,
                                              std::pmr::memory_resource* memory = std::pmr::get_default_resource());

// The same for a model in files. Errors: also those of decode().
EFFIGY_API result<target_counts> check_target(const model& of, std::uint32_t version, finding_sink tell,
                                              std::pmr::memory_resource* memory = std::pmr::get_default_resource());

}}} // namespace effigy::v0::m2

#if defined(EFFIGY_HAS_WRITING_BODIES)
#include <effigy/m2/lint/target.hpp>

namespace effigy { inline namespace v0 { namespace m2 {

EFFIGY_API_BODY result<target_counts> check_target(const owned_model& of, std::uint32_t version, finding_sink tell,
                                                   std::pmr::memory_resource* memory) {
    if (!impl::is_target(version)) {
        return error{{"version", location::nowhere}, errc::bad_version, 0, version, "256, 260, 264 or 272"};
    }
    return impl::target_checker<>{of, version, tell, memory}.run();
}

EFFIGY_API_BODY result<target_counts> check_target(const model& of, std::uint32_t version, finding_sink tell,
                                                   std::pmr::memory_resource* memory) {
    const auto own = decode(of, memory);
    return own ? check_target(*own, version, tell, memory) : result<target_counts>{own.error()};
}

}}} // namespace effigy::v0::m2
#endif
