#!/usr/bin/env bash
# What is missing is listed in one message, all of it, and nothing is touched.
source "$(dirname -- "$0")/lib.sh"
stub_checkout

# A machine on which dpkg knows nothing and pkg-config finds neither Highway
# nor hwloc. What apt-get and sudo are asked is written down.
real_path=$PATH
fake dpkg-query 'exit 1'
fake pkg-config 'case "$*" in *libhwy*|*hwloc*|*starpu*) exit 1;; esac'
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
    expect_err 'no right to install.*libhwloc-dev.*libhwy-dev'
    (($(grep -c 'libhwy-dev' "$scratch/err") == 1)) || fail "said twice"
    ! grep -q ' install ' "$scratch/asked" 2>/dev/null || fail "it installed"
    [[ ! -s $scratch/out ]] || fail "stdout is not empty"
fi

# With the right, but apt fails: which, why, exit 3.
if ((EUID == 0)); then
    try ./tasuki
    expect_status 3
    expect_err 'installing packages: .*libhwy-dev'
    expect_err 'apt-get could not install'
    grep -q 'install --no-install-recommends --no-remove.* libhwy-dev' "$scratch/asked" ||
        fail "apt-get was not asked for libhwy-dev"
fi

# doctor says the same and asks nobody.
rm -f "$scratch/asked"
try ./tasuki doctor
expect_status 3
expect_out '^packages +missing: .*libhwy-dev'
[[ ! -e $scratch/asked ]] || fail "doctor asked: $(<"$scratch/asked")"

# A system without apt: one message.
tools_without apt-get dpkg-query clang-format
try env PATH="$scratch/tools" ./tasuki
expect_status 3
expect_err "not here \(Debian's names\): libhwloc-dev libhwy-dev "

# HDF5 without a .pc file is there too, by its compiler wrapper.
tools_without apt-get dpkg-query h5cc
fake pkg-config "case \"\$*\" in *hdf5*|*libhwy*) exit 1;; esac"
ln -sf "$scratch/bin/pkg-config" "$scratch/tools/pkg-config"
try env PATH="$scratch/tools" CPATH= ./tasuki
expect_err "not here \(Debian's names\): libhwy-dev libhdf5-dev -- "
fake h5cc :
ln -s "$scratch/bin/h5cc" "$scratch/tools/h5cc"
try env PATH="$scratch/tools" ./tasuki
expect_err "not here \(Debian's names\): libhwy-dev -- "

# Only a tool of some tests is missing: said, and the others run.
PATH=$real_path tools_without apt-get dpkg-query clang-format
fake_starpu 1.4.99
try env PATH="$scratch/tools" ./tasuki test
expect_err 'not here .*clang-format'
expect_err 'the tests that need them are skipped'
expect_status 0

# What a build does without: said, a line each, and it goes on.
tools_without apt-get dpkg-query ccache patch clang-format
fake pkg-config "case \"\$*\" in *fxt*) exit 1;; esac
    exec '$(PATH=$real_path command -v pkg-config)' \"\$@\""
ln -sf "$scratch/bin/pkg-config" "$scratch/tools/pkg-config"
rm -rf build
try env PATH="$scratch/tools" ./tasuki works
expect_status 0
expect_out '^works$'
for lost in 'ccache: building again takes as long' 'patch: StarPU is built as it was' \
    'libfxt-dev: traces lack'; do
    (($(grep -c "^tasuki: without $lost" "$scratch/err") == 1)) || fail "not once: $lost"
done
! grep -q 'without doctest' "$scratch/err" || fail "it says that doctest is missing"
try env PATH="$scratch/tools" ./tasuki doctor
expect_out '^ +without ccache:'

# apt has not all of it: what a build needs is installed without the rest.
if ((EUID == 0)); then
    PATH=$real_path
    fake dpkg-query "[ -e '$scratch/installed' ] || exit 1
        shift 3; for name; do echo installed \$name; done"
    fake pkg-config "case \"\$*\" in *fxt*|*libhwy*) exit 1;; esac
        exec '$(PATH=$real_path command -v pkg-config)' \"\$@\""
    fake apt-get "
        echo apt-get \"\$@\" >> '$scratch/asked'
        case \"\$*\" in
            *'-s install'*) cat '$scratch/simulation' 2>/dev/null ;;
            *install*libfxt-dev*) exit 100 ;;
            *install*) [ ! -e '$scratch/conflict' ] || case \"\$*\" in
                *--no-remove*) exit 100 ;; esac
                touch '$scratch/installed' ;;
        esac"
    rm -rf build "$scratch/asked"
    try ./tasuki works
    expect_status 0
    grep -q 'install .*--no-remove libhwy-dev$' "$scratch/asked" ||
        fail "apt-get was asked: $(<"$scratch/asked")"

    # What would remove a user's package is refused, with its name,
    rm -rf build "$scratch/installed"
    touch "$scratch/conflict"
    echo 'Remv libomp-14-dev [1:14] (libomp-19-dev:amd64 [])' >"$scratch/simulation"
    try ./tasuki works
    expect_status 3
    expect_err 'only be installed if these are removed: libomp-14-dev .*TASUKI_MAY_REMOVE'
    # unless that is allowed.
    rm "$scratch/asked"
    try env TASUKI_MAY_REMOVE_PACKAGES=1 ./tasuki works
    expect_status 0
    ! grep -q -- '--no-remove' "$scratch/asked" || fail "it was not allowed"
fi
