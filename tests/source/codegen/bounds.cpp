// Bounds checks: access to a record takes two comparisons; a cursor takes one.
#include <effigy/core/cursor.hpp>
#include <effigy/core/vector.hpp>

using vec3 = effigy::vec3<effigy::form::little>;

extern "C" {

float x_of_record(const effigy::byte_view& file, std::uint64_t offset) {
    const vec3* const found = file.record_at<vec3>(offset);
    return found != nullptr ? found->x.get() : 0;
}

float x_of_last(const effigy::byte_view& file, std::uint64_t offset, std::uint32_t count) {
    const std::span<const vec3> found = file.array_at<vec3>(offset, count);
    return !found.empty() ? found.back().x.get() : 0;
}

float x_of_next(effigy::cursor& from) {
    const vec3* const found = from.record<vec3>("position");
    return found != nullptr ? found->x.get() : 0;
}
}
