// Legend of Grimrock 1 and 2: *.model (MDL1 version 2) and *.animation (ANIM versions 1 and 2).
#pragma once

#include <effigy/grimrock/names.hpp>
#include <effigy/grimrock/records.hpp>
#include <effigy/grimrock/sample.hpp>
#include <effigy/grimrock/view.hpp>
#include <effigy/grimrock/view/repaired_segments.hpp>
