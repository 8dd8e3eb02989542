# tasuki_hdf5: HDF5 by its static library where that links. Debian's shared one
# stands on curl, Kerberos and OpenSSL, for files on the network: 16 MiB in a
# bundle, and they start with every start of ours.
#
# It is the HDF5 that pkg-config knows, or the one that find_package() does. The
# static library is only looked for beside the shared one: another prefix, as a
# system's beside Conda's, has one of another version than the headers.
include(CheckCXXSourceCompiles)
pkg_check_modules(HDF5_PC QUIET IMPORTED_TARGET hdf5)
if(HDF5_PC_FOUND)
  set(hdf5_headers ${HDF5_PC_INCLUDE_DIRS})
  set(hdf5_shared PkgConfig::HDF5_PC)
  set(hdf5_folders ${HDF5_PC_LIBRARY_DIRS} ${HDF5_PC_LIBDIR})
  set(HDF5_VERSION ${HDF5_PC_VERSION})
else()
  # It asks the compilers of each language, and knows of no others than these.
  enable_language(C)
  find_package(HDF5 REQUIRED COMPONENTS C)
  set(hdf5_headers ${HDF5_C_INCLUDE_DIRS})
  set(hdf5_shared ${HDF5_C_LIBRARIES})
  list(GET HDF5_C_LIBRARIES 0 hdf5_folders)
  get_filename_component(hdf5_folders ${hdf5_folders} DIRECTORY)
endif()
find_library(HDF5_STATIC libhdf5.a PATHS ${hdf5_folders} NO_DEFAULT_PATH)
add_library(tasuki_hdf5 INTERFACE)

set(static_hdf5 ${HDF5_STATIC} ZLIB::ZLIB sz ${CMAKE_DL_LIBS} m)
# The ranks of a simulation are in shared objects, for which Debian's static one
# is not compiled.
if(HDF5_STATIC AND NOT TASUKI_GPU_TOOLKIT STREQUAL simulated)
  set(CMAKE_REQUIRED_INCLUDES ${hdf5_headers})
  set(CMAKE_REQUIRED_LIBRARIES ${static_hdf5})
  check_cxx_source_compiles(
    "#include <hdf5.h>
     int main() { return H5Fopen(\"\", H5F_ACC_RDONLY, H5P_DEFAULT) < 0; }"
    TASUKI_HDF5_STATIC)
  unset(CMAKE_REQUIRED_INCLUDES)
  unset(CMAKE_REQUIRED_LIBRARIES)
endif()
target_include_directories(tasuki_hdf5 SYSTEM INTERFACE ${hdf5_headers})
if(TASUKI_HDF5_STATIC)
  target_link_libraries(tasuki_hdf5 INTERFACE ${static_hdf5})
  # libnetcdf loads the shared one, which must not find parts of this one in its
  # place.
  target_link_options(tasuki_hdf5 INTERFACE LINKER:--exclude-libs,libhdf5.a)
else()
  target_link_libraries(tasuki_hdf5 INTERFACE ${hdf5_shared})
endif()
unset(static_hdf5)
unset(hdf5_headers)
unset(hdf5_shared)
unset(hdf5_folders)
