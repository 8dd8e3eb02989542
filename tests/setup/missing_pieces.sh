#!/usr/bin/env bash
# What is missing is listed in one message, all of it, and nothing is touched.
source "$(dirname -- "$0")/lib.sh"
stub_checkout
fake_starpu 1.4.99

# A machine on which dpkg knows nothing but what apt-get has "installed". What
# apt-get and sudo are asked is written down.
real_path=$PATH
fake dpkg-query "for name; do ! grep -qsx \$name '$scratch/installed' ||
    echo installed \$name; done"
fake apt-get "echo apt-get \"\$@\" >> '$scratch/asked'; exit 100"
fake sudo "echo sudo \"\$@\" >> '$scratch/asked'; exit 1"

# Without the right: one line with all of it, exit 3, no installing.
as_nobody() {
    if ((EUID == 0)); then
        chmod 755 "$scratch" && chown -R 65534 "$scratch"
        setpriv --reuid=65534 --clear-groups "$@"
    else
        "$@"
    fi
}
if ((EUID != 0)) || command -v setpriv >/dev/null; then
    try as_nobody ./tasuki
    expect_status 3
    expect_err 'no right to install them; run as root: apt-get .*libhwloc-dev.* libhwy-dev'
    (($(wc -l <"$scratch/err") == 2)) || fail "not one line after [1/4]"
    ! grep -q ' install ' "$scratch/asked" 2>/dev/null || fail "it installed"
    [[ ! -s $scratch/out ]] || fail "stdout is not empty"
    # Spack, Guix and modules bring them in folders of their own.
    try as_nobody env CMAKE_PREFIX_PATH=/nowhere ./tasuki works
    expect_status 0
    expect_err 'no right to install them'
    expect_out '^works$'
    rm -rf build "$TASUKI_CACHE"
fi

# doctor says the same and asks nobody.
rm -f "$scratch/asked"
try ./tasuki doctor
expect_status 3
expect_out '^packages +build-essential .*libhwy-dev .*-- ./tasuki installs'
expect_out '^optional +without: ccache .*doctest-dev'
[[ ! -e $scratch/asked ]] || fail "doctor asked: $(<"$scratch/asked")"

# With the right, but apt fails: which, why, exit 3.
if ((EUID == 0)); then
    try ./tasuki
    expect_status 3
    expect_err 'installing packages: .*libhwy-dev'
    expect_err 'apt-get could not install .*libhwy-dev'
    grep -q 'install --no-install-recommends --no-remove.* libhwy-dev' "$scratch/asked" ||
        fail "apt-get was not asked for libhwy-dev"
    try env TASUKI_MAY_REMOVE_PACKAGES=1 ./tasuki
    ! tail -n 1 "$scratch/asked" | grep -q -- '--no-remove' || fail "it was allowed"

    # apt has not all of it: what a build needs is installed without the rest,
    # and what the build lacks is said.
    fake apt-get "echo apt-get \"\$@\" >> '$scratch/asked'
        case \"\$*\" in
            *libfxt-dev*) exit 100 ;;
            *install*) for name; do echo \$name >> '$scratch/installed'; done ;;
        esac"
    rm -rf build
    try ./tasuki works
    expect_status 0
    expect_out '^works$'
    tail -n 1 "$scratch/asked" | grep -q ' libhwy-dev .*fonts-dejavu-core$' ||
        fail "apt-get was asked: $(<"$scratch/asked")"
    expect_err '^tasuki: without ccache libfxt-dev '
fi

# A system without dpkg: CMake names what is not here.
rm -rf build
PATH=$real_path tools_without apt-get dpkg-query clang-format
echo 'find_package(Highway REQUIRED)' >>CMakeLists.txt
try env PATH="$scratch/tools" ./tasuki
expect_status 70
expect_err 'Could not find a package configuration file provided by "Highway"'
