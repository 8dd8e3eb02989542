# The libraries that Tasuki stands on; all but StarPU are Debian packages.
find_package(PkgConfig REQUIRED)
pkg_check_modules(HWLOC REQUIRED IMPORTED_TARGET hwloc)
include(TasukiStarpu)
if(TASUKI_GPU_TOOLKIT STREQUAL simulated)
  # Its MPI is SimGrid's.
  find_path(SMPI_INCLUDE smpi/mpi.h REQUIRED)
  add_library(MPI::MPI_CXX INTERFACE IMPORTED)
  target_include_directories(MPI::MPI_CXX INTERFACE
    ${SMPI_INCLUDE} ${SMPI_INCLUDE}/smpi)
else()
  set(MPI_CXX_SKIP_MPICXX ON)
  find_package(MPI REQUIRED COMPONENTS CXX)
endif()
# Older ones lack LoadInterleaved2.
pkg_check_modules(HWY REQUIRED IMPORTED_TARGET libhwy>=1.0)
pkg_check_modules(FFTW REQUIRED IMPORTED_TARGET fftw3)
find_package(OpenMP REQUIRED COMPONENTS CXX)
find_package(Threads REQUIRED)
pkg_check_modules(DEFLATE REQUIRED IMPORTED_TARGET libdeflate)
find_package(ZLIB REQUIRED)
find_package(spdlog REQUIRED)
find_package(fmt REQUIRED)
find_package(CLI11 REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(pugixml REQUIRED)
find_path(RANDOM123_INCLUDE Random123/philox.h REQUIRED)
find_path(STB_INCLUDE stb_truetype.h PATH_SUFFIXES stb REQUIRED)
# The letters on pictures; it becomes a part of the programs.
file(TO_CMAKE_PATH "$ENV{CMAKE_PREFIX_PATH}" prefixes)
find_file(TASUKI_FONT DejaVuSans.ttf REQUIRED
  PATHS ${CMAKE_PREFIX_PATH} ${prefixes} /usr /usr/local
  PATH_SUFFIXES share/fonts/truetype/dejavu share/fonts/truetype
    share/fonts/dejavu share/fonts/dejavu-sans-fonts share/fonts/TTF
  DOC "A TrueType font")
include(TasukiHdf5)
pkg_check_modules(NETCDF REQUIRED IMPORTED_TARGET netcdf)
# The oldest that were tried, which are Debian 12's.
foreach(tried HWLOC:2.9.0 HWY:1.0.3 FFTW:3.3.10 spdlog:1.10.0 fmt:9.1.0
        CLI11:2.1.2 nlohmann_json:3.11.2 pugixml:1.13 DEFLATE:1.14 HDF5:1.10.8 NETCDF:4.9.0)
  string(REPLACE : ";" tried ${tried})
  list(POP_FRONT tried name version)
  if(${name}_VERSION AND ${name}_VERSION VERSION_LESS version)
    message(WARNING "${name} is ${${name}_VERSION}; Tasuki was tried with "
      "${version} and later")
  endif()
endforeach()
if(TASUKI_TESTS)
  find_path(DOCTEST_INCLUDE doctest/doctest.h)
  if(NOT DOCTEST_INCLUDE)
    message(WARNING "doctest/doctest.h is not here: TASUKI_TESTS is OFF")
    set(TASUKI_TESTS OFF)
  endif()
endif()
