#include "support/allocations.cpp" // replaces operator new, so that allocations are counted
