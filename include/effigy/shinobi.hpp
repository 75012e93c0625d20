// Shinobi engine (Druidstone): *.model (MDL1 version 4) and *.animation (ANIM version 3).
#pragma once

#include <effigy/shinobi/names.hpp>
#include <effigy/shinobi/records.hpp>
#include <effigy/shinobi/repaired_segments.hpp>
#include <effigy/shinobi/sample.hpp>
#include <effigy/shinobi/view.hpp>
