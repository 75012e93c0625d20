# The targets effigy::compiled_FORMAT: their users compile the functions that convert, decode, check and write once, not in
# each source that calls them. They are built in the tree of the project that links to them, with the project's options.
# effigy::compiled has all formats.
set(effigy_compiled_parts common grimrock m2 nwn p3d)

# effigy_add_compiled(PART HEADER...): a source for each header of effigy/compiled/.
function(effigy_add_compiled part)
    add_library(effigy_compiled_${part} STATIC EXCLUDE_FROM_ALL)
    add_library(effigy::compiled_${part} ALIAS effigy_compiled_${part})
    target_link_libraries(effigy_compiled_${part} PUBLIC effigy::effigy)
    target_compile_definitions(effigy_compiled_${part} PUBLIC EFFIGY_COMPILED)
    if(MSVC)
        target_compile_options(effigy_compiled_${part} PRIVATE /bigobj) # each inline function is a section
    endif()
    foreach(header IN LISTS ARGN)
        set(source ${CMAKE_CURRENT_BINARY_DIR}/effigy_compiled_${header}.cpp)
        file(CONFIGURE OUTPUT ${source} CONTENT "#include <effigy/compiled/${header}.hpp>\n")
        target_sources(effigy_compiled_${part} PRIVATE ${source})
    endforeach()
    if(NOT part STREQUAL common)
        target_link_libraries(effigy_compiled_${part} PUBLIC effigy_compiled_common)
        target_link_libraries(effigy_compiled INTERFACE effigy_compiled_${part})
    endif()
endfunction()

if(NOT TARGET effigy_compiled)
    add_library(effigy_compiled INTERFACE)
    add_library(effigy::compiled ALIAS effigy_compiled)
    effigy_add_compiled(common common)
    effigy_add_compiled(grimrock grimrock)
    effigy_add_compiled(m2 m2 m2_writing) # in one source, they would take twice the memory
    effigy_add_compiled(nwn nwn)
    effigy_add_compiled(p3d p3d)
endif()
