# The code that describes and writes test files, compiled once for all programs that need it.
file(GLOB fixture_sources CONFIGURE_DEPENDS
    ${CMAKE_CURRENT_LIST_DIR}/*/fixtures*.cpp ${CMAKE_CURRENT_LIST_DIR}/*/figure.cpp ${CMAKE_CURRENT_LIST_DIR}/*/odd.cpp)
effigy_library(effigy_fixtures ${CMAKE_CURRENT_LIST_DIR}/support/byte_builder.cpp ${fixture_sources})
effigy_optimise_little(effigy_fixtures)

# The code that checks the structure of glTF files.
find_package(nlohmann_json REQUIRED)
set(glb_check_source ${CMAKE_CURRENT_LIST_DIR}/support/glb_check.cpp)
effigy_library(effigy_glb_check ${glb_check_source})
target_link_libraries(effigy_glb_check PRIVATE nlohmann_json::nlohmann_json)
