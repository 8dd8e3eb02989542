#!/usr/bin/env bash
# Where StarPU's source comes from: the pool folders of the distribution's own
# servers, and archives that are what they should be. apt is a stand-in, which
# writes down what it is asked.
source "$(dirname -- "$0")/lib.sh"
cp -r "$source_root/cmake" "$scratch/"
ln -s "$source_root/runtime" "$scratch/runtime"
build=$scratch/cmake/starpu/build.sh
again() { rm -rf "$TASUKI_CACHE" "$scratch/asked"; }

# The two archives that are known, the newer one first.
fake_starpu 1.4.99
tarball=$TASUKI_STARPU_TARBALL
unset TASUKI_STARPU_TARBALL
digest=$(sha256sum <"$tarball" | cut -d' ' -f1)
checksums=$scratch/cmake/starpu/checksums
for version in 1.4.99 1.4.98; do
    echo "$digest  starpu_$version+dfsg.orig.tar.gz"
done >"$checksums"
# What apt-get knows is in $scratch/targets, what the servers have in pool.
fake apt-get "cat '$scratch/targets'"
fake apt-helper "echo \$2 >>'$scratch/asked'
    grep -qs \"/starpu_\$(cat '$scratch/pool')+\" '$scratch/asked' || exit 100
    [ \$4 = SHA256:$digest ] && cp '$tarball' \"\$3\""
cat >"$scratch/targets" <<'TARGETS'
Debian|oldstable|http://main.example/debian/
Debian|oldstable-updates|http://main.example/debian/
Debian|oldstable-security|http://security.example/debian-security/
Some Vendor|stable|http://vendor.example/apt/
|stable|http://nameless.example/
TARGETS

# The prefix is known before anything is asked; third parties and security
# updates are not.
echo 1.4.99 >"$scratch/pool"
try "$build" --prefix
expect_status 0
expect_out "^$TASUKI_CACHE/starpu-1\.4\.99-[0-9a-f]{12}$"
prefix=$(<"$scratch/out")
[[ ! -e $scratch/asked && ! -e $TASUKI_CACHE ]] || fail "it did something"
try "$build"
expect_status 0
[[ $(<"$scratch/out") == "$prefix" ]] || fail "not the prefix that was said"
pool=http://main.example/debian/pool/main/s/starpu
[[ $(<"$scratch/asked") == $pool/starpu_1.4.99+dfsg.orig.tar.gz ]] ||
    fail "asked for $(<"$scratch/asked")"
! grep -q 'warning:.*server' "$scratch/err" || fail "warned of nothing"

# One that no server has any more makes way for the next, in words.
again
echo 1.4.98 >"$scratch/pool"
try "$build"
expect_status 0
expect_err 'no server has starpu_1.4.99.* any more: this is starpu_1.4.98'

# Ubuntu has it in universe.
again
sed -i 's/^Debian|oldstable/Ubuntu|noble/' "$scratch/targets"
echo 1.4.99 >"$scratch/pool"
try "$build"
expect_status 0
[[ $(<"$scratch/asked") == ${pool/main\/s/universe\/s}/* ]] ||
    fail "asked for $(<"$scratch/asked")"

# Nothing that is known: one message with what to do.
again
echo 1.5.0 >"$scratch/pool"
try "$build"
expect_status 3
expect_err 'no server .* has 1.4.99\. .*TASUKI_STARPU_TARBALL=.*\.tar\.gz$'
again
: >"$scratch/targets"
try "$build"
expect_status 3
expect_err 'no server of Debian or Ubuntu that apt knows.*TASUKI_STARPU_TARBALL='
[[ ! -e $scratch/asked ]] || fail "it asked $(<"$scratch/asked")"

# A given archive is checked: by its digest if that is given,
again
: >"$checksums"
export TASUKI_STARPU_TARBALL=$tarball
try env TASUKI_STARPU_SHA256="${digest^^}" "$build"
expect_status 0
! grep -q 'warning.*SHA' "$scratch/err" || fail "warned of a digest that was given"
try env TASUKI_STARPU_SHA256="${digest/[0-9]/x}" "$build"
expect_status 3
expect_err "its SHA-256 is $digest, expected"
# said if nobody knows it,
again
try "$build"
expect_status 0
expect_err "warning: .* its SHA-256 is $digest"
# and compared with that of the release whose name it has.
cp "$source_root/cmake/starpu/checksums" "$checksums"
cp "$tarball" "$scratch/starpu_1.4.10+dfsg.orig.tar.gz"
again
try env TASUKI_STARPU_TARBALL="$scratch/starpu_1.4.10+dfsg.orig.tar.gz" "$build"
expect_status 3
expect_err "its SHA-256 is $digest, expected is 6b3bb9ec"

# The range holds for archives, which have to be StarPU's.
for version in 1.4.6 1.5.0; do
    fake_starpu $version
    try "$build"
    expect_status 3
    expect_err "StarPU $version, needed is >= 1.4.7 and < 1.5"
done
echo "no archive" >"$TASUKI_STARPU_TARBALL"
try "$build"
expect_status 3
expect_err 'holds no StarPU source'
rm "$TASUKI_STARPU_TARBALL"
try "$build"
expect_status 3
expect_err 'starpu-1.4.99.tar.gz: cannot be read'
[[ ! -e $scratch/asked ]] || fail "a server was asked: $(<"$scratch/asked")"
