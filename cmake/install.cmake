include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(package_dir ${CMAKE_INSTALL_DATADIR}/cmake/effigy) # share/, not lib/: nothing here depends on the machine

install(TARGETS effigy EXPORT effigy FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT effigy NAMESPACE effigy:: FILE effigyTargets.cmake DESTINATION ${package_dir})
install(FILES cmake/effigyConfig.cmake cmake/compiled.cmake DESTINATION ${package_dir})

write_basic_package_version_file(effigyConfigVersion.cmake COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
configure_file(cmake/effigy.pc.in effigy.pc @ONLY)

install(FILES ${PROJECT_BINARY_DIR}/effigyConfigVersion.cmake DESTINATION ${package_dir})
install(FILES ${PROJECT_BINARY_DIR}/effigy.pc DESTINATION ${CMAKE_INSTALL_DATADIR}/pkgconfig)
install(FILES debug/gdb/effigy.py debug/effigy.natvis DESTINATION ${CMAKE_INSTALL_DATADIR}/effigy)
target_sources(effigy INTERFACE
    $<INSTALL_INTERFACE:$<$<CXX_COMPILER_ID:MSVC>:$<INSTALL_PREFIX>/${CMAKE_INSTALL_DATADIR}/effigy/effigy.natvis>>)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/licenses/effigy)
