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
install(DIRECTORY json program codelets graphs peers DESTINATION ${headers}
        FILES_MATCHING PATTERN "*.hpp"
        REGEX "/peers/(self|taskbench)$" EXCLUDE)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
  runtime/headers.txt)
file(STRINGS runtime/headers.txt lines REGEX "^(public|part) ")
foreach(line IN LISTS lines)
  string(REGEX REPLACE "^[a-z]+ " "" header ${line})
  cmake_path(GET header PARENT_PATH folder)
  install(FILES runtime/${header} DESTINATION ${headers}/runtime/${folder})
endforeach()
install(DIRECTORY cmake/hip_nvidia DESTINATION ${headers})
install(FILES simulation/machine.hpp simulation/simulation.hpp
        simulation/this_machine.hpp simulation/timed.hpp
        DESTINATION ${headers}/simulation)
install(FILES runtime/runtime.hpp DESTINATION ${headers})
install(CODE "set(FOLDER \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${headers}\")
  include(\"${CMAKE_CURRENT_LIST_DIR}/TasukiInstallHeaders.cmake\")")
# The C interface and its module for Fortran, for CMake and for pkg-config.
install(TARGETS tasuki_c LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY c/include/tasuki/ DESTINATION ${headers})
install(FILES c/fortran/tasuki.f90
        DESTINATION ${CMAKE_INSTALL_DATADIR}/tasuki/fortran)
file(RELATIVE_PATH TASUKI_PC_PREFIX /${TASUKI_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/+$" "" TASUKI_PC_PREFIX "${TASUKI_PC_PREFIX}")
configure_file(${CMAKE_CURRENT_LIST_DIR}/tasuki.pc.in
  ${CMAKE_BINARY_DIR}/tasuki.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/tasuki.pc
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
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
if(TASUKI_STARPU_PLACE STREQUAL refer)
  set(TASUKI_STARPU_PKGCONFIG ${STARPU_LIBDIR}/pkgconfig)
  install(CODE "message(STATUS \"StarPU stays in ${STARPU_LIBDIR}, where the \
installed programs look for it\")")
elseif(TASUKI_STARPU_PLACE STREQUAL copy)
  set(PACKAGE_STARPU ${TASUKI_STARPU_COPY}/lib/pkgconfig)
  set(TASUKI_STARPU_PKGCONFIG "\${PACKAGE_PREFIX_DIR}/${PACKAGE_STARPU}")
  # It may be a part of this build: what it has is known when it is there.
  install(CODE "set(STARPU_PREFIX ${STARPU_PREFIX})
    set(STARPU_COPY \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${TASUKI_STARPU_COPY}\")
    set(READELF ${CMAKE_READELF})
    include(\"${CMAKE_CURRENT_LIST_DIR}/TasukiStarpuInstall.cmake\")")
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
install(CODE "include(\"${CMAKE_CURRENT_LIST_DIR}/TasukiLicences.cmake\")
  tasuki_copy_licences(\"${PROJECT_SOURCE_DIR}\"
    \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${doc}/licences\" \${starpu_libraries})")
if(PROJECT_IS_TOP_LEVEL)
  include(TasukiBundle)
  include(TasukiPackage)
endif()
