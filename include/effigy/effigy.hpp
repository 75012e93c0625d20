// The views of every format, and visit() and identify(). Nothing here allocates or uses the operating system.
#pragma once

#include <effigy/any.hpp>
