# `cmake --install`: the programs, libraries, headers and find_package(Tasuki),
# the sample, the manual and the licences. docs/packaging.md says what is where.
include(CMakePackageConfigHelpers)
set(doc ${CMAKE_INSTALL_DATAROOTDIR}/doc/tasuki)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/Tasuki)

# Who includes our headers needs the standard that they are written in.
target_compile_features(tasuki_options INTERFACE cxx_std_20)

# One file of targets for each component, so that a project that takes one does
# not need the libraries of the others.
foreach(component Runtime Mpi Kernels Graphs)
  string(TOUPPER ${component} name)
  get_property(targets GLOBAL PROPERTY TASUKI_INSTALL_${name})
  install(TARGETS ${targets} EXPORT Tasuki${component}Targets
          ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
          LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(EXPORT Tasuki${component}Targets NAMESPACE Tasuki::
          DESTINATION ${package})
endforeach()
install(TARGETS tasuki RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
# The programs that `tasuki` starts.
get_property(programs GLOBAL PROPERTY TASUKI_PROGRAMS)
install(TARGETS ${programs}
        RUNTIME DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/tasuki)
# Headers as <tasuki/...>, the one for all of the runtime beside its folder.
set(headers ${CMAKE_INSTALL_INCLUDEDIR}/tasuki)
install(DIRECTORY runtime codelets graphs peers DESTINATION ${headers}
        FILES_MATCHING PATTERN "*.hpp" PATTERN "hip_runtime*.h"
        REGEX "(/runtime/runtime\\.hpp|/peers/(self|taskbench))$" EXCLUDE)
install(FILES runtime/runtime.hpp DESTINATION ${headers})
install(CODE "set(FOLDER \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${headers}\")
  include(\"${CMAKE_CURRENT_LIST_DIR}/TasukiInstallHeaders.cmake\")")
install(DIRECTORY samples examples
        DESTINATION ${CMAKE_INSTALL_DATADIR}/tasuki PATTERN build EXCLUDE)
# The manual is made of the help of the programs that are installed.
install(CODE "execute_process(
  COMMAND \"${PROJECT_SOURCE_DIR}/docs/man/manual.sh\" \"$<TARGET_FILE:tasuki>\"
  OUTPUT_FILE \"${CMAKE_BINARY_DIR}/tasuki.1\" RESULT_VARIABLE failed)
  if(failed)
    message(FATAL_ERROR \"the manual could not be made\")
  endif()")
install(FILES ${CMAKE_BINARY_DIR}/tasuki.1
        DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES drivers/completion/tasuki.bash
        DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/bash-completion/completions
        RENAME tasuki)
install(FILES LICENSE README.md CHANGELOG.md CITATION.cff DESTINATION ${doc})
install(DIRECTORY docs DESTINATION ${doc} FILES_MATCHING
        PATTERN "*.md" PATTERN "*.svg" PATTERN "*.png" PATTERN man EXCLUDE)

# The StarPU of this build, for who links with it.
set(TASUKI_STARPU_PKGCONFIG)
set(libraries)
if(TASUKI_STARPU_PLACE STREQUAL refer)
  set(TASUKI_STARPU_PKGCONFIG ${STARPU_LIBDIR}/pkgconfig)
  install(CODE "message(STATUS \"StarPU stays in ${STARPU_LIBDIR}, where the \
installed programs look for it\")")
elseif(TASUKI_STARPU_PLACE STREQUAL copy)
  set(PACKAGE_STARPU ${TASUKI_STARPU_COPY}/lib/pkgconfig)
  set(TASUKI_STARPU_PKGCONFIG "\${PACKAGE_PREFIX_DIR}/${PACKAGE_STARPU}")
  file(GLOB libraries ${STARPU_LIBDIR}/libstarpu-1.4.so*
       ${STARPU_LIBDIR}/libstarpumpi-1.4.so*)
  install(FILES ${libraries} DESTINATION ${TASUKI_STARPU_COPY}/lib)
  install(DIRECTORY ${STARPU_PREFIX}/include/starpu
          DESTINATION ${TASUKI_STARPU_COPY}/include)
  foreach(name starpu-1.4 starpumpi-1.4)
    file(READ ${STARPU_LIBDIR}/pkgconfig/${name}.pc text)
    string(REGEX REPLACE "\nprefix=[^\n]*" "\nprefix=\${pcfiledir}/../.."
      text "${text}")
    file(WRITE ${CMAKE_BINARY_DIR}/pkgconfig/${name}.pc "${text}")
    install(FILES ${CMAKE_BINARY_DIR}/pkgconfig/${name}.pc
            DESTINATION ${PACKAGE_STARPU})
  endforeach()
  # StarPU's own libraries have its folder in RUNPATH, if any.
  foreach(library ${libraries})
    execute_process(COMMAND ${CMAKE_READELF} -d ${library}
      OUTPUT_VARIABLE dynamic)
    get_filename_component(name ${library} NAME)
    if(dynamic MATCHES "R(UN)?PATH" AND NOT IS_SYMLINK ${library})
      install(CODE "file(RPATH_SET FILE
        \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${TASUKI_STARPU_COPY}/lib/${name}\"
        NEW_RPATH \"\\\$ORIGIN\")")
    endif()
  endforeach()
endif()
configure_package_config_file(
  ${CMAKE_CURRENT_LIST_DIR}/TasukiConfig.cmake.in
  ${CMAKE_BINARY_DIR}/TasukiConfig.cmake INSTALL_DESTINATION ${package})
write_basic_package_version_file(
  ${CMAKE_BINARY_DIR}/TasukiConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
foreach(file Cuda GpuCompilers GpuRuntime Hip Kernels)
  install(FILES ${CMAKE_CURRENT_LIST_DIR}/Tasuki${file}.cmake
          DESTINATION ${package})
endforeach()
install(FILES ${CMAKE_BINARY_DIR}/TasukiConfig.cmake
              ${CMAKE_BINARY_DIR}/TasukiConfigVersion.cmake
        DESTINATION ${package})

# The terms of what is compiled in and of what is copied beside it.
install(CODE "execute_process(COMMAND bash -c [[
    set -euo pipefail
    root=$1 image=$2 documents=$3
    source \"$root/cmake/setup/licences.sh\"
    copy_licences \"\${@:4}\"]] licences \"${PROJECT_SOURCE_DIR}\"
  \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}\" ${doc} ${libraries}
  RESULT_VARIABLE failed)
  if(failed)
    message(FATAL_ERROR \"the licences could not be copied\")
  endif()")
if(PROJECT_IS_TOP_LEVEL)
  include(TasukiPackage)
endif()
