include(${CMAKE_CURRENT_LIST_DIR}/effigyTargets.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/compiled.cmake)
