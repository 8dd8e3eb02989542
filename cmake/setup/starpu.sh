# Which StarPU a build uses. Needs say.sh, child.sh and gpu.sh.

# Prints the folder of starpu-1.4.pc if pkg-config knows a good one.
installed_starpu() {
    [[ ${TASUKI_STARPU:-} != build ]] || return 0
    if pkg-config --atleast-version=1.4.7 starpu-1.4 2>/dev/null &&
        starpu_drives "$(gpu_toolkit)"; then
        pkg-config --variable=pcfiledir starpu-1.4
    fi
}

# starpu_drives TOOLKIT: whether the installed one was configured for its GPUs.
starpu_drives() {
    local header macro
    case $1 in
        none) return 0 ;;
        cuda) macro=STARPU_USE_CUDA ;;
        hip) macro=STARPU_USE_HIP ;;
        hip-nvidia) return 1 ;; # it would be of AMD's headers, ours is not
    esac
    header=$(pkg-config --variable=starpu_includedir starpu-1.4)/starpu_config.h
    grep -qs "^#define $macro 1" "$header"
}

# find_or_build_starpu LOG: puts the folder of starpu-1.4.pc in $starpu_pc.
find_or_build_starpu() {
    local log=$1 prefix status=0 answer
    starpu_pc=$(installed_starpu)
    if [[ -n $starpu_pc ]]; then
        say "$step StarPU $(pkg-config --modversion starpu-1.4): the installed" \
            "one, $(pkg-config --variable=prefix starpu-1.4)"
        return
    fi
    if prefix=$("$root/cmake/starpu/build.sh" --find); then
        say "$step StarPU: built before, $prefix"
    else
        say "$step StarPU: building it from source, 1 to 3 minutes"
        answer=$root/build/.starpu
        run_child starpu_prefix_into "$answer" "$log" || status=$?
        prefix=$(<"$answer")
        rm -f -- "$answer"
        ((status == 0)) || exit "$status"
    fi
    starpu_pc=$prefix/lib/pkgconfig
}

starpu_prefix_into() {
    TASUKI_STARPU_LOG=$2 "$root/cmake/starpu/build.sh" >"$1"
}
