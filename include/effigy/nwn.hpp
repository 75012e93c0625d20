// Neverwinter Nights: binary *.mdl.
#pragma once

#include <effigy/nwn/names.hpp>
#include <effigy/nwn/records.hpp>
#include <effigy/nwn/sample.hpp>
#include <effigy/nwn/sample/merges.hpp>
#include <effigy/nwn/view.hpp>
