# The steps of .ci/run: step_NAME returns non-zero if it failed.

run_ctest() {
    ctest --test-dir "build/$1" --output-on-failure -j 4 "${@:2}"
}

# Measurements and tuned kernels of the user, with their times.
kept_by_user() {
    local cache=${XDG_CACHE_HOME:-$HOME/.cache}
    find "$HOME/.starpu" "$cache/.starpu" "$cache/tasuki/tuning" -type f \
        -printf '%p %s %T@\n' 2>/dev/null | sort
}

# What README builds: CPUs only, this machine's SIMD level; and all tests, which
# write nothing where the user's measurements are.
step_tests() {
    local before
    before=$(kept_by_user)
    ./tasuki --gpu none test --all -LE turn || return
    [[ $(kept_by_user) == "$before" ]] && return
    echo "FAILED: tests wrote into the user's places"
    diff <(echo "$before") <(kept_by_user)
}

# GPU sources for one architecture, the runtime, and its tests on imitated GPUs.
step_cuda() {
    TASUKI_CUDA_ARCHITECTURES=90-real ./tasuki --gpu cuda build \
        tasuki_gpu_sources tasuki_imitated_tests tasuki-wilson &&
        run_ctest cuda -L imitated -LE turn
}

# Graphs whose time is known, and the commands that simulate.
step_simulation() {
    ./tasuki --gpu simulated test --all &&
        ./tasuki simulate --machine machines/k20x_2015.json wilson \
            --lattice 32x32x32x64 --gauge cold
}

# For AMD GPUs what differs from the usual build: GPU sources, the runtime and
# what stands on both, for one architecture; and the tests of the runtime.
# Whether GPUs are fast is not the question, and -O1 compiles faster.
step_amd() {
    TASUKI_HIP_ARCHITECTURES=gfx90a ./tasuki --gpu hip build \
        -DCMAKE_HIP_FLAGS_RELEASE="-O1 -DNDEBUG" \
        tasuki_gpu_sources runtime_test tasuki tasuki-wilson &&
        run_ctest hip -R '^runtime_test$' &&
        build/hip/bin/tasuki wilson --repetitions 1
}

# Long campaigns of messages between ranks, and settings of the imitated GPUs that
# differ from the usual.
step_soak() {
    ./tasuki --gpu none build runtime_soak_test tasuki_feedback drivers_test &&
        run_ctest release -L turn &&
        TASUKI_CUDA_ARCHITECTURES=90-real ./tasuki --gpu cuda build \
            tasuki_imitated_tests &&
        run_ctest cuda -R '^imitated' -L turn
}

# All SIMD levels, forms that only benchmarks use, and code for older GPUs.
step_forms() {
    TASUKI_TARGETS=all TASUKI_CUDA_ARCHITECTURES=75-virtual \
        ./tasuki --gpu cuda build tasuki_gpu_sources codelets_test \
        wilson_half_forms_test nbody_variants_test &&
        run_ctest cuda-portable -R '^codelets_' &&
        build/cuda-portable/bin/wilson_half_forms_test
}

# Every GPU source as HIP for NVIDIA, as far as the intermediate code of NVIDIA's
# compiler: `./tasuki --gpu hip-nvidia test` does the rest.
step_hip_nvidia() {
    local nvcc results
    nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
    if [[ ! -x $nvcc ]]; then
        echo "HIP on NVIDIA: skipped, no nvcc is here"
        return
    fi
    export nvcc
    hip_one() {
        "$nvcc" -x cu -std=c++20 --expt-relaxed-constexpr -arch=compute_90 \
            --cuda -Xcicc -O0 -DTASUKI_HIP -DTASUKI_HIP_NVIDIA \
            -DTASUKI_GPU_FFT '-DTASUKI_GPU_FFT_HEADER="fft_cuda.hpp"' -I . \
            -I cmake/hip_nvidia "$1" -o /dev/null &&
            echo "HIP ok $1" || echo "HIP FAILED $1"
    }
    export -f hip_one
    results=$(find codelets peers -name 'gpu*.cpp' -print0 | sort -z |
        xargs -0 -n 1 -P "$(nproc)" bash -c 'hip_one "$1"' _ 2>&1)
    count_of 'HIP' "$results"
}

# The package for Python as pip builds it, but for this machine alone, in an
# environment of its own, and its tests with what they compare with.
step_python() {
    local python=build/ci-python/bin/python output status=0 passed failed
    ./tasuki --gpu none build build.ninja && (
        # shellcheck source=cmake/setup/common.sh
        source cmake/setup/common.sh
        install_packages build/log/packages.log python
    ) && python3 -m venv --clear build/ci-python &&
        "$python" -m pip install --quiet '.[test]' \
            -C cmake.define.TASUKI_SIMD=native || return
    output=$("$python" -m pytest -q -rs) || status=$?
    echo "$output"
    passed=$(grep -oE '[0-9]+ passed' <<<"${output##*$'\n'}" || echo 0)
    failed=$(grep -oE '[0-9]+ failed' <<<"${output##*$'\n'}" || echo 0)
    echo "python: ${passed% *} passed, ${failed% *} failed"
    return "$status"
}

# count_of NAME RESULTS: prints what failed, and the count.
count_of() {
    local passed failed
    grep -v "^$1 ok" <<<"$2"
    passed=$(grep -c "^$1 ok" <<<"$2")
    failed=$(grep -c "^$1 FAILED" <<<"$2")
    echo "$1: $passed passed, $failed failed"
    ((failed == 0 && passed > 0))
}

# Each fuzz target under the address and undefined-behaviour sanitizers, from
# its seeds, for TASUKI_FUZZ_SECONDS. What one finds is kept in build/fuzz/.
step_fuzz() {
    local results
    ./tasuki build --preset fuzz tasuki_fuzz_targets || return
    mkdir -p build/fuzz-findings
    fuzz_one() {
        local name=${1##*/} folders=()
        mkdir -p "build/fuzz-findings/$name"
        folders=("build/fuzz-findings/$name")
        [[ ! -d tests/fuzz/seeds/${name#fuzz_} ]] ||
            folders+=("tests/fuzz/seeds/${name#fuzz_}")
        if "$1" "${folders[@]}" -timeout=10 \
            -max_total_time="${TASUKI_FUZZ_SECONDS:-60}" \
            -artifact_prefix="build/fuzz-findings/$name-" \
            >"build/fuzz-findings/$name.log" 2>&1; then
            echo "fuzz ok $name"
        else
            echo "fuzz FAILED $name"
            tail -n 15 "build/fuzz-findings/$name.log"
        fi
    }
    export -f fuzz_one
    results=$(find build/fuzz/bin -name 'fuzz_*' -type f -print0 | sort -z |
        xargs -0 -n 1 -P "$(nproc)" bash -c 'fuzz_one "$1"' _)
    count_of 'fuzz' "$results"
}

# The tests of libraries under the same sanitizers, but for two that compute for
# long with what the others have called.
step_sanitizers() {
    ./tasuki build --preset asan tasuki_library_tests &&
        run_ctest asan -L library -LE 'mpi|gpu|extended' \
            -E '^(graphs_solver|quenched_plaquette)$'
}

# clang-tidy over the lines that changed since TASUKI_CI_BASE (default: the
# commit before); it fails on what it finds there. GPU sources have flags of
# another compiler.
step_tidy() {
    local base=${TASUKI_CI_BASE:-HEAD~1} clang differ
    clang=$(./tasuki build --preset tidy --clang) || return
    differ=$(compgen -G "/usr/bin/clang-tidy-diff-$clang.py" ||
        compgen -G "/usr/lib/llvm-$clang/share/clang/clang-tidy-diff.py")
    git diff -U0 --diff-filter=d "$base" -- '*.cpp' '*.hpp' ':!*gpu*' |
        "$differ" -p1 -path build/tidy -quiet -j "$(nproc)" \
            -clang-tidy-binary "clang-tidy-$clang"
}

# Compile times of each build by room, and the slowest files.
print_build_times() {
    local log
    for log in build/*/.ninja_log; do
        printf '\ncompiling %s [s]\n' "${log%/*}"
        awk -F '\t' '!/^#/ && $4 ~ /\.o$/ { taken[$4] = ($2 - $1) / 1000 }
            END { for (file in taken) {
                      room = file; sub(/\/.*/, "", room)
                      rooms[room] += taken[file]; all += taken[file] }
                  for (room in rooms) printf "%9.1f  %s\n", rooms[room], room
                  printf "%9.1f  all\n", all }' "$log" | sort -rn
        awk -F '\t' '!/^#/ && $4 ~ /\.o$/ { taken[$4] = ($2 - $1) / 1000 }
            END { for (file in taken) printf "%9.1f  %s\n", taken[file], file }' \
            "$log" | sort -rn | sed -n '1,8s/CMakeFiles.*\.dir\///p'
    done
}

# What a test says that it could not look at, and how often.
print_skipped() {
    echo "skipped:"
    sed -n 's/^\(skipped\|SKIPPED\): */    /p' \
        build/*/Testing/Temporary/LastTest.log 2>/dev/null | sort | uniq -c
}
