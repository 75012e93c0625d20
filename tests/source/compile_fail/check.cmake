# cmake -D compiler= -D source= -D include= -P check.cmake
# The source must fail to compile with one error and the text of its first line, and must compile with
# EFFIGY_WELL_FORMED.
file(STRINGS ${source} first LIMIT_COUNT 1)
if(NOT first MATCHES "^// expect: (.+)$")
    message(FATAL_ERROR "${source}:1: the first line must be `// expect: TEXT OF THE DIAGNOSTIC`")
endif()
set(expected "${CMAKE_MATCH_1}")

set(ENV{LC_ALL} C)
set(compile ${compiler} -std=c++20 -fsyntax-only -I ${include} ${source})

execute_process(COMMAND ${compile} -DEFFIGY_WELL_FORMED RESULT_VARIABLE failed ERROR_VARIABLE diagnostics)
if(failed)
    message(FATAL_ERROR "${source}: does not compile even with EFFIGY_WELL_FORMED\n${diagnostics}")
endif()

execute_process(COMMAND ${compile} RESULT_VARIABLE failed ERROR_VARIABLE diagnostics)
if(NOT failed)
    message(FATAL_ERROR "${source}: compiles, but should not")
endif()
string(REGEX MATCHALL "error: [^\n]*" errors "${diagnostics}")
list(LENGTH errors count)
string(FIND "${diagnostics}" "${expected}" found)
if(NOT count EQUAL 1 OR found EQUAL -1)
    message(FATAL_ERROR "${source}: not one error with the text \"${expected}\"\n${diagnostics}")
endif()
