# Which folders programs look in for their libraries; and no path of the source
# tree in what is built, because it is installed as it was linked.
#   TASUKI_STARPU_PLACE  where an installed program finds StarPU: `system` (the
#                        loader knows the folder), `copy` (beside our own
#                        libraries) or `refer` (the folder is in its RUNPATH)
include(GNUInstallDirs)
option(BUILD_SHARED_LIBS "Build the libraries as shared ones" OFF)
set(TASUKI_STARPU_INSTALL auto CACHE STRING
  "A StarPU outside of the system's folders: copy it when installing, refer to \
where it is, or auto (copy the one that ./tasuki built)")
set_property(CACHE TASUKI_STARPU_INSTALL PROPERTY STRINGS auto copy refer)

# CMake links a program for the build folder, and pads that path with colons to
# the length of the installed one. The loader takes an empty element for the
# current folder. So programs are linked with the installed path at once, and
# the build folder has the installed tree's layout.
set(CMAKE_BUILD_WITH_INSTALL_RPATH ON)
# CUDA, and all other libraries in folders that the loader does not know.
set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON)
file(RELATIVE_PATH TASUKI_LIBDIR
  ${CMAKE_INSTALL_PREFIX} ${CMAKE_INSTALL_FULL_LIBDIR})
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/${TASUKI_LIBDIR})
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/share/tasuki)
file(CREATE_LINK ${PROJECT_SOURCE_DIR}/samples
  ${CMAKE_BINARY_DIR}/share/tasuki/samples SYMBOLIC)

if(NOT TASUKI_STARPU_INSTALL MATCHES "^(auto|copy|refer)$")
  message(FATAL_ERROR "TASUKI_STARPU_INSTALL=${TASUKI_STARPU_INSTALL}: "
    "expected auto, copy or refer")
endif()
if(STARPU_LIBDIR IN_LIST CMAKE_CXX_IMPLICIT_LINK_DIRECTORIES OR
   STARPU_LIBDIR IN_LIST CMAKE_PLATFORM_IMPLICIT_LINK_DIRECTORIES)
  set(TASUKI_STARPU_PLACE system)
elseif(NOT TASUKI_STARPU_INSTALL STREQUAL auto)
  set(TASUKI_STARPU_PLACE ${TASUKI_STARPU_INSTALL})
elseif(TASUKI_STARPU_PREFIX OR EXISTS ${STARPU_PREFIX}/.complete)
  # The mark of ./tasuki, whose cache folder people empty.
  set(TASUKI_STARPU_PLACE copy)
else()
  set(TASUKI_STARPU_PLACE refer)
endif()

# Below our own libraries, so that it is in nobody's way. Linking through a link
# in the build folder keeps the cache folder out of RUNPATH.
set(TASUKI_STARPU_COPY ${CMAKE_INSTALL_LIBDIR}/tasuki/starpu)
if(TASUKI_STARPU_PLACE STREQUAL copy)
  set(link ${CMAKE_BINARY_DIR}/${TASUKI_LIBDIR}/tasuki/starpu)
  file(MAKE_DIRECTORY ${link})
  file(CREATE_LINK ${STARPU_LIBDIR} ${link}/lib SYMBOLIC)
  foreach(target PkgConfig::STARPU PkgConfig::STARPUMPI)
    get_target_property(libraries ${target} INTERFACE_LINK_LIBRARIES)
    string(REPLACE "${STARPU_LIBDIR}/" "${link}/lib/" libraries "${libraries}")
    set_target_properties(${target} PROPERTIES
      INTERFACE_LINK_LIBRARIES "${libraries}")
  endforeach()
  unset(libraries)
  unset(link)
endif()
set(TASUKI_STARPU_PLACE ${TASUKI_STARPU_PLACE} CACHE INTERNAL "for tests")
message(STATUS "StarPU, installed: ${TASUKI_STARPU_PLACE}")

# tasuki_run_path(VARIABLE FOLDER): what the programs and libraries that are
# installed in FOLDER (a path below the prefix, or a whole one) have in RUNPATH.
# What a packager asked for by CMAKE_INSTALL_RPATH comes last.
set(TASUKI_ASKED_RPATH ${CMAKE_INSTALL_RPATH})
function(tasuki_run_path variable folder)
  get_filename_component(folder ${folder} ABSOLUTE
    BASE_DIR ${CMAKE_INSTALL_PREFIX})
  file(RELATIVE_PATH lib ${folder} ${CMAKE_INSTALL_PREFIX}/${TASUKI_LIBDIR})
  string(REGEX REPLACE "/+$" "" lib "$ORIGIN/${lib}")
  set(path)
  if(BUILD_SHARED_LIBS)
    list(APPEND path ${lib})
  endif()
  if(TASUKI_STARPU_PLACE STREQUAL copy)
    list(APPEND path ${lib}/tasuki/starpu/lib)
  endif()
  set(${variable} ${path} ${TASUKI_ASKED_RPATH} PARENT_SCOPE)
endfunction()
tasuki_run_path(CMAKE_INSTALL_RPATH ${CMAKE_INSTALL_BINDIR})

# The file names in error messages begin at the source's folder. ccache passes on
# paths that are relative to the build folder (see TasukiToolchain). It knows the
# option and does not mind the folder, except behind -Xcompiler, where each clone
# would compile its GPU sources anew.
set(map -ffile-prefix-map=${PROJECT_SOURCE_DIR}/=)
file(RELATIVE_PATH source ${CMAKE_BINARY_DIR} ${PROJECT_SOURCE_DIR})
string(REGEX REPLACE "/$" "" source "${source}")
if(NOT source)
  set(source .)
endif()
set(relative_map -ffile-prefix-map=${source}/=)
add_compile_options(
  "$<$<COMPILE_LANGUAGE:CXX,HIP>:${map};${relative_map}>")
if(TASUKI_CCACHE AND TASUKI_CCACHE_PROGRAM)
  set(map ${relative_map})
endif()
add_compile_options("$<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=${map}>")
unset(map)
unset(relative_map)
unset(source)
