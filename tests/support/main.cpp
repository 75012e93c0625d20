#include <cfloat> // doctest uses DBL_EPSILON without it; libc++ then has no such name

#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
