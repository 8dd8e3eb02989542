# Which StarPU a build uses. Needs say.sh and child.sh.

# Prints the folder of starpu-1.4.pc if pkg-config knows a good one.
installed_starpu() {
    [[ ${TASUKI_STARPU:-} != build ]] || return 0
    if pkg-config --atleast-version=1.4.7 starpu-1.4 2>/dev/null; then
        pkg-config --variable=pcfiledir starpu-1.4
    fi
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
