# StarPU: one that is installed, which pkg-config finds, or one that
# cmake/starpu/build.sh builds in TASUKI_STARPU_PREFIX as a part of this build.
# What does not include its headers is compiled while it is configured.
#   STARPU_PREFIX, STARPU_LIBDIR, STARPU_INCLUDE_DIRS, STARPU_VERSION
#   PkgConfig::STARPU, PkgConfig::STARPUMPI
include(GNUInstallDirs)
file(STRINGS ${PROJECT_SOURCE_DIR}/cmake/starpu/version lines)
foreach(line IN LISTS lines)
  if(line MATCHES "^(oldest|before) +([0-9.]+)$")
    string(TOUPPER TASUKI_STARPU_${CMAKE_MATCH_1} name)
    set(${name} ${CMAKE_MATCH_2})
  endif()
endforeach()
set(TASUKI_STARPU_PREFIX "" CACHE PATH
  "Where `cmake/starpu/build.sh --prefix` says that StarPU is, or will be")
# Before pip starts CMake, nobody looks for StarPU as ./tasuki does.
if(TASUKI_PYTHON AND NOT TASUKI_STARPU_PREFIX)
  execute_process(
    COMMAND ${CMAKE_COMMAND} -E env TASUKI_GPU=${TASUKI_GPU_TOOLKIT}
            ${PROJECT_SOURCE_DIR}/cmake/starpu/build.sh --choose
    OUTPUT_VARIABLE TASUKI_STARPU_PREFIX OUTPUT_STRIP_TRAILING_WHITESPACE
    RESULT_VARIABLE failed)
  if(failed)
    message(FATAL_ERROR "StarPU cannot be found or built: `./tasuki build "
      "tasuki` installs the packages that it needs")
  endif()
endif()
if(NOT TASUKI_STARPU_PREFIX)
  foreach(name STARPU STARPUMPI)
    string(TOLOWER ${name} module)
    pkg_check_modules(${name} REQUIRED IMPORTED_TARGET
      ${module}-1.4>=${TASUKI_STARPU_OLDEST})
  endforeach()
  # What pointed pkg-config there may be gone when ninja configures again.
  set(ENV{PKG_CONFIG_PATH} "${STARPU_LIBDIR}/pkgconfig:$ENV{PKG_CONFIG_PATH}")
else()
  set(STARPU_PREFIX ${TASUKI_STARPU_PREFIX})
  set(STARPU_LIBDIR ${STARPU_PREFIX}/lib)
  set(STARPU_INCLUDE_DIRS ${STARPU_PREFIX}/include/starpu/1.4)
  string(REGEX REPLACE ".*/starpu-([0-9.]+)-[^/]*$" "\\1" STARPU_VERSION
    ${STARPU_PREFIX})
  set(needs PkgConfig::HWLOC)
  set(suffix so)
  # For SimGrid StarPU is a static library, which does not name what it needs.
  if(TASUKI_GPU_TOOLKIT STREQUAL simulated)
    set(suffix a)
    pkg_check_modules(SIMGRID REQUIRED IMPORTED_TARGET simgrid)
    pkg_check_modules(FXT IMPORTED_TARGET fxt)
    list(APPEND needs PkgConfig::SIMGRID $<TARGET_NAME_IF_EXISTS:PkgConfig::FXT>
      rt dl)
  endif()
  # Programs link it by a path in the build folder (TasukiPaths.cmake).
  set(link ${CMAKE_BINARY_DIR}/${CMAKE_INSTALL_LIBDIR}/tasuki/starpu/lib)
  set(libraries)
  foreach(name starpu starpumpi)
    string(TOUPPER PkgConfig::${name} target)
    string(REPLACE PKGCONFIG PkgConfig target ${target})
    set(library lib${name}-1.4.${suffix})
    list(APPEND libraries ${STARPU_LIBDIR}/${library} ${link}/${library})
    if(suffix STREQUAL a)
      # As CMake knows it: it puts what a library needs behind it.
      add_library(${target} STATIC IMPORTED)
      set_target_properties(${target} PROPERTIES
        IMPORTED_LOCATION ${STARPU_LIBDIR}/${library})
      target_link_libraries(${target} INTERFACE ${needs})
    else()
      add_library(${target} INTERFACE IMPORTED)
      target_link_libraries(${target} INTERFACE
        ${STARPU_LIBDIR}/${library} ${needs})
    endif()
    # An imported target's folders have to exist when CMake ends.
    file(MAKE_DIRECTORY ${STARPU_INCLUDE_DIRS})
    target_include_directories(${target} INTERFACE ${STARPU_INCLUDE_DIRS})
  endforeach()
  add_custom_command(OUTPUT ${STARPU_PREFIX}/.complete BYPRODUCTS ${libraries}
    COMMAND ${CMAKE_COMMAND} -E env TASUKI_GPU=${TASUKI_GPU_TOOLKIT}
            ${PROJECT_SOURCE_DIR}/cmake/starpu/build.sh
    COMMENT "Building StarPU ${STARPU_VERSION}" VERBATIM)
  add_custom_target(starpu DEPENDS ${STARPU_PREFIX}/.complete)
  if(suffix STREQUAL a)
    target_link_libraries(PkgConfig::STARPUMPI INTERFACE PkgConfig::STARPU)
  endif()
  add_dependencies(PkgConfig::STARPU starpu)
  add_dependencies(PkgConfig::STARPUMPI starpu)
endif()
if(STARPU_VERSION VERSION_LESS TASUKI_STARPU_OLDEST OR
   NOT STARPU_VERSION VERSION_LESS TASUKI_STARPU_BEFORE)
  message(FATAL_ERROR "StarPU ${STARPU_VERSION} in ${STARPU_PREFIX}: Tasuki is "
    "tested with versions >= ${TASUKI_STARPU_OLDEST} and "
    "< ${TASUKI_STARPU_BEFORE}")
endif()
if(TASUKI_GPU_TOOLKIT STREQUAL simulated AND NOT TASUKI_STARPU_PREFIX)
  file(STRINGS ${STARPU_INCLUDE_DIRS}/starpu_config.h simgrid
    REGEX "^#define STARPU_SIMGRID 1")
  if(NOT simgrid)
    message(FATAL_ERROR "TASUKI_GPU=simulated: the StarPU in ${STARPU_PREFIX} "
      "was configured without --enable-simgrid")
  endif()
endif()
