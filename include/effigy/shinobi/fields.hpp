// Names of the fields of the Shinobi engine's records, see grimrock/fields.hpp.
#pragma once

#include <effigy/grimrock/fields.hpp>
#include <effigy/shinobi/records.hpp>
