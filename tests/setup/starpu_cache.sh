#!/usr/bin/env bash
# cmake/starpu/build.sh: the cache is found, shared, and never half full.
source "$(dirname -- "$0")/lib.sh"
build=$source_root/cmake/starpu/build.sh

entries() { find "$TASUKI_CACHE" -mindepth 1 -maxdepth 1 -type d -name "$1"; }
configured() { grep -c run "$scratch/configured" || true; }

# A first build prints its prefix and nothing else on stdout.
fake_starpu 1.4.99
try "$build" --find
expect_status 1
try "$build"
expect_status 0
prefix=$(<"$scratch/out")
[[ -e $prefix/.complete && -e $prefix/lib/pkgconfig/starpu-1.4.pc ]] ||
    fail "no StarPU in '$prefix'"
grep -q "prefix=$prefix\$" "$prefix/lib/pkgconfig/starpu-1.4.pc" ||
    fail "the .pc file names another prefix"
[[ -z $(entries '.build-*') ]] || fail "the build folder is still there"

# A second one finds it.
try "$build"
expect_status 0
expect_out "^$prefix\$"
(($(configured) == 1)) || fail "it was built again"

# So does that of pip, which names the usual compiler; another one has another
# StarPU, and one that pkg-config knows comes first.
try env CC="$(command -v cc)" "$build" --choose
expect_status 0
expect_out "^$prefix\$"
try env CC=true "$build" --choose
! grep -qx "$prefix" "$scratch/out" || fail "the compiler makes no difference"
mkdir "$scratch/pc"
for name in starpu starpumpi; do
    printf 'Name: %s\nDescription: a stand-in\nVersion: 1.4.8\n' $name \
        >"$scratch/pc/$name-1.4.pc"
done
try env PKG_CONFIG_PATH="$scratch/pc" "$build" --choose
expect_status 0
[[ ! -s $scratch/out ]] || fail "--choose: $(<"$scratch/out")"

# With another option it is another StarPU; and one without what is for other
# toolkits is the same.
mkdir "$scratch/other"
cp -r "$source_root/cmake" "$scratch/other/"
other=$scratch/other/cmake/starpu
sed -i '/--disable-papi/d; /^cuda /d' "$other/options"
try "$other/build.sh" --find
expect_status 1
echo 'all         --disable-papi' >"$scratch/papi"
sed -i "/--disable-julia/r $scratch/papi" "$other/options"
try "$other/build.sh" --find
expect_status 0

# Two that race build once and agree: the first waits in its build until the
# second has said that it waits for the first.
rm -rf "$TASUKI_CACHE" "$scratch/configured" "$scratch/err"
fake_starpu 1.4.99 "until grep -qs 'another build of it' '$scratch/err'; do
    sleep 0.05; done"
"$build" >"$scratch/first" 2>/dev/null &
wait_for test -e "$scratch/configured"
try "$build"
wait $!
expect_status 0
expect_out "^$(<"$scratch/first")\$"
(($(configured) == 1)) || fail "both of them built it"

# One that is interrupted leaves nothing that looks like a StarPU, and takes
# its compiler along.
rm -rf "$TASUKI_CACHE" "$scratch/configured"
fake_starpu 1.4.99 "sleep 600 & echo \$! > '$scratch/sleeper'; wait"
"$build" >/dev/null 2>&1 &
builder=$!
wait_for test -s "$scratch/sleeper"
kill -TERM $builder
status=0
wait $builder 2>/dev/null || status=$?
expect_status 143
[[ -z $(entries '*-*') ]] || fail "SIGTERM left $(entries '*-*')"
wait_for has_ended "$(<"$scratch/sleeper")"
# One that is killed leaves a folder that the next one sweeps away: the archive is
# part of the key, so what waits is a file beside it.
fake_starpu 1.4.99 "[ -e '$scratch/go' ] || {
    echo \$\$ > '$scratch/waits'; exec sleep 600; }"
"$build" >/dev/null 2>&1 &
builder=$!
wait_for test -s "$scratch/waits"
kill -KILL $builder
wait $builder 2>/dev/null || true
kill "$(<"$scratch/waits")"
[[ -z $(entries 'starpu-*') ]] || fail "SIGKILL left a prefix"
touch "$scratch/go"
try "$build"
expect_status 0
leftover=$(entries ".build-$(sed 's/.*-//' "$scratch/out").*")
[[ -z $leftover ]] || fail "a killed build was not swept away: $leftover"

# A build that fails shows its log's end and names it.
fake_starpu 1.4.99 'echo this is why >&2; exit 1'
try "$build"
expect_status 70
expect_err 'this is why'
expect_err 'the whole log is'
