// The views of every format, and visit() and identify(). Nothing here allocates or uses the operating system.
#pragma once

#include <effigy/any.hpp>
#include <effigy/grimrock.hpp>
#include <effigy/m2.hpp>
#include <effigy/nwn.hpp>
#include <effigy/p3d.hpp>
#include <effigy/shinobi.hpp>
