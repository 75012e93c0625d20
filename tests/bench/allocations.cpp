#include "support/allocations.cpp" // counts from here on
