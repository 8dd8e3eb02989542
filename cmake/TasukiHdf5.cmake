# tasuki_hdf5: the HDF5 that pkg-config knows, by its static library where that
# links. Debian's shared one stands on curl, Kerberos and OpenSSL, for files on
# the network: 16 MiB in a bundle, and their start with every start of ours.
include(CheckCXXSourceCompiles)
pkg_check_modules(HDF5 REQUIRED IMPORTED_TARGET hdf5)
find_library(HDF5_STATIC libhdf5.a HINTS ${HDF5_LIBRARY_DIRS})
add_library(tasuki_hdf5 INTERFACE)

set(static_hdf5 ${HDF5_STATIC} ZLIB::ZLIB sz ${CMAKE_DL_LIBS} m)
if(HDF5_STATIC)
  set(CMAKE_REQUIRED_INCLUDES ${HDF5_INCLUDE_DIRS})
  set(CMAKE_REQUIRED_LIBRARIES ${static_hdf5})
  check_cxx_source_compiles(
    "#include <hdf5.h>
     int main() { return H5Fopen(\"\", H5F_ACC_RDONLY, H5P_DEFAULT) < 0; }"
    TASUKI_HDF5_STATIC)
  unset(CMAKE_REQUIRED_INCLUDES)
  unset(CMAKE_REQUIRED_LIBRARIES)
endif()
if(TASUKI_HDF5_STATIC)
  target_include_directories(tasuki_hdf5 SYSTEM INTERFACE ${HDF5_INCLUDE_DIRS})
  target_link_libraries(tasuki_hdf5 INTERFACE ${static_hdf5})
else()
  target_link_libraries(tasuki_hdf5 INTERFACE PkgConfig::HDF5)
endif()
unset(static_hdf5)
