#!/usr/bin/env bash
# cmake/TasukiHdf5.cmake: headers and library of one HDF5, never of two.
source "$(dirname -- "$0")/lib.sh"
pkg-config --exists hdf5 || skip "pkg-config knows no hdf5"

mkdir "$scratch/project" "$scratch/nothing"
cd "$scratch/project"
cat >CMakeLists.txt <<CMAKE
cmake_minimum_required(VERSION 3.22)
project(Hdf5 LANGUAGES CXX)
find_package(PkgConfig REQUIRED)
find_package(ZLIB REQUIRED)
include($source_root/cmake/TasukiHdf5.cmake)
add_executable(version version.cpp)
target_link_libraries(version PRIVATE tasuki_hdf5)
CMAKE
cat >version.cpp <<'CPP'
#include <hdf5.h>
#include <cstdio>
int main() {
    unsigned major, minor, release;
    H5get_libversion(&major, &minor, &release);
    std::printf("%u.%u.%u\n", major, minor, release);
    return major != H5_VERS_MAJOR || minor != H5_VERS_MINOR ||
           release != H5_VERS_RELEASE;
}
CPP

# build NAME [VARIABLE=VALUE...]: into a folder of that name, and runs it.
build() {
    local folder=$scratch/$1
    shift
    try env "$@" cmake -S . -B "$folder" -G Ninja
    expect_status 0
    try cmake --build "$folder"
    expect_status 0
    try "$folder/version"
    expect_status 0
}
links_shared() { [[ $(ldd "$scratch/$1/version") == *libhdf5* ]]; }
library_folders() { pkg-config --libs-only-L hdf5 | sed 's/-L//g'; }

# What pkg-config knows: the static library where there is one.
build usual
for folder in $(library_folders); do
    [[ ! -e $folder/libhdf5.a ]] || ! links_shared usual ||
        fail "$folder/libhdf5.a was not taken"
done

# A prefix without one, as Conda's is: not the system's static library.
prefix=$scratch/conda
mkdir -p "$prefix/lib/pkgconfig"
ln -s "$(pkg-config --cflags-only-I hdf5 | sed 's/^-I//; s/ .*//')" "$prefix/include"
for folder in $(library_folders); do
    ln -s "$folder"/libhdf5.so* "$prefix/lib/"
done
cat >"$prefix/lib/pkgconfig/hdf5.pc" <<PC
Name: HDF5
Description: a prefix with a shared library only
Version: $(pkg-config --modversion hdf5)
Cflags: -I$prefix/include
Libs: -L$prefix/lib -lhdf5
PC
build conda PKG_CONFIG_PATH="$prefix/lib/pkgconfig" \
    CMAKE_LIBRARY_PATH="$(library_folders | tr ' ' ':')"
links_shared conda || fail "a static library of another prefix was linked"

# No .pc file at all.
build without_pc PKG_CONFIG_LIBDIR="$scratch/nothing" PKG_CONFIG_PATH=
