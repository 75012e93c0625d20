# Provides the host's doctest for another platform. A symbolic link exposes only its headers, not all of
# /usr/include.
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/headers/doctest)
file(CREATE_LINK /usr/include/doctest ${CMAKE_BINARY_DIR}/headers/doctest/doctest SYMBOLIC)
add_library(doctest::doctest INTERFACE IMPORTED)
target_include_directories(doctest::doctest INTERFACE ${CMAKE_BINARY_DIR}/headers/doctest)
