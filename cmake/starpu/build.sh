#!/usr/bin/env bash
# Builds StarPU from the distribution's newest source package, or from
# TASUKI_STARPU_TARBALL, into a cache outside the build tree, and prints the
# prefix: on stdout that line only, progress on stderr, the rest in a log.
#
#   TASUKI_CACHE            the cache folder  [~/.cache/tasuki]
#   TASUKI_STARPU_TARBALL   a StarPU source archive to use instead of a download
#   TASUKI_GPU              cuda, hip, hip-nvidia or none  [what fits here]
#   TASUKI_STARPU_LOG       the log           [beside the prefix]
#   TASUKI_JOBS             parallel compilations  [all cores]
#   --find                  print the prefix only if it is already in the cache
set -euo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
for piece in say child progress space gpu; do
    # shellcheck source=/dev/null
    source "$here/../setup/$piece.sh"
done

oldest_version=1.4.7 # the HIP driver and fixes of StarPU-MPI
suites=(forky sid trixie)
cache=${TASUKI_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/tasuki}
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
# shellcheck source=cmake/starpu/toolkit.sh
source "$here/toolkit.sh"
toolkit_options "$toolkit"

# What the result depends on, apart from StarPU's version: that is in the
# folder's name.
cache_key() {
    {
        uname -m
        printf '%s\n' "${options[@]}" "$cuda" "${CC:-cc}"
        "${CC:-cc}" -dumpfullversion -dumpmachine 2>/dev/null || true
        mpicc --showme:version 2>/dev/null || true
        local module
        for module in hwloc fxt; do
            echo "$module $(pkg-config --modversion $module 2>/dev/null || true)"
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
    local stamp
    stamp=$(printf '%s\n' "$cache"/starpu-*-"$key"/.complete | sort -V | tail -n 1)
    if [[ -e $stamp ]]; then dirname -- "$stamp"; fi
}

# The machine's own package servers: no name of one is written down here.
package_servers() {
    command -v apt-get >/dev/null || return 0
    apt-get indextargets \
        --format '$(REPO_URI) $(SIGNED_BY)' 'Created-By: Packages' |
        grep -v security | sort -u
}

# apt with a source list, package lists and a cache of its own: the system's
# configuration is neither changed nor asked, and no right is needed.
private_apt() {
    apt-get -q \
        -o Dir::Etc::sourcelist="$work/apt/sources.list" \
        -o Dir::Etc::sourceparts=- \
        -o Dir::State::Lists="$work/apt/lists" \
        -o Dir::Cache="$work/apt/cache" \
        -o APT::Sandbox::User=root \
        -o Acquire::Retries=2 \
        -o Acquire::http::Timeout=30 \
        "$@"
}

# try_suite SERVER KEYRING SUITE: downloads the source archive, if it is there.
try_suite() {
    local server=$1 keyring=$2 suite=$3
    rm -rf -- "$work/apt" "$work/download"
    mkdir -p "$work/apt/lists/partial" "$work/apt/cache/archives/partial" \
        "$work/download"
    echo "deb-src ${keyring:+[signed-by=$keyring] }$server $suite main" \
        >"$work/apt/sources.list"
    private_apt update &&
        cd "$work/download" &&
        private_apt source --download-only starpu
}

# Puts the source archive's path into $archive.
fetch() {
    if [[ -n ${TASUKI_STARPU_TARBALL:-} ]]; then
        archive=$(readlink -f -- "$TASUKI_STARPU_TARBALL")
        return
    fi
    local suite server keyring servers
    servers=$(package_servers)
    [[ -n $servers ]] ||
        die 3 "StarPU >= $oldest_version is not installed, and this system has" \
            "no apt to get its source with. Either let pkg-config find an" \
            "installed starpu-1.4 (PKG_CONFIG_PATH), or give a source archive:" \
            "TASUKI_STARPU_TARBALL=starpu-1.4.10.tar.gz"
    for suite in "${suites[@]}"; do
        say "StarPU: looking for its source in $suite"
        while read -r server keyring; do
            [[ -e $keyring ]] || keyring=
            run_logged "$log" try_suite "$server" "$keyring" "$suite" || continue
            archive=$(printf '%s\n' "$work"/download/starpu_*.orig.tar.*[a-z2])
            [[ ! -e $archive ]] || return 0
        done <<<"$servers"
    done
    say "StarPU's source cannot be had from ${suites[*]}:"
    grep '^[EW]:' "$log" | sort -u | cut -c1-240 | sed 's/^/    /' >&2 || true
    die 3 "the whole log is $log. Without a network give an archive:" \
        "TASUKI_STARPU_TARBALL=starpu-1.4.10.tar.gz"
}

# Puts the version into $version.
unpack() {
    mkdir -p "$work/source"
    run_logged "$log" tar -xf "$archive" -C "$work/source" --strip-components=1 ||
        die_with_log 3 "$log" "$archive: cannot be unpacked"
    version=$(sed -n "s/^PACKAGE_VERSION='\(.*\)'/\1/p" \
        "$work/source/configure" 2>/dev/null | head -n 1) || true
    [[ -n $version ]] || die 3 "$archive: holds no StarPU source with a configure"
    [[ $(printf '%s\n' "$oldest_version" "$version" | sort -V | head -n 1) == \
        "$oldest_version" ]] ||
        die 3 "$archive: StarPU $version, needed is >= $oldest_version"
}

# apply_patch NAME
apply_patch() {
    run_logged "$log" patch -d "$work/source" -p1 -i "$here/$1.patch" ||
        die_with_log 70 "$log" "StarPU $version: $1.patch does not apply"
}

# Where a later StarPU has an answer of its own, the lines are not there.
apply_patches() {
    local source=$work/source/src
    if grep -qs '^._perf_model_add_dir(STARPU_SAMPLING_DIR' \
        "$source/core/perfmodel/perfmodel.c"; then
        apply_patch relocated
    fi
    case $toolkit in
        hip-nvidia) apply_patch hip-nvidia-cudart ;;
        cuda) apply_cuda_patches ;;
    esac
}

apply_cuda_patches() {
    if ((${cuda%%.*} >= 13)) && grep -qs 'props\[devid\]\.computeMode' \
        "$source/drivers/cuda/driver_cuda.c"; then
        apply_patch cuda13-compute-mode
    fi
    apply_patch without-cublas
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
    touch "$work/image$prefix/.complete"
    rm -rf -- "$prefix"
    mv -T -- "$work/image$prefix" "$prefix"
}

clean_up() { rm -rf -- "$work"; }

build() {
    archive= version=
    fetch
    unpack
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
        require_space "$cache" 1024
        log=${TASUKI_STARPU_LOG:-$cache/starpu-$key.log}
        mkdir -p -- "$(dirname -- "$log")"
        : >"$log"
        rm -rf -- "$cache"/.build-"$key".* # of builds that were killed
        work=$(mktemp -d -- "$cache/.build-$key.XXXXXX")
        trap clean_up EXIT
        stop_on_signals clean_up
        build
    fi
fi
printf '%s\n' "$prefix"
