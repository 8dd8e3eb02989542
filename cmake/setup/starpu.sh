# Which StarPU a build uses. Needs say.sh, child.sh, packages.sh, gpu.sh and
# $root.

# shellcheck source=cmake/starpu/version.sh
source "$root/cmake/starpu/version.sh"

# Prints the folder of starpu-1.4.pc if pkg-config knows a good one.
installed_starpu() {
    [[ ${TASUKI_STARPU:-} != build ]] || return 0
    if pkg-config --exists "starpu-1.4 >= $starpu_oldest" \
        "starpu-1.4 < $starpu_before" starpumpi-1.4 2>/dev/null &&
        starpu_drives "$(gpu_toolkit)"; then
        pkg-config --variable=pcfiledir starpu-1.4
    fi
}

# Debian's StarPU is configured for so many CPUs.
packaged_starpu_cpus=32

# Whether the distribution has a package that would do, so that none need be
# built. Its GPU drivers are not those of the toolkit that is here.
packaged_starpu_fits() {
    [[ $1 == none && ${TASUKI_STARPU:-} != build &&
        -z ${TASUKI_STARPU_TARBALL:-} ]] || return 1
    (($(nproc --all) <= packaged_starpu_cpus)) || return 1
    command -v apt-cache >/dev/null || return 1
    local candidate
    candidate=$(LC_ALL=C apt-cache policy libstarpu-dev 2>/dev/null |
        sed -n 's/^ *Candidate: //p')
    starpu_fits "$(starpu_of_package "$candidate")"
}

# install_packaged_starpu LOG: fails without the right to install.
install_packaged_starpu() {
    may_install "" || return
    say "$step StarPU: installing the distribution's, libstarpu-dev"
    try_install "$1" libstarpu-dev
}

# starpu_drives TOOLKIT: whether the installed one was configured for its GPUs.
starpu_drives() {
    local header macro
    case $1 in
        none) return 0 ;;
        cuda) macro=STARPU_USE_CUDA ;;
        hip) macro=STARPU_USE_HIP ;;
        hip-nvidia) return 1 ;; # it would be of AMD's headers, ours is not
        simulated) return 1 ;;  # ours is patched
    esac
    header=$(pkg-config --variable=starpu_includedir starpu-1.4)/starpu_config.h
    grep -qs "^#define $macro 1" "$header"
}

# find_or_build_starpu LOG: puts the folder of starpu-1.4.pc in $starpu_pc.
find_or_build_starpu() {
    local log=$1 prefix='' status=0 answer toolkit
    toolkit=$(gpu_toolkit)
    require_compilers "$toolkit"
    starpu_pc=$(installed_starpu)
    [[ -n $starpu_pc ]] ||
        prefix=$("$root/cmake/starpu/build.sh" --find 2>/dev/null) || prefix=
    if [[ -z $starpu_pc$prefix ]] && packaged_starpu_fits "$toolkit" &&
        install_packaged_starpu "$log"; then
        starpu_pc=$(installed_starpu)
    fi
    if [[ -n $starpu_pc ]]; then
        say "$step StarPU $(pkg-config --modversion starpu-1.4): the installed" \
            "one, $(pkg-config --variable=prefix starpu-1.4)"
        return
    fi
    if [[ -n $prefix ]]; then
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
