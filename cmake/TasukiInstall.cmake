# `cmake --install`: libraries, headers, the CLI, and find_package(Tasuki).
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# Who includes our headers needs the standard that they are written in.
target_compile_features(tasuki_options INTERFACE cxx_std_20)
# StarPU stands in a folder of its own, of which the loader knows nothing.
set_target_properties(tasuki PROPERTIES INSTALL_RPATH_USE_LINK_PATH ON)

get_property(targets GLOBAL PROPERTY TASUKI_INSTALL_TARGETS)
install(TARGETS ${targets} EXPORT TasukiTargets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS tasuki RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY runtime codelets graphs peers
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/tasuki
        FILES_MATCHING PATTERN "*.hpp" PATTERN "hip_runtime*.h")
install(DIRECTORY samples DESTINATION ${CMAKE_INSTALL_DATADIR}/tasuki)
install(EXPORT TasukiTargets NAMESPACE Tasuki::
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Tasuki)

# The StarPU that this build used is offered to who finds this package.
set(TASUKI_STARPU_PKGCONFIG ${STARPU_LIBDIR}/pkgconfig)
configure_package_config_file(
  ${CMAKE_CURRENT_LIST_DIR}/TasukiConfig.cmake.in
  ${CMAKE_BINARY_DIR}/TasukiConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Tasuki)
write_basic_package_version_file(
  ${CMAKE_BINARY_DIR}/TasukiConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_LIST_DIR}/TasukiGpuRuntime.cmake
              ${CMAKE_BINARY_DIR}/TasukiConfig.cmake
              ${CMAKE_BINARY_DIR}/TasukiConfigVersion.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/Tasuki)
