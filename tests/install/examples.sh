#!/usr/bin/env bash
# examples.sh CMAKE BUILD COMPILER GENERATOR: every folder in examples/ builds
# against the installed package, ends with exit code 0, which says that its
# result is right, and has the options that `tasuki compare run` varies. A folder
# has a CMakeLists.txt, and builds a program of its own name.
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

# is_compared PROGRAM: by placements and policies
is_compared() {
    "$scratch/prefix/bin/tasuki" compare run --vary '--placement {cpu,dynamic}' \
        --vary '--sched {lws,dmdas}' --reps 2 --out "$1.compared" -- "$1" --gpus 0 &&
        grep -q '4 cells, 0 failed' "$scratch/log"
}

# prints_json PROGRAM: its result, and nothing else, is on stdout
prints_json() {
    "$1" --gpus 0 --placement cpu --repetitions 2 --json - >"$1.json" &&
        [[ $(head -n 1 -- "$1.json")$(tail -n 1 -- "$1.json") == '{}' ]] &&
        grep -q '"placement": "cpu"' "$1.json" &&
        grep -q '"seconds_median": ' "$1.json" &&
        ! grep '"gpu": [^0]' "$1.json"
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
    step "$name: run" env -C "$name/run" "$scratch/$name/$name" --repetitions 2
    step "$name: writes JSON to stdout" prints_json "$scratch/$name/$name"
    step "$name: is compared" is_compared "$scratch/$name/$name"
    count=$((count + 1))
done
step "heat: run on two ranks" mpirun -n 2 heat/heat --repetitions 2
# 4 x 4 blocks on two ranks, 10 steps in each of 2 repetitions.
counts_tasks_of_both_ranks() {
    mpirun -n 2 heat/heat --repetitions 2 --placement step=cpu --json heat.json
    cat heat.json
    grep -q '"name": "rank 1 CPU' heat.json && grep -A1 '"step"' heat.json | grep -q '"cpu": 320,'
}
step "heat: counts the tasks of both ranks" counts_tasks_of_both_ranks
((count > 0)) || {
    echo "FAILED: there is no example"
    exit 1
}
