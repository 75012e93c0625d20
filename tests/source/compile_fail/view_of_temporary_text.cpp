// expect: deleted
#include <effigy/core/byte_view.hpp>

using name = effigy::text<4>;

std::string_view name_in(effigy::byte_view file) {
#ifdef EFFIGY_WELL_FORMED
    const name* const found = file.record_at<name>(0);
    return found != nullptr ? found->view() : std::string_view{};
#else
    return file.value_at<name>(0).view(); // would dangle
#endif
}
