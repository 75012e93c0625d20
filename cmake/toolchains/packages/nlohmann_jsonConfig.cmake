# Provides the host's nlohmann_json for another platform. A symbolic link exposes only its headers, not all of
# /usr/include.
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/headers/nlohmann_json)
file(CREATE_LINK /usr/include/nlohmann ${CMAKE_BINARY_DIR}/headers/nlohmann_json/nlohmann SYMBOLIC)
if(NOT TARGET nlohmann_json::nlohmann_json)
    add_library(nlohmann_json::nlohmann_json INTERFACE IMPORTED)
endif()
target_include_directories(nlohmann_json::nlohmann_json INTERFACE ${CMAKE_BINARY_DIR}/headers/nlohmann_json)
