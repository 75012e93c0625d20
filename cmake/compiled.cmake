# The target effigy::compiled: its users compile the functions that convert, decode and check once, not in each source
# that calls them. It is built in the tree of the project that links to it, with the project's options.
if(NOT TARGET effigy_compiled)
    add_library(effigy_compiled STATIC EXCLUDE_FROM_ALL ${CMAKE_CURRENT_LIST_DIR}/compiled.cpp)
    add_library(effigy::compiled ALIAS effigy_compiled)
    target_link_libraries(effigy_compiled PUBLIC effigy::effigy)
    target_compile_definitions(effigy_compiled PUBLIC EFFIGY_COMPILED)
endif()
