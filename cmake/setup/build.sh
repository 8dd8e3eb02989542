# Makes sure that everything is there and build/$folder is up to date. Needs
# the other pieces and $root.

preset= # ./tasuki build --preset; else that of the GPU toolkit
folder= # below build/, likewise
logs=$root/build/log
configure_options=()

# What the last set-up depended on. Nothing of it changed: neither packages nor
# StarPU are looked at again, and Ninja alone says what to compile. A home folder
# may be that of many kinds of machines, so the CPU is a part of it.
setup_key() {
    local names='TASUKI_(GPU|STARPU|CACHE|CUDA|HIP)|C(C|XX)=|CUDA|ROCM_PATH'
    names+='|HIP_PATH|PKG_CONFIG_PATH|CMAKE_PREFIX_PATH'
    {
        cat -- "$root"/cmake/setup/{common,toolchain,packages,starpu,build}.sh \
            "$root"/cmake/starpu/* "$root"/packaging/dependencies.txt \
            "$root"/CMakePresets.json
        env | grep -E "^($names)" | sort
        [[ $targets == all ]] || grep -m 1 '^\(flags\|Features\)' /proc/cpuinfo |
            grep -oE '\<(avx2|fma|bmi2|f16c|avx512(f|vl|dq|bw)|sve[a-z0-9]*)\>'
        printf '%s\n' "$(find_nvcc)" "$(command -v hipcc)" "$(nvidia_gpus)" \
            "$(uname -m)" "$root" "${configure_options[@]}"
    } | sha256sum | cut -c1-16
}

# Puts StarPU's pkg-config folder of the last set-up into $starpu_pc.
setup_is_current() {
    local stamp=$root/build/.setup-$folder key
    [[ -e $stamp && -e $root/build/$folder/build.ninja ]] || return 1
    { read -r key && read -r starpu_pc; } <"$stamp" || return 1
    [[ $key == "$setup_key" && -e $starpu_pc/starpu-1.4.pc ]]
}

# One tasuki at a time sets up and builds in one checkout. Then others may; and
# the program that we become holds no lock.
lock_checkout() {
    mkdir -p -- "$logs" 2>/dev/null || die 3 "$root/build: cannot be written"
    lock "$root/build/.lock" "another tasuki builds in this checkout"
    stop_on_signals
}
unlock_checkout() {
    trap - INT TERM HUP
    exec 9>&-
}

set_up() {
    local groups options=("${configure_options[@]}")
    mapfile -t groups < <(groups_for "$toolkit")
    [[ $preset != @(asan|ubsan|tsan|fuzz|tidy) ]] || groups+=(sanitize)
    say "[1/4] packages"
    install_packages "$logs/packages.log" "${groups[@]}"
    find_starpu "$logs/starpu.log"
    say "[3/4] configuring $preset$([[ $toolkit${TASUKI_GPU:-} != none ]] ||
        echo ': no GPU and compiler for it is seen; --gpu cuda or hip builds for one')"
    [[ ${groups[*]} != *sanitize* ]] ||
        options+=("-DCMAKE_CXX_COMPILER=clang++-$(newest_clang)")
    [[ $preset != "$(gpu_preset "$toolkit")" ]] || target_options "$toolkit"
    # What pkg-config said of another StarPU would be remembered. CMake's own
    # --fresh needs 3.24.
    rm -rf -- "$root/build/$folder"/{CMakeCache.txt,CMakeFiles}
    CUDACXX=$([[ $toolkit != @(cuda|hip-nvidia) ]] || find_nvcc) \
        run_logged "$logs/configure.log" with_starpu cmake --preset "$preset" \
        -B "build/$folder" -DTASUKI_GPU="$toolkit" "${options[@]}" ||
        die_with_log 70 "$logs/configure.log" "configuring failed"
    printf '%s\n' "$setup_key" "$starpu_pc" >"$root/build/.setup.new"
    mv -- "$root/build/.setup.new" "$root/build/.setup-$folder"
}

with_starpu() {
    export TASUKI_STARPU_LOG=$logs/starpu.log
    export PKG_CONFIG_PATH=$starpu_pc${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}
    cd -- "$root" && "$@"
}

# build_targets TARGET...: sets up if that is due, compiles what changed.
build_targets() {
    local log=$logs/build.log toolkit
    [[ -z $preset ]] || export TASUKI_GPU=none # but for these presets
    [[ $preset != @(cuda|hip|hip-nvidia|simulated) ]] || TASUKI_GPU=$preset
    toolkit=$(gpu_toolkit)
    folder=${folder:-${preset:-$(build_folder "$toolkit")}}
    preset=${preset:-$(gpu_preset "$toolkit")}
    setup_key=$(setup_key)
    setup_is_current || set_up
    : >"$log"
    local announce='[4/4] compiling'
    NINJA_STATUS='  [%f/%t] ' run_logged "$log" with_starpu \
        ninja -C "build/$folder" -j "${TASUKI_JOBS:-$(nproc)}" "$@" ||
        die_with_log 70 "$log" "compiling failed"
}

# build_for_use TARGET...: what a first use and every later one needs.
build_for_use() {
    lock_checkout
    build_targets "$@"
    unlock_checkout
}

# ./tasuki build [--preset NAME] [-DOPTION=VALUE] [TARGET...]: for who works on
# Tasuki; with --clang it sets up, and prints the number of the clang.
command_build() {
    local wanted=() clang=0
    while (($# > 0)); do
        case $1 in
            --preset) preset=${2:-} && shift ;;
            --clang) clang=1 && wanted+=(build.ninja) ;;
            -*) configure_options+=("$1") ;;
            *) wanted+=("$1") ;;
        esac
        shift
    done
    build_for_use "${wanted[@]:-all}"
    ((!clang)) || newest_clang
}
