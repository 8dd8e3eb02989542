#!/usr/bin/env bash
# Where the distribution packages a StarPU that is tested, a build for CPUs takes
# it, as Debian 13's; others build their own. apt is a stand-in.
source "$(dirname -- "$0")/lib.sh"
((EUID == 0)) || skip "only root installs packages"
stub_checkout
fake_starpu 1.4.99
tarball=$TASUKI_STARPU_TARBALL
unset TASUKI_STARPU_TARBALL

# What is "installed" is in a folder that pkg-config knows.
mkdir "$scratch/pc"
export PKG_CONFIG_PATH=$scratch/pc
package() {
    for module in starpu-1.4 starpumpi-1.4; do
        printf 'Name: %s\nDescription: packaged\nVersion: %s\nprefix=/usr\n' \
            "$module" "$1" >"$scratch/$module.pc"
    done
}
fake apt-get "echo apt-get \"\$@\" >> '$scratch/asked'
    case \"\$*\" in
        *indextargets*) ;;
        *' install '*libstarpu-dev*) cp '$scratch'/*.pc '$scratch/pc/' ;;
    esac"
fake apt-cache "printf 'libstarpu-dev:\n  Installed: (none)\n  Candidate: %s\n' \
    \$(cat '$scratch/candidate')"
fake nproc 'echo 4'
again() { rm -rf "$scratch/asked" "$scratch"/pc/* build "$TASUKI_CACHE"; }
installs() { grep -q 'install .*libstarpu-dev' "$scratch/asked" 2>/dev/null; }

echo 1.4.7+dfsg-2 >"$scratch/candidate"
package 1.4.7
try ./tasuki works
expect_status 0
expect_err '\[2/4\] StarPU: .*/pc$'
installs || fail "it was not installed"
grep -q -- '--no-remove libstarpu-dev' "$scratch/asked" || fail "it may remove"
[[ ! -e $scratch/configured ]] || fail "one was built too"

# Not by who wants another, nor if it is none that is tested, nor where it would
# leave CPUs idle. These would build one, for which there is no source here.
again
try env TASUKI_STARPU=build ./tasuki
! installs || fail "installed although one was to be built"
again
try env TASUKI_STARPU_TARBALL="$tarball" ./tasuki
expect_status 0
! installs || fail "installed although an archive was given"
for candidate in 1.3.10+dfsg-1 1.5.0-1 '(none)'; do
    again
    echo "$candidate" >"$scratch/candidate"
    try ./tasuki
    expect_status 3
    ! installs || fail "$candidate was installed"
done
echo 1.4.7+dfsg-2 >"$scratch/candidate"
again
fake nproc 'echo 64'
try ./tasuki
! installs || fail "installed for 64 CPUs"

# An installed one without MPI, or of a version that is not tested, is not taken.
fake nproc 'echo 4'
for version in 1.4.6 1.5.1; do
    again
    package $version
    cp "$scratch"/*.pc "$scratch/pc/"
    try env TASUKI_STARPU_TARBALL="$tarball" ./tasuki
    expect_status 0
    expect_err 'building it from source'
done
again
package 1.4.7
cp "$scratch/starpu-1.4.pc" "$scratch/pc/"
try env TASUKI_STARPU_TARBALL="$tarball" ./tasuki
expect_status 0
expect_err 'building it from source'
