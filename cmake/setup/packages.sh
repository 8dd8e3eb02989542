# What a build needs and which Debian package brings it. Needs say.sh, child.sh
# and progress.sh.

# group | package | how to see that it is here without dpkg | what it is for
#   command:NAME...  header:PATH  module:PKG_CONFIG_NAME  hip:compiles
package_table() {
    cat <<'TABLE'
build | build-essential    | command:c++ make         | C++20 compiler
build | cmake              | command:cmake            | configuring
build | ninja-build        | command:ninja            | building
build | ccache             | command:ccache           | building again faster
build | pkg-config         | command:pkg-config       | finding libraries
build | patch              | command:patch            | mending StarPU for CUDA 13
build | xz-utils           | command:xz               | unpacking sources
build | libhwloc-dev       | module:hwloc             | cores, caches, where GPUs sit
build | libfxt-dev         | module:fxt               | traces
build | libopenmpi-dev     | command:mpicc            | several machines
build | openmpi-bin        | command:mpirun           | several machines
build | libhwy-dev         | module:libhwy            | SIMD on CPUs
build | libcli11-dev       | header:CLI/CLI.hpp       | the command line
build | libspdlog-dev      | header:spdlog/spdlog.h   | the log
build | libfmt-dev         | header:fmt/format.h      | text
build | nlohmann-json3-dev | header:nlohmann/json.hpp | --json
build | librandom123-dev   | header:Random123/philox.h | random numbers
build | zlib1g-dev         | header:zlib.h            | compressed files
build | libhdf5-dev        | module:hdf5              | snapshots of bodies
build | libfftw3-dev       | module:fftw3             | Fourier transforms
build | doctest-dev        | header:doctest/doctest.h | tests
test  | clang-format       | command:clang-format     | the style check
test  | vite               | command:vite             | traces as ViTE reads them
test  | librsvg2-bin       | command:rsvg-convert     | pictures of traces
hip   | hipcc              | command:hipcc            | compiling for AMD
hip   | libamdhip64-dev    | hip:compiles             | compiling for AMD
hip   | rocm-device-libs   | hip:compiles             | compiling for AMD
sanitize | clang-19           | command:clang++-19    | sanitizers, fuzzing
sanitize | libclang-rt-19-dev | command:clang++-19    | sanitizers, fuzzing
sanitize | libomp-19-dev      | command:clang++-19    | sanitizers, fuzzing
bundle | patchelf          | command:patchelf         | relocatable programs
TABLE
}

# missing_packages GROUP...: prints the names, one a line. One dpkg call for
# all; what dpkg does not know of may still be here (Spack, Guix, a module).
missing_packages() {
    local group package probe wanted=() probes=() installed=" "
    while IFS='|' read -r group package probe _; do
        read -r group <<<"$group"
        read -r package <<<"$package"
        [[ " $* " == *" $group "* ]] || continue
        wanted+=("$package")
        probes+=("$probe")
    done < <(package_table)
    if command -v dpkg-query >/dev/null; then
        installed=" $(dpkg-query -W -f '${db:Status-Status} ${Package}\n' \
            "${wanted[@]}" 2>/dev/null | sed -n 's/^installed //p' |
            tr '\n' ' ' || true) "
    fi
    local i
    for i in "${!wanted[@]}"; do
        [[ $installed != *" ${wanted[i]} "* ]] || continue
        is_here "${probes[i]}" || printf '%s\n' "${wanted[i]}"
    done
}

# is_here PROBE
is_here() {
    local probe name folder flags=()
    read -r probe <<<"$1"
    case $probe in
        command:*)
            for name in ${probe#command:}; do
                command -v "$name" >/dev/null || return 1
            done
            ;;
        hip:*)
            echo '__global__ void nothing() {}' |
                HIP_PLATFORM=amd hipcc -x hip --offload-arch=gfx90a -c -o /dev/null - \
                    >/dev/null 2>&1
            ;;
        module:*) pkg-config --exists "${probe#module:}" 2>/dev/null ;;
        header:*)
            local IFS=':;'
            for folder in ${CMAKE_PREFIX_PATH:-}; do
                flags+=("-I$folder/include")
            done
            echo "#include <${probe#header:}>" |
                "${CXX:-c++}" -std=c++20 "${flags[@]}" -M -x c++ - \
                    >/dev/null 2>&1
            ;;
    esac
}

# install_packages LOG GROUP...: installs what is missing, or says all of it.
install_packages() {
    local log=$1
    shift
    local missing sudo=()
    missing=$(missing_packages "$@" | tr '\n' ' ')
    [[ -n $missing ]] || return 0
    if ! command -v apt-get >/dev/null; then
        die 3 "not here (Debian's names): $missing-- install them, or make" \
            "them findable (PATH, PKG_CONFIG_PATH, CPATH, CMAKE_PREFIX_PATH)"
    fi
    if ((EUID != 0)); then
        sudo=(sudo)
        if ! command -v sudo >/dev/null ||
            ! { sudo -n true 2>/dev/null || { [[ -t 0 && -t 2 ]] && sudo -v; }; }; then
            die 3 "missing packages, and no right to install them. Run as root:" \
                "apt-get install --no-install-recommends $missing"
        fi
    fi
    say "installing packages: $missing"
    # shellcheck disable=SC2086
    run_logged "$log" install_with_apt "${sudo[*]}" $missing ||
        die_with_log 3 "$log" "apt-get could not install: $missing"
}

# What a user has is not removed for us, unless a script says so.
apt_options=(--no-remove)

# Lists first: a container image comes without any.
install_with_apt() {
    local sudo=$1
    shift
    $sudo apt-get -q update || true # an old list may do without a network
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get -q -y \
        -o DPkg::Lock::Timeout=300 install --no-install-recommends \
        "${apt_options[@]}" "$@"
}
