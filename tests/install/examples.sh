#!/usr/bin/env bash
# examples.sh CMAKE BUILD COMPILER GENERATOR: every folder in examples/ builds
# against the installed package and ends with exit code 0. A folder has a
# CMakeLists.txt, and builds a program of its own name.
# shellcheck source=tests/install/outside.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/outside.sh"
export STARPU_HOME=$scratch

# An example with COMPONENTS runtime needs the libraries of runtime alone, and
# CMake keeps in its cache what it has looked for.
looked_for_no_other_library() {
    ! grep -E '^(FFTW|HWY|HDF5|MPI|STARPUMPI|ZLIB|TASUKI_RANDOM123|pugixml)_' "$1"
}

# Of the headers, include/ alone is on the path.
has_one_folder_of_headers() {
    ! grep -rE 'include/tasuki( |"|$)' --include=build.ninja --include=flags.make \
        -- "$1"
}

step install "$cmake" --install "$build" --prefix "$scratch/prefix"
cp -r -- "$source_root/examples" "$scratch/examples"
cd -- "$scratch"
count=0
for folder in examples/*/; do
    name=$(basename -- "$folder")
    step "$name: configure" "$cmake" -G "$generator" -S "$folder" -B "$name" \
        -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER="$compiler" \
        -DCMAKE_PREFIX_PATH="$scratch/prefix"
    if grep -q 'COMPONENTS runtime)' "$folder/CMakeLists.txt"; then
        step "$name: looks for no library of other components" \
            looked_for_no_other_library "$name/CMakeCache.txt"
    fi
    step "$name: one folder of headers" has_one_folder_of_headers "$name"
    step "$name: compile" "$cmake" --build "$name"
    mkdir -- "$name/run"
    step "$name: run" env -C "$name/run" "$scratch/$name/$name"
    count=$((count + 1))
done
((count > 0)) || {
    echo "FAILED: there is no example"
    exit 1
}
