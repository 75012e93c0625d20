# cmake -D compiler= -D include= -D glob=GLOB|GLOB_RECURSE -P older_language.cmake
# Compiled as C++17, each header must report in one error that it needs C++20. GLOB tries only those directly in effigy/.
set(ENV{LC_ALL} C)
file(${glob} headers ${include}/effigy/*.hpp)
if(NOT headers)
    message(FATAL_ERROR "no headers in ${include}/effigy")
endif()
foreach(header IN LISTS headers)
    execute_process(COMMAND ${compiler} -std=c++17 -fsyntax-only -x c++ -I ${include} ${header}
        RESULT_VARIABLE failed ERROR_VARIABLE diagnostics)
    string(REGEX MATCHALL "error: [^\n]*" errors "${diagnostics}")
    list(LENGTH errors count)
    if(NOT failed OR NOT count EQUAL 1 OR NOT errors MATCHES "effigy needs C\\+\\+20")
        list(SUBLIST errors 0 3 first_errors)
        message(SEND_ERROR "${header}: ${count} errors as C++17: ${first_errors}")
    endif()
endforeach()
