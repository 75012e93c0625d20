// The source of the target effigy::compiled.
#include <effigy/compiled.hpp>
