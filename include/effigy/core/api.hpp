// How functions are declared that a program may compile apart from the sources that call them.
#pragma once

#include <effigy/core/when_used.hpp>

// By default these functions are templates, and each source that calls one compiles it. If EFFIGY_COMPILED is defined,
// the headers only declare them, and one source, which includes <effigy/compiled.hpp>, defines them. The two modes
// declare different entities, so a program that mixes them links and is correct.
#if defined(EFFIGY_COMPILED)
#define EFFIGY_API
#define EFFIGY_API_BODY
#else
#define EFFIGY_API template <class = when_used>
#define EFFIGY_API_BODY template <class>
#endif
#if !defined(EFFIGY_COMPILED) || defined(EFFIGY_COMPILED_SOURCE)
#define EFFIGY_HAS_BODIES
#endif
