# Checks of one folder of examples/. Sourced after outside.sh.
# shellcheck shell=bash

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

# prints_json PROGRAM: its result, and nothing else, is on stdout
prints_json() {
    "$1" --gpus 0 --placement cpu --repetitions 2 --json - >"$1.json" &&
        [[ $(head -n 1 -- "$1.json")$(tail -n 1 -- "$1.json") == '{}' ]] &&
        grep -q '"placement": "cpu"' "$1.json" &&
        grep -q '"seconds_median": ' "$1.json" &&
        ! grep '"gpu": [^0]' "$1.json"
}

# check_example NAME: it builds against the installed package and ends with exit
# code 0, which says that its result is right. Those with the options of
# run_program() also write JSON. A folder has a CMakeLists.txt, and builds a
# program of its own name.
check_example() {
    local name=$1 folder=$prefix/share/tasuki/examples/$1
    step "$name: compile" compile "$folder" "$name"
    if grep -q 'COMPONENTS runtime)' "$folder/CMakeLists.txt"; then
        step "$name: looks for no library of other components" \
            looked_for_no_other_library "$scratch/$name/CMakeCache.txt"
    fi
    step "$name: one folder of headers" has_one_folder_of_headers "$scratch/$name"
    mkdir -- "$scratch/$name/run"
    if ! grep -q run_program -- "$folder"/main.*; then
        step "$name: run" env -C "$scratch/$name/run" "$scratch/$name/$name"
        return
    fi
    step "$name: run" env -C "$scratch/$name/run" "$scratch/$name/$name" \
        --repetitions 2
    step "$name: writes JSON to stdout" prints_json "$scratch/$name/$name"
}
