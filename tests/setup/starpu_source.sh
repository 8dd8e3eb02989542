#!/usr/bin/env bash
# Where StarPU's source comes from: the distribution's own servers, the newest
# version in the range that is tested, and archives that are what they should be.
# apt is a stand-in, which writes down what it is asked.
source "$(dirname -- "$0")/lib.sh"
build=$source_root/cmake/starpu/build.sh

# What apt-get knows is in $scratch/targets, what the suites have in versions.
fake apt-get "
echo apt-get \"\$@\" >> '$scratch/asked'
for last; do case \$last in
    *sources.list*) list=\${last#*=} ;;
esac; done
case \" \$* \" in
    *' indextargets '*) cat '$scratch/targets' ;;
    *' update '*) [ -z \"\$list\" ] || cp \"\$list\" '$scratch/list'; exit 100 ;;
    *' source '*)
        version=\${last#starpu=}
        [ \$version != \"\$(cat '$scratch/gone' 2>/dev/null)\" ] || exit 100
        cp '$TASUKI_STARPU_TARBALL' starpu_\${version%-*}.orig.tar.gz ;;
esac"
fake apt-cache "
while read -r version; do
    printf 'Package: starpu\nBinary: libstarpu-dev\nVersion: %s\n\n' \$version
done < '$scratch/versions'
printf 'Package: starpufft\nVersion: 1.4.98-1\n\n'"
tarball=$TASUKI_STARPU_TARBALL
asked_for() { sed -n 's/^apt-get .* source .*starpu=//p' "$scratch/asked" | tr '\n' ' '; }
again() { rm -rf "$TASUKI_CACHE" "$scratch/asked" "$scratch/list"; }

# Third parties and security updates are not asked; the suites of the
# distribution are, and the newest fitting version of all is taken.
fake_starpu 1.4.99
unset TASUKI_STARPU_TARBALL
cat >"$scratch/targets" <<'TARGETS'
Debian|oldstable|http://main.example/debian/
Debian|oldstable-updates|http://main.example/debian/
Debian|oldstable-security|http://security.example/debian-security/
Some Vendor|stable|http://vendor.example/apt/
|stable|http://nameless.example/
TARGETS
printf '%s\n' 1.4.7+dfsg-2 1.5.0-1 1.4.99~rc1+dfsg-1 1.4.90+dfsg-2 1.4.89+dfsg-3 \
    1.4.5+dfsg-2 >"$scratch/versions"
try "$build"
expect_status 0
[[ $(asked_for) == '1.4.90+dfsg-2 ' ]] || fail "asked for $(asked_for)"
[[ $(wc -l <"$scratch/list") == 3 ]] || fail "servers: $(<"$scratch/list")"
! grep -v '^deb-src .*http://main.example/debian/ [a-z]* main$' "$scratch/list" ||
    fail "servers: $(<"$scratch/list")"
for suite in trixie forky sid; do
    grep -q " $suite main" "$scratch/list" || fail "$suite was not looked at"
done
! grep -q 'Sandbox' "$scratch/asked" || fail "apt keeps root's rights"

# One that cannot be had makes way for the next.
again
echo 1.4.90+dfsg-2 >"$scratch/gone"
try "$build"
expect_status 0
[[ $(asked_for) == '1.4.90+dfsg-2 1.4.89+dfsg-3 ' ]] || fail "asked for $(asked_for)"
rm "$scratch/gone"

# Ubuntu: its own suites, in universe.
again
sed 's/^Debian|oldstable/Ubuntu|jammy/' "$scratch/targets" >"$scratch/t" &&
    mv "$scratch/t" "$scratch/targets"
try "$build"
expect_status 0
grep -q '^deb-src .*http://main.example/debian/ devel universe$' "$scratch/list" ||
    fail "servers: $(<"$scratch/list")"
! grep -q 'security\|vendor' "$scratch/list" || fail "servers: $(<"$scratch/list")"

# Nothing that fits: one message with what to do.
again
printf '%s\n' 1.4.5+dfsg-2 1.5.1-1 >"$scratch/versions"
try "$build"
expect_status 3
expect_err 'No suite .*>= 1.4.7 and < 1.5 .*TASUKI_STARPU_TARBALL=.*\.tar\.gz$'
again
grep -v Ubuntu "$scratch/targets" >"$scratch/t" && mv "$scratch/t" "$scratch/targets"
try "$build"
expect_status 3
expect_err 'knows no server of Debian or Ubuntu.*TASUKI_STARPU_TARBALL='
[[ ! -e $scratch/list ]] || fail "it asked $(<"$scratch/list")"

# A given archive is checked: by its digest if that is given,
again
export TASUKI_STARPU_TARBALL=$tarball
digest=$(sha256sum <"$tarball" | cut -d' ' -f1)
try env TASUKI_STARPU_SHA256="${digest^^}" "$build"
expect_status 0
! grep -q warning "$scratch/err" || fail "warned of a digest that was given"
try env TASUKI_STARPU_SHA256="${digest/[0-9]/x}" "$build"
expect_status 3
expect_err "its SHA-256 is $digest, expected"
# said if nobody knows it,
again
try "$build"
expect_status 0
expect_err "warning: .* its SHA-256 is $digest"
# and compared with that of the release whose name it has.
cp "$tarball" "$scratch/starpu_1.4.10+dfsg.orig.tar.gz"
again
try env TASUKI_STARPU_TARBALL="$scratch/starpu_1.4.10+dfsg.orig.tar.gz" "$build"
expect_status 3
expect_err "its SHA-256 is $digest, that of the release is 6b3bb9ec"

# The range holds for archives too.
for version in 1.4.6 1.5.0; do
    fake_starpu $version
    try "$build"
    expect_status 3
    expect_err "StarPU $version, needed is >= 1.4.7 and < 1.5"
done
[[ ! -e $scratch/asked ]] || fail "apt was asked: $(<"$scratch/asked")"

# Nothing is left in the folder for temporary files.
again
fake_starpu 1.4.99
unset TASUKI_STARPU_TARBALL
echo 'Debian|stable|http://main.example/debian/' >"$scratch/targets"
echo 1.4.99-1 >"$scratch/versions"
mkdir "$scratch/temporary"
TMPDIR=$scratch/temporary try "$build"
expect_status 0
[[ -z $(ls -A "$scratch/temporary") ]] || fail "left: $(ls "$scratch/temporary")"
