# What a build needs and which Debian package brings it. Needs say.sh, child.sh
# and progress.sh.

# group | package | how to see that it is here without dpkg | what it is for
#   command:NAME...  header:PATH  module:PKG_CONFIG_NAME  python:MODULE
#   hip:compiles  font:FILE  any:PROBE,PROBE...
# A build does without what is in the group extra, whose last column says what is
# lost.
package_table() {
    cat <<'TABLE'
build | build-essential    | command:c++ make         | C++20 compiler
build | cmake              | command:cmake            | configuring
build | ninja-build        | command:ninja            | building
build | pkg-config         | command:pkg-config       | finding libraries
build | libhwloc-dev       | module:hwloc             | cores, caches, where GPUs sit
build | libopenmpi-dev     | command:mpicc            | several machines
build | openmpi-bin        | command:mpirun           | several machines
build | libhwy-dev         | module:libhwy            | SIMD on CPUs
build | libcli11-dev       | header:CLI/CLI.hpp       | the command line
build | libspdlog-dev      | header:spdlog/spdlog.h   | the log
build | libfmt-dev         | header:fmt/format.h      | text
build | nlohmann-json3-dev | header:nlohmann/json.hpp | --json
build | librandom123-dev   | header:Random123/philox.h | random numbers
build | zlib1g-dev         | header:zlib.h            | compressed files
build | libhdf5-dev        | any:module:hdf5,command:h5cc,header:hdf5.h | snapshots of bodies
build | libfftw3-dev       | module:fftw3             | Fourier transforms
build | libpugixml-dev     | header:pugixml.hpp       | XML records of gauge files
build | libstb-dev         | any:header:stb/stb_truetype.h,header:stb_truetype.h | letters and PNG files
build | fonts-dejavu-core  | font:DejaVuSans.ttf      | letters on pictures
extra | ccache             | command:ccache           | building again takes as long as at first
extra | patch              | command:patch            | StarPU is built as it was published
extra | xz-utils           | command:xz               | no StarPU source in .tar.xz is unpacked
extra | libfxt-dev         | module:fxt               | traces lack what StarPU records of transfers
extra | libtbb-dev         | header:oneapi/tbb/task_group.h | bench tasks has no engine tbb
extra | libmimalloc-dev    | header:mimalloc.h        | a task on CPUs takes longer
extra | doctest-dev        | header:doctest/doctest.h | no tests are built
test  | clang-format       | command:clang-format     | the style check
test  | vite               | command:vite             | traces as ViTE reads them
test  | doxygen            | command:doxygen          | the reference of the runtime
test  | shellcheck         | command:shellcheck       | the check of scripts
test  | nodejs             | command:node             | the script of HTML reports
test  | librsvg2-bin       | command:rsvg-convert     | pictures of traces
test  | python3-jsonschema | python:jsonschema        | the check of JSON results
test  | libblas-dev        | header:cblas.h           | the example cholesky
test  | liblapack-dev      | module:lapack            | the example cholesky
hip   | hipcc              | command:hipcc            | compiling for AMD
hip   | libamdhip64-dev    | hip:compiles             | compiling for AMD
hip   | rocm-device-libs   | hip:compiles             | compiling for AMD
simulated | libsimgrid-dev  | module:simgrid           | simulation of machines
sanitize | clang-tidy-19      | command:clang-tidy-19  | the check of changed sources
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
    local probe name folder flags=() alternatives prefixes
    read -r probe <<<"$1"
    case $probe in
        command:*)
            for name in ${probe#command:}; do
                command -v "$name" >/dev/null || return 1
            done
            ;;
        hip:*)
            # Not through a pipe: a hipcc that ends before it reads would
            # count as one that fails.
            HIP_PLATFORM=amd hipcc -x hip --offload-arch=gfx90a -c -o /dev/null - \
                >/dev/null 2>&1 <<<'__global__ void nothing() {}'
            ;;
        any:*)
            IFS=, read -ra alternatives <<<"${probe#any:}"
            for name in "${alternatives[@]}"; do
                if is_here "$name"; then return 0; fi
            done
            return 1
            ;;
        font:*)
            prefixes=${CMAKE_PREFIX_PATH:-}
            for folder in ${prefixes//[:;]/ } /usr /usr/local; do
                compgen -G "$folder/share/fonts/*/${probe#font:}" >/dev/null ||
                    compgen -G "$folder/share/fonts/*/*/${probe#font:}" \
                        >/dev/null || continue
                return 0
            done
            return 1
            ;;
        python:*) python3 -c "import ${probe#python:}" 2>/dev/null ;;
        module:*) pkg-config --exists "${probe#module:}" 2>/dev/null ;;
        header:*)
            local IFS=':;'
            for folder in ${CMAKE_PREFIX_PATH:-}; do
                flags+=("-I$folder/include")
            done
            printf '#if !__has_include(<%s>)\n#error\n#endif\n' \
                "${probe#header:}" |
                "${CXX:-c++}" "${flags[@]}" -E -x c++ - >/dev/null 2>&1
            ;;
    esac
}

# install_packages LOG GROUP...: installs what is missing, or says all of it.
# With the group build also what a build does without, if that is possible.
install_packages() {
    local log=$1 missing extras=
    shift
    missing=$(missing_packages "$@" | tr '\n' ' ')
    [[ " $* " != *" build "* ]] ||
        extras=$(missing_packages extra | tr '\n' ' ')
    [[ -n $missing$extras ]] || return 0
    if ! may_install "$missing"; then
        [[ -z $missing ]] || die_without_right "$missing"
    else
        say "installing packages: $missing$extras"
        if try_install "$log" "$missing$extras"; then return; fi
        # What a build does without may be what apt does not have.
        if [[ -n $missing ]]; then
            [[ -n $extras ]] && try_install "$log" "$missing" ||
                die_of_apt "$log" "$missing"
        fi
    fi
    while IFS= read -r missing; do say "$missing"; done < <(lost_without)
}

# may_install MISSING: whether packages can be installed here; puts what gives
# the right into $sudo. Nobody is asked for a password if nothing is MISSING.
may_install() {
    sudo=
    command -v apt-get >/dev/null || return 1
    ((EUID != 0)) || return 0
    command -v sudo >/dev/null || return 1
    sudo=sudo
    sudo -n true 2>/dev/null || { [[ -n $1 && -t 0 && -t 2 ]] && sudo -v; }
}

die_without_right() {
    command -v apt-get >/dev/null ||
        die 3 "not here (Debian's names): $1-- install them, or make" \
            "them findable (PATH, PKG_CONFIG_PATH, CPATH, CMAKE_PREFIX_PATH)"
    die 3 "missing packages, and no right to install them. Run as root:" \
        "apt-get install --no-install-recommends $1"
}

# The log's end says why, unless apt would have removed what a user has.
die_of_apt() {
    local log=$1 removed
    # shellcheck disable=SC2086
    removed=$(LC_ALL=C apt-get -s install --no-install-recommends $2 2>/dev/null |
        sed -n 's/^Remv \([^ ]*\).*/\1/p' | tr '\n' ' ') || removed=
    [[ -z $removed ]] ||
        die 3 "$2can only be installed if these are removed: $removed(" \
            "TASUKI_MAY_REMOVE_PACKAGES=1 allows it)"
    die_with_log 3 "$log" "apt-get could not install: $2"
}

# Prints a line for each thing that a build here does without.
lost_without() {
    local missing group package loss
    missing=$(missing_packages extra)
    while IFS='|' read -r group package _ loss; do
        read -r group <<<"$group"
        read -r package <<<"$package"
        if [[ $group == extra && $'\n'$missing$'\n' == *$'\n'$package$'\n'* ]]; then
            echo "without $package:$loss"
        fi
    done < <(package_table)
}

# try_install LOG PACKAGES: one string of names.
try_install() {
    # shellcheck disable=SC2086
    run_logged "$1" install_with_apt $2
}

# Lists first: a container image comes without any. What a user has is not
# removed for us, unless that is allowed.
install_with_apt() {
    local keep=(--no-remove)
    [[ ${TASUKI_MAY_REMOVE_PACKAGES:-} != 1 ]] || keep=()
    $sudo apt-get -q update || true # an old list may do without a network
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get -q -y \
        -o DPkg::Lock::Timeout=300 install --no-install-recommends \
        "${keep[@]}" "$@"
}
