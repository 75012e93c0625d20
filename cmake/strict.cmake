# The compiler options of effigy's own programs. Projects that use effigy do not get them. The presets, except
# `tool`, turn warnings into errors.
set(CMAKE_CXX_EXTENSIONS OFF)
add_library(effigy_strict INTERFACE)
target_link_libraries(effigy_strict INTERFACE effigy::effigy)
foreach(part IN LISTS effigy_compiled_parts)
    target_link_libraries(effigy_compiled_${part} PRIVATE effigy_strict)
endforeach()
if(EFFIGY_USE_COMPILED)
    set(effigy_mode effigy::compiled)
else()
    set(effigy_mode effigy::effigy)
endif()

if(MSVC)
    target_compile_options(effigy_strict INTERFACE /W4 /permissive- /utf-8 /bigobj)
else()
    target_compile_options(effigy_strict INTERFACE
        -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wold-style-cast
        -ffp-contract=off) # the same bits on every machine
    if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
        target_compile_options(effigy_strict INTERFACE -Wno-restrict) # false positive: std::string + (GCC bug 105651)
    endif()
    if(CMAKE_CXX_COMPILER_ID STREQUAL Clang AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 22)
        target_compile_options(effigy_strict INTERFACE -Wno-c2y-extensions) # doctest's macros use __COUNTER__
    endif()
    if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_SIZEOF_VOID_P EQUAL 8) # some casts are for 32 bits only
        target_compile_options(effigy_strict INTERFACE -Wuseless-cast)
    endif()
    if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(i[3-6]86|x86|x86_64|AMD64)$" AND CMAKE_SIZEOF_VOID_P EQUAL 4)
        target_compile_options(effigy_strict INTERFACE -msse2 -mfpmath=sse) # x87 would compute with more bits
    endif()
endif()

# effigy_program(NAME SOURCE...): adds a program of this project; does nothing without sources.
function(effigy_program name)
    if(ARGN)
        add_executable(${name} ${ARGN})
        target_link_libraries(${name} PRIVATE effigy_strict ${effigy_mode})
        target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests ${PROJECT_SOURCE_DIR}/tests/unit)
    endif()
endfunction()

# For programs that take longer to optimise than they run.
function(effigy_optimise_little name)
    target_compile_options(${name} PRIVATE $<$<CXX_COMPILER_ID:GNU,Clang>:-O0>)
endfunction()

# effigy_library(NAME SOURCE...): adds a library that several programs of this project share.
function(effigy_library name)
    add_library(${name} STATIC ${ARGN})
    target_link_libraries(${name} PRIVATE effigy_strict ${effigy_mode})
    target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests ${PROJECT_SOURCE_DIR}/tests/unit)
endfunction()
