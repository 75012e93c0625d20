// expect: constraints not satisfied
#include <effigy/core/byte_view.hpp>

struct sample {
#ifdef EFFIGY_WELL_FORMED
    effigy::scalar<double, effigy::form::little> time;
#else
    double time; // aligned, and in the machine's byte order
#endif
};

const sample* first(effigy::byte_view file) { return file.record_at<sample>(0); }
