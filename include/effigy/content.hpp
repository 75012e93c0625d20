// What an owning model says, whatever the order of its pools: each field with its path, and what differs between two
// models. The fields and their names are those of the records' descriptions.
#pragma once

#include <effigy/owned/compare.hpp>
#include <effigy/owned/visit.hpp>
