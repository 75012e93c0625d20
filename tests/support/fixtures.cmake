# The code that describes and writes test files, compiled once for all programs that need it.
set(unit_tests ${PROJECT_SOURCE_DIR}/tests/unit)
file(GLOB fixture_sources CONFIGURE_DEPENDS
    ${unit_tests}/*/fixtures*.cpp ${unit_tests}/*/figure.cpp ${unit_tests}/*/odd.cpp)
effigy_library(effigy_fixtures ${CMAKE_CURRENT_LIST_DIR}/byte_builder.cpp ${fixture_sources})
effigy_optimise_little(effigy_fixtures)
set_target_properties(effigy_fixtures PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 9)
set_source_files_properties(${unit_tests}/m2/fixtures_write.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)

# every_sample.hpp: the function samples::all(), which returns the samples of each format.
file(GLOB found CONFIGURE_DEPENDS ${unit_tests}/*/samples.hpp)
list(TRANSFORM found REPLACE ".*/tests/unit/(.+)" "#include \"\\1\"" OUTPUT_VARIABLE includes)
list(TRANSFORM found REPLACE ".*/tests/unit/(.+)/samples.hpp" "add_\\1" OUTPUT_VARIABLE functions)
list(JOIN includes "\n" includes)
list(JOIN functions "(out);\n    " functions)
file(CONFIGURE OUTPUT generated/every_sample.hpp CONTENT "#pragma once\n\n@includes@\n
namespace samples {\n
[[nodiscard]] inline std::vector<sample> all() {
    std::vector<sample> out;
    @functions@(out);
    return out;
}\n
} // namespace samples
" @ONLY)
target_include_directories(effigy_fixtures INTERFACE ${CMAKE_CURRENT_BINARY_DIR}/generated)

# The code that checks the structure of glTF files.
find_package(nlohmann_json REQUIRED)
set(glb_check_source ${CMAKE_CURRENT_LIST_DIR}/glb_check.cpp)
effigy_library(effigy_glb_check ${glb_check_source})
effigy_optimise_little(effigy_glb_check)
set_target_properties(effigy_glb_check PROPERTIES EXCLUDE_FROM_ALL ON) # programs that link to it build it
target_link_libraries(effigy_glb_check PRIVATE nlohmann_json::nlohmann_json)
