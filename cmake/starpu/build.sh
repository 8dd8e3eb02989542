#!/usr/bin/env bash
# Builds StarPU outside of the build tree, in the folder TASUKI_CACHE, and prints
# the prefix: on stdout that line only, progress on stderr, the rest in a log.
# `options` and `patches` say how. The source is TASUKI_STARPU_TARBALL, or the
# first of `checksums` which the package servers of the distribution have; no
# server's name is written down here. docs/install.md has these variables.
#   --prefix                print the prefix, whether it is there or will be
#   --choose                the same, but nothing where pkg-config finds one that
#                           will do
#   --find                  print the prefix only if it is there, else exit 1
#   --fetch                 get the source of a later build, and print the prefix
set -euo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=cmake/setup/common.sh
source "$here/../setup/common.sh"

# pip names Python's compiler in CC. Where it is the usual one, as gcc mostly is,
# its StarPU is that of ./tasuki.
[[ $(readlink -f "$(command -v "${CC:-cc}")") != "$(readlink -f "$(command -v cc)")" ]] ||
    unset CC

# lines_for TABLE: prints its lines that are for this build.
lines_for() {
    local kind rest
    while read -r kind rest; do
        [[ " ${kinds[*]} " != *" $kind "* ]] || printf '%s\n' "$rest"
    done <"$here/$1"
}

# What the result depends on, apart from where this checkout is.
cache_key() {
    {
        uname -m
        printf '%s\n' "${options[@]}" "$cuda" "$cuda_home" "${CC:-cc}"
        "${CC:-cc}" -dumpfullversion -dumpmachine 
        mpicc --showme:version
        pkg-config --modversion hwloc
        pkg-config --modversion fxt
        [[ $toolkit != simulated ]] || pkg-config --modversion simgrid
        [[ $toolkit != hip ]] || hipcc --version
        [[ $toolkit != hip-nvidia ]] || cat -- "$hip_on_cuda"/hip/*
        lines_for patches | sed "s|\([^ ]*\).*|$here/\1.patch|" |
            xargs -d '\n' cat --
        cat -- "${TASUKI_STARPU_TARBALL:-$here/checksums}"
    } 2>/dev/null | sha256sum | cut -c1-12
}

# Puts the version into $version before anything is fetched, and stops if a given
# archive is not what it should be.
choose_source() {
    local digest expected
    archive=${TASUKI_STARPU_TARBALL:-}
    if [[ -z $archive ]]; then
        version=$(sed -n '1s/.* starpu_\([0-9.]*\)+.*/\1/p' "$here/checksums")
        return
    fi
    [[ -r $archive ]] || die 3 "TASUKI_STARPU_TARBALL=$archive: cannot be read"
    archive=$(readlink -f -- "$archive")
    digest=$(sha256sum <"$archive" | cut -d' ' -f1)
    expected=$(awk -v name="${archive##*/}" '$2 == name { print $1 }' \
        "$here/checksums")
    expected=${TASUKI_STARPU_SHA256:-$expected}
    [[ -z $expected || $digest == "${expected,,}" ]] ||
        die 3 "$archive: its SHA-256 is $digest, expected is $expected"
    [[ -n $expected ]] || grep -q "^$digest " "$here/checksums" ||
        say "warning: $archive is none of the archives that are known here;" \
            "its SHA-256 is $digest"
    version=$(tar -xOf "$archive" --no-wildcards-match-slash --wildcards \
        '*/configure' 2>/dev/null | sed -n "s/^PACKAGE_VERSION='\(.*\)'/\1/p;T;q") || true
    starpu_fits "$version" ||
        die 3 "$archive: holds ${version:+StarPU }${version:-no StarPU source}," \
            "needed is >= $starpu_oldest and < $starpu_before"
}

# Prints the folders in which the distribution's own servers keep the source.
# Servers that somebody added to the machine are not asked.
source_folders() {
    apt-get indextargets --format '$(ORIGIN)|$(SUITE)|$(REPO_URI)' \
        'Created-By: Packages' | sed -nE '/\|[^|]*security[^|]*\|/d; s/\/*$//
            s,^Debian\|.*\|(.*),\1/pool/main/s/starpu,p
            s,^Ubuntu\|.*\|(.*),\1/pool/universe/s/starpu,p' | sort -u
}

# Puts the source archive's path into $archive.
fetch() {
    local folders folder digest name lacking=''
    [[ -z $archive ]] || return 0
    archive=$cache/starpu-$version.tar.gz
    [[ ! -e $archive ]] || ! grep -q "^$(sha256sum <"$archive" | cut -d' ' -f1) " \
        "$here/checksums" || return 0
    folders=$(source_folders 2>/dev/null) || folders=
    # Without its package lists apt does not say whose servers it has.
    if [[ -z $folders ]] && ((EUID == 0)) && command -v apt-get >/dev/null; then
        run_logged "$log" apt-get -q update || true
        folders=$(source_folders)
    fi
    while read -r digest name; do
        for folder in $folders; do
            if PATH=$PATH:/usr/lib/apt run_logged "$log" apt-helper \
                download-file "$folder/$name" "$archive" "SHA256:$digest"; then
                [[ -z $lacking ]] ||
                    say "warning: no server has $lacking any more: this is $name"
                return
            fi
        done
        lacking=${lacking:-$name}
    done <"$here/checksums"
    die_with_log 3 "$log" "StarPU: no server of Debian or Ubuntu that apt knows" \
        "has $version. Let pkg-config find another (PKG_CONFIG_PATH), or get it" \
        "from https://starpu.gitlabpages.inria.fr/ and name the archive:" \
        "TASUKI_STARPU_TARBALL=starpu-$version.tar.gz"
}

# A later StarPU may have an answer of its own to what a patch mends.
apply_patches() {
    local name loss patch
    command -v patch >/dev/null ||
        die 3 "no patch command is here, which StarPU's source needs: install patch"
    while read -r name loss; do
        patch=(patch -d "$work/source" -p1 -i "$here/$name.patch")
        if run_logged "$log" "${patch[@]}" --dry-run; then
            run_logged "$log" "${patch[@]}"
        elif [[ $loss == needed ]]; then
            die_with_log 3 "$log" "$name.patch does not fit StarPU $version"
        else
            say "warning: $name.patch does not fit StarPU $version: unless that" \
                "is mended there, $loss"
        fi
    done < <(lines_for patches)
}

configure() {
    export HIP_PLATFORM=amd TASUKI_HIP_HOME=$cuda_home # for our `hipconfig`
    [[ $toolkit != hip ]] || TASUKI_HIP_HOME=$(hipconfig --path)
    [[ $toolkit != hip-nvidia ]] ||
        export HIP_PLATFORM=nvidia HIPCC=$cuda_home/bin/nvcc
    [[ $toolkit != hip* ]] || PATH=$here:$PATH
    options=("${options[@]//@cuda@/$cuda_home}")
    cd "$work/source" &&
        ./configure --prefix="$prefix" "${options[@]//@hip@/$hip_on_cuda}"
}

# The prefix is written into the .pc files, so it has to be the final one; the
# files go elsewhere first and appear there at once, complete.
install_at_once() {
    make -C "$work/source" --no-print-directory V=0 \
        install DESTDIR="$work/image" || return
    touch "$work/image$prefix/.complete" && rm -rf -- "$prefix" &&
        mv -T -- "$work/image$prefix" "$prefix"
}

# must FAILURE COMMAND...
must() {
    run_logged "$log" "${@:2}" || die_with_log 70 "$log" "StarPU $version: $1"
}

build() {
    say "StarPU $version: building it from source, 1 to 3 minutes"
    rm -rf -- "$cache"/.build-"$key".* # of builds that were killed
    work=$(mktemp -d -- "$cache/.build-$key.XXXXXX")
    trap 'rm -rf -- "$work"' EXIT
    stop_on_signals
    fetch
    mkdir "$work/source"
    run_logged "$log" tar -xf "$archive" -C "$work/source" --strip-components=1 ||
        die_with_log 3 "$log" "$archive: cannot be unpacked"
    apply_patches
    say "StarPU $version: configuring, --gpu $toolkit"
    must "configure failed" configure
    say "StarPU $version: compiling"
    must "does not compile" make -C "$work/source" --no-print-directory V=0 \
        -j"${TASUKI_JOBS:-$(nproc)}"
    must "cannot be installed in $prefix" install_at_once
    rm -f -- "$cache/starpu-$version.tar.gz"
}

toolkit=$(gpu_toolkit)
require_gpu_toolkit "$toolkit"
cuda=none cuda_home=/nowhere kinds=(all "$toolkit")
if [[ $toolkit == @(cuda|hip-nvidia) ]]; then
    cuda=$(cuda_version)
    cuda_home=$(dirname -- "$(dirname -- "$(find_nvcc)")")
    [[ ${cuda%%.*} -lt 13 ]] || kinds+=("${toolkit}13")
fi
! pkg-config --exists fxt || kinds+=("$toolkit-fxt")
hip_on_cuda=$(readlink -f -- "$here/../hip_nvidia") || true
[[ ${1:-} != --choose || -z $(installed_starpu) ]] || exit 0
mapfile -t options < <(lines_for options)
choose_source
key=$(cache_key)
prefix=$cache/starpu-$version-$key
if [[ ${1:-} != @(--prefix|--choose) && ! -e $prefix/.complete ]]; then
    [[ ${1:-} != --find ]] || exit 1
    mkdir -p -- "$cache" 2>/dev/null ||
        die 3 "$cache: cannot be written; TASUKI_CACHE names another folder"
    lock "$cache/starpu-$key.lock" "StarPU: another build of it is under way"
    log=${TASUKI_STARPU_LOG:-$prefix.log}
    mkdir -p -- "$(dirname -- "$log")"
    : >"$log"
    [[ $cache != "$root/build/cache" ]] ||
        say "neither HOME nor XDG_CACHE_HOME can be written: StarPU is kept in" \
            "$cache"
    # The other one may have built it.
    if [[ -e $prefix/.complete ]]; then
        :
    elif [[ ${1:-} == --fetch ]]; then
        stop_on_signals
        fetch
    else
        build
    fi
fi
printf '%s\n' "$prefix"
