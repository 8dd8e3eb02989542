#!/usr/bin/env bash
# Builds StarPU from the distribution's newest source package, or from
# TASUKI_STARPU_TARBALL, into a cache outside the build tree, and prints the
# prefix: on stdout that line only, progress on stderr, the rest in a log.
#
#   TASUKI_CACHE            the cache folder  [~/.cache/tasuki]
#   TASUKI_STARPU_TARBALL   a StarPU source archive to use instead of a download
#   TASUKI_STARPU_SHA256    what sha256sum must say of the archive
#   TASUKI_GPU              cuda, hip, hip-nvidia, simulated or none  [what fits
#                           here]
#   TASUKI_STARPU_LOG       the log           [beside the prefix]
#   TASUKI_JOBS             parallel compilations  [all cores]
#   --find                  print the prefix only if it is already in the cache
set -euo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
root=$(cd -- "$here/../.." && pwd)
for piece in say child progress space folders gpu compilers; do
    # shellcheck source=/dev/null
    source "$here/../setup/$piece.sh"
done
for piece in version fetch toolkit patches; do
    # shellcheck source=/dev/null
    source "$here/$piece.sh"
done

cache=$(cache_folder)
jobs=${TASUKI_JOBS:-$(nproc)}

# The limits are compiled in: without --enable-maxcpus the cores of the machine
# that builds would be the most that any machine can use.
options=(
    --disable-build-tests --disable-build-examples --disable-build-doc
    --disable-starpufft --disable-opencl --disable-socl --disable-fortran
    --disable-static --disable-starpupy --disable-julia --disable-papi
    --disable-ayudame1 --disable-ayudame2 --disable-max-fpga
    # GPL-3, and only for bounds that Tasuki does not ask for
    --disable-glpk
    --enable-maxcpus=128 --enable-maxcudadev=8 --enable-maxnodes=16
    --enable-maxbuffers=32
    # line numbers are enough debug information, and faster to compile; CUDA's
    # headers deprecate by the thousand
    CFLAGS="-O2 -g1 -Wno-deprecated-declarations"
)

toolkit=$(gpu_toolkit)
require_gpu_toolkit "$toolkit"
toolkit_options "$toolkit"

# What the result depends on, apart from StarPU's version: that is in the
# folder's name.
cache_key() {
    {
        uname -m
        printf '%s\n' "${options[@]}" "$cuda" "${CC:-cc}"
        "${CC:-cc}" -dumpfullversion -dumpmachine 2>/dev/null || true
        mpicc --showme:version 2>/dev/null || true
        local module modules=(hwloc fxt)
        [[ $toolkit != simulated ]] || modules+=(simgrid)
        for module in "${modules[@]}"; do
            echo "$module $(pkg-config --modversion "$module" 2>/dev/null || true)"
        done
        if [[ -n ${TASUKI_STARPU_TARBALL:-} ]]; then
            sha256sum <"$TASUKI_STARPU_TARBALL"
        fi
        [[ $toolkit != hip ]] || hipcc --version 2>/dev/null
        toolkit_files "$toolkit" | xargs -d '\n' cat --
    } | sha256sum | cut -c1-12
}

# Prints the newest complete StarPU with our key, or nothing.
find_cached() {
    local found version newest=
    while IFS= read -r found; do
        version=${found##*/starpu-}
        if [[ -e $found ]] && starpu_fits "${version%%-*}"; then newest=$found; fi
    done < <(printf '%s\n' "$cache"/starpu-*-"$key"/.complete | sort -V)
    if [[ -n $newest ]]; then dirname -- "$newest"; fi
}

# Puts the version into $version.
unpack() {
    mkdir -p "$work/source"
    run_logged "$log" tar -xf "$archive" -C "$work/source" --strip-components=1 ||
        die_with_log 3 "$log" "$archive: cannot be unpacked"
    version=$(sed -n "s/^PACKAGE_VERSION='\(.*\)'/\1/p" \
        "$work/source/configure" 2>/dev/null | head -n 1) || true
    [[ -n $version ]] || die 3 "$archive: holds no StarPU source with a configure"
    starpu_fits "$version" ||
        die 3 "$archive: StarPU $version, needed is >= $starpu_oldest and <" \
            "$starpu_before"
}

configure() {
    if [[ $toolkit == hip* ]]; then
        hipconfig_for "$toolkit" "$work/bin"
        PATH=$work/bin:$PATH
    fi
    # Not among the options: the folder is a checkout's, the key is not.
    [[ $toolkit != hip-nvidia ]] ||
        options+=(CPPFLAGS="-I$(hip_on_cuda)" HIPCCFLAGS="-I$(hip_on_cuda)")
    cd "$work/source" && ./configure --prefix="$prefix" "${options[@]}"
}

compile() {
    make -C "$work/source" -j"$jobs" --no-print-directory V=0
}

# The prefix is written into the .pc files, so it has to be the final one; the
# files go elsewhere first and appear there at once, complete.
install_at_once() {
    make -C "$work/source" --no-print-directory V=0 \
        install DESTDIR="$work/image" || return
    # As they are: tests run them with our policy.
    if [[ -d $work/source/examples ]]; then
        mkdir -p -- "$work/image$prefix/share/doc/starpu"
        cp -r -- "$work/source/examples" "$work/image$prefix/share/doc/starpu/"
    fi
    touch "$work/image$prefix/.complete"
    rm -rf -- "$prefix"
    mv -T -- "$work/image$prefix" "$prefix"
}

clean_up() { rm -rf -- "$work" "$apt"; }

build() {
    archive='' version=''
    fetch
    check_digest
    unpack
    rm -rf -- "$apt"
    prefix=$cache/starpu-$version-$key
    apply_patches
    say "StarPU $version: configuring, $(gpu_words "$toolkit")"
    run_logged "$log" configure ||
        die_with_log 70 "$log" "StarPU $version: configure failed"
    say "StarPU $version: compiling with $jobs jobs"
    run_logged "$log" compile ||
        die_with_log 70 "$log" "StarPU $version: does not compile"
    run_logged "$log" install_at_once ||
        die_with_log 70 "$log" "StarPU $version: cannot be installed in $prefix"
}

if [[ -n ${TASUKI_STARPU_TARBALL:-} ]]; then
    [[ -r $TASUKI_STARPU_TARBALL ]] ||
        die 3 "TASUKI_STARPU_TARBALL=$TASUKI_STARPU_TARBALL: cannot be read"
    # Before one that was built from another such archive would be found.
    archive=$TASUKI_STARPU_TARBALL
    [[ -z ${TASUKI_STARPU_SHA256:-} ]] || check_digest
fi
key=$(cache_key)
prefix=$(find_cached)
if [[ -z $prefix ]]; then
    [[ ${1:-} != --find ]] || exit 1
    mkdir -p -- "$cache" 2>/dev/null ||
        die 3 "$cache: cannot be written; TASUKI_CACHE names another folder"
    exec 9>"$cache/starpu-$key.lock"
    if ! flock -n 9; then
        say "StarPU: another build of it is under way, waiting for it"
        until flock -n 9; do sleep 0.2; done
    fi
    prefix=$(find_cached) # the other one may have built it
    if [[ -z $prefix ]]; then
        [[ $cache != "$root/build/cache" ]] ||
            say "neither HOME nor XDG_CACHE_HOME can be written: StarPU is kept" \
                "in $cache"
        require_space "$cache" 1024
        log=${TASUKI_STARPU_LOG:-$cache/starpu-$key.log}
        mkdir -p -- "$(dirname -- "$log")"
        : >"$log"
        rm -rf -- "$cache"/.build-"$key".* # of builds that were killed
        work=$(mktemp -d -- "$cache/.build-$key.XXXXXX")
        apt=$(mktemp -d) # not below HOME, where apt's user does not get
        trap clean_up EXIT
        stop_on_signals clean_up
        build
    fi
fi
printf '%s\n' "$prefix"
