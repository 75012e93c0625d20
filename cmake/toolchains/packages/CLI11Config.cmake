# Provides the host's CLI11 for another platform. A symbolic link exposes only its headers, not all of /usr/include.
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/headers/CLI11)
file(CREATE_LINK /usr/include/CLI ${CMAKE_BINARY_DIR}/headers/CLI11/CLI SYMBOLIC)
add_library(CLI11::CLI11 INTERFACE IMPORTED)
target_include_directories(CLI11::CLI11 INTERFACE ${CMAKE_BINARY_DIR}/headers/CLI11)
