# Which StarPU a build uses. Needs common.sh, toolchain.sh and packages.sh.

# The versions that Tasuki is tested with; docs/starpu.md has what is known of each.
read -r _ starpu_oldest _ starpu_before <<<"$(paste -s "$root/cmake/starpu/version")"

# starpu_fits VERSION: whether it is in the range. A release candidate is not.
starpu_fits() {
    [[ $1 =~ ^[0-9]+(\.[0-9]+)+$ && $1 != "$starpu_before" ]] &&
        printf '%s\n' "$starpu_oldest" "$1" "$starpu_before" | sort -C -V
}

# Prints the folder of starpu-1.4.pc if pkg-config knows a good one, configured
# for the GPUs of TOOLKIT. Those for hip-nvidia and simulation are ours alone.
installed_starpu() {
    local toolkit header
    toolkit=$(gpu_toolkit)
    [[ ${TASUKI_STARPU:-} != build && $toolkit != @(hip-nvidia|simulated) ]] &&
        pkg-config --exists "starpu-1.4 >= $starpu_oldest" \
            "starpu-1.4 < $starpu_before" starpumpi-1.4 2>/dev/null || return 0
    header=$(pkg-config --variable=starpu_includedir starpu-1.4)/starpu_config.h
    [[ $toolkit == none ]] ||
        grep -qs "^#define STARPU_USE_${toolkit^^} 1" "$header" || return 0
    pkg-config --variable=pcfiledir starpu-1.4
}

# Whether the distribution has a package that would do, so that none need be
# built: for CPUs, at most 32, for which Debian configures it.
packaged_starpu_fits() {
    [[ $(gpu_toolkit)${TASUKI_STARPU:-}${TASUKI_STARPU_TARBALL:-} == none ]] &&
        (($(nproc --all) <= 32)) &&
        starpu_fits "$(LC_ALL=C apt-cache policy libstarpu-dev 2>/dev/null |
            sed -n 's/^ *Candidate: \([0-9]*:\)\{0,1\}\([0-9.]*\)[+-].*/\2/p')"
}

# find_starpu LOG: puts the folder of starpu-1.4.pc in $starpu_pc. If it is to be
# built, that is a part of the build, for which it adds to $options.
find_starpu() {
    local build=$root/cmake/starpu/build.sh prefix
    require_compilers "$(gpu_toolkit)"
    starpu_pc=$(installed_starpu)
    if [[ -z $starpu_pc ]] && ! "$build" --find >/dev/null 2>&1 &&
        packaged_starpu_fits && may_install ""; then
        say "[2/4] StarPU: installing the distribution's, libstarpu-dev"
        ! install_with_apt "$1" libstarpu-dev || starpu_pc=$(installed_starpu)
    fi
    if [[ -z $starpu_pc ]]; then
        # A source that is not to be had is found out before anything is built.
        TASUKI_STARPU_LOG=$1 run_child "$build" --fetch >"$root/build/.starpu" ||
            exit "$?"
        prefix=$(<"$root/build/.starpu")
        options+=("-DTASUKI_STARPU_PREFIX=$prefix")
        starpu_pc=$prefix/lib/pkgconfig
        [[ -e $prefix/.complete ]] ||
            say "[2/4] StarPU: building it from source, while the rest compiles"
    fi
    say "[2/4] StarPU: ${starpu_pc%/lib*/pkgconfig}"
}
