# Makes sure that everything is there and build/$folder is up to date. Needs
# the other pieces and $root.

preset= # build_targets chooses; sanitize.sh has its own
folder= # below build/, likewise
logs=$root/build/log
configure_options=()

# What the last set-up depended on. Nothing of it changed: neither packages nor
# StarPU are looked at again, and Ninja alone says what to compile.
setup_key() {
    {
        cat -- "$root"/cmake/setup/{compilers,folders,packages,starpu,gpu,targets,build}.sh \
            "$root"/cmake/starpu/* "$root/CMakePresets.json"
        printf '%s\n' "${TASUKI_GPU:-}" "${TASUKI_STARPU:-}" \
            "${TASUKI_STARPU_TARBALL:-}" "${TASUKI_STARPU_SHA256:-}" \
            "${CUDAHOSTCXX:-}" "${TASUKI_CACHE:-}" "${CC:-}" \
            "${CXX:-}" "${PKG_CONFIG_PATH:-}" "${CMAKE_PREFIX_PATH:-}" \
            "$(find_nvcc)" "$(find_hipcc)" "$(nvidia_gpus)" \
            "${TASUKI_CUDA_ARCHITECTURES:-}" \
            "${TASUKI_HIP_ARCHITECTURES:-}" "$(cpu_flags)" "$root" "${configure_options[@]}"
    } | sha256sum | cut -c1-16
}

# A home folder may be that of many kinds of machines, and what was compiled for
# one may not run on another.
cpu_flags() {
    uname -m
    [[ $targets == all ]] || grep -m 1 '^\(flags\|Features\)' /proc/cpuinfo |
        grep -oE '\<(avx2|fma|bmi2|f16c|avx512(f|vl|dq|bw)|sve[a-z0-9]*)\>' | sort
}

# Puts StarPU's pkg-config folder of the last set-up into $starpu_pc.
setup_is_current() {
    local stamp=$root/build/.setup-$folder key
    [[ -e $stamp && -e $root/build/$folder/build.ninja ]] || return 1
    { read -r key && read -r starpu_pc; } <"$stamp" || return 1
    [[ $key == "$setup_key" && -e $starpu_pc/starpu-1.4.pc ]]
}

# lock_checkout: one tasuki at a time sets up and builds in one checkout.
lock_checkout() {
    mkdir -p -- "$logs" 2>/dev/null ||
        die 3 "$root/build: cannot be written"
    exec 9>"$root/build/.lock"
    if ! flock -n 9; then
        say "another tasuki builds in this checkout, waiting for it"
        until flock -n 9; do sleep 0.2; done
    fi
    stop_on_signals
}

check_machine() {
    case $(uname -s)-$(uname -m) in
        Linux-x86_64 | Linux-aarch64) ;;
        *) die 3 "$(uname -s) on $(uname -m): Tasuki runs on Linux, on x86_64" \
            "and aarch64" ;;
    esac
    require_space "$root/build" 2048
}

set_up() {
    local groups=(build) options=("${configure_options[@]}") nvcc=
    check_machine
    [[ $toolkit != @(hip|simulated) ]] || groups+=("$toolkit")
    step='[1/4]' && say "$step packages"
    install_packages "$logs/packages.log" "${groups[@]}"
    require_gpu_toolkit "$toolkit"
    step='[2/4]'
    find_or_build_starpu "$logs/starpu.log"
    step='[3/4]'
    if [[ $preset != "$(gpu_preset "$toolkit")" ]]; then
        say "$step configuring, preset $preset"
        toolkit=none # the other presets are for host code
    else
        say "$step configuring, $(gpu_words "$toolkit")"
        say_why_no_gpu
        target_options "$toolkit"
    fi
    case $toolkit in
        cuda | hip-nvidia) nvcc=$(find_nvcc) ;;
    esac
    # What pkg-config said of another StarPU would be remembered. CMake's own
    # --fresh needs 3.24.
    rm -rf -- "$root/build/$folder"/{CMakeCache.txt,CMakeFiles}
    PKG_CONFIG_PATH=$starpu_pc${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH} \
        CUDACXX=$nvcc run_logged "$logs/configure.log" \
        in_root cmake --preset "$preset" -B "build/$folder" -DTASUKI_GPU="$toolkit" \
        "${options[@]}" ||
        die_with_log 70 "$logs/configure.log" "configuring failed"
    printf '%s\n' "$setup_key" "$starpu_pc" >"$root/build/.setup.new"
    mv -- "$root/build/.setup.new" "$root/build/.setup-$folder"
}

say_why_no_gpu() {
    [[ $toolkit == none && -z ${TASUKI_GPU:-} ]] || return 0
    if [[ -n $(find_nvcc) ]]; then
        say "no NVIDIA GPU is visible: this build is for CPUs; --gpu cuda builds" \
            "for both"
    else
        say "no GPU toolkit is here: this build is for CPUs; see --help for GPUs"
    fi
}

in_root() { cd -- "$root" && "$@"; }

# build_targets TARGET...: sets up if that is due, compiles what changed.
build_targets() {
    local log=$logs/build.log toolkit
    toolkit=$(gpu_toolkit)
    if [[ -z $preset ]]; then
        preset=$(gpu_preset "$toolkit")
        [[ -n $folder ]] || folder=$(build_folder "$toolkit")
    fi
    [[ -n $folder ]] || folder=$preset
    setup_key=$(setup_key)
    setup_is_current || set_up
    : >"$log"
    local announce='[4/4] compiling'
    PKG_CONFIG_PATH=$starpu_pc${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH} \
        NINJA_STATUS='  [%f/%t] ' \
        run_logged "$log" in_root ninja -C "build/$folder" \
        -j "${TASUKI_JOBS:-$(nproc)}" "$@" ||
        die_with_log 70 "$log" "compiling failed"
}

# build_for_use TARGET...: what a first use and every later one needs.
build_for_use() {
    lock_checkout
    build_targets "$@"
    unlock_checkout
}

# Others may build again; and the program that we become holds no lock.
unlock_checkout() {
    trap - INT TERM HUP
    exec 9>&-
}
