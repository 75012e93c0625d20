// All of effigy that allocates nothing and knows no operating system: every format's views, and what a file is.
#pragma once

#include <effigy/any.hpp>
#include <effigy/grimrock.hpp>
#include <effigy/m2.hpp>
#include <effigy/nwn.hpp>
#include <effigy/p3d.hpp>
#include <effigy/shinobi.hpp>
