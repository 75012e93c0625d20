// expect: deleted
#include <effigy/nwn.hpp>

const char* name_of_first_controller(const effigy::nwn::model& model) {
#ifdef EFFIGY_WELL_FORMED
    const auto first = model.nodes().begin();
    return first->name().data();
#else
    return model.nodes().begin()->name().data(); // through a pointer into the iterator, which is gone
#endif
}
