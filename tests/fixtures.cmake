# What describes and writes the files that are tested, compiled once for all programs that need it.
file(GLOB fixture_sources CONFIGURE_DEPENDS
    ${CMAKE_CURRENT_LIST_DIR}/*/fixtures*.cpp ${CMAKE_CURRENT_LIST_DIR}/*/figure.cpp ${CMAKE_CURRENT_LIST_DIR}/*/odd.cpp)
effigy_library(effigy_fixtures ${CMAKE_CURRENT_LIST_DIR}/support/byte_builder.cpp ${fixture_sources})
effigy_optimise_little(effigy_fixtures)
