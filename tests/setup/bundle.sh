#!/usr/bin/env bash
# ./tasuki bundle: a folder that runs by itself; never over a user's files.
source "$(dirname -- "$0")/lib.sh"
command -v patchelf >/dev/null || skip "patchelf is not installed"
fake_starpu 1.4.99
stub_checkout

mkdir "$scratch/mine" && touch "$scratch/mine/thesis.tex"
try ./tasuki bundle "$scratch/mine"
expect_status 2
expect_err 'neither empty nor an earlier bundle'
[[ $(ls "$scratch/mine") == thesis.tex ]] || fail "the folder was changed"
try ./tasuki bundle
expect_status 2

mkdir samples && touch samples/field
# A library that the program finds from where it is built, as StarPU's is.
cat >>CMakeLists.txt <<'CMAKE'
file(WRITE ${CMAKE_BINARY_DIR}/own.c "int own(void) { return 0; }")
add_library(own SHARED ${CMAKE_BINARY_DIR}/own.c)
set_target_properties(own PROPERTIES
  LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib/own)
target_link_options(tasuki PRIVATE -Wl,--no-as-needed)
target_link_libraries(tasuki own)
set_target_properties(tasuki PROPERTIES BUILD_WITH_INSTALL_RPATH ON
  INSTALL_RPATH "$ORIGIN/../lib/own")
CMAKE
try ./tasuki bundle "$scratch/new/bundle"
expect_status 0
expect_err 'bundle: .*, [0-9]+ MiB; --commands'
cd "$scratch/new"
mv bundle moved
[[ -e moved/lib/libz.so.1 ]] || fail "a library is missing"
[[ -e moved/lib/libown.so ]] || fail "a library of the build is missing"
[[ ! -e moved/lib/libc.so.6 ]] || fail "the C library was bundled"
[[ -e moved/share/tasuki/samples/field ]] || fail "the samples are missing"
[[ -x moved/bin/tests/test_stub ]] || fail "the tests are missing"
[[ -x moved/libexec/tasuki/tasuki-wilson ]] || fail "a program is missing"
licences=moved/share/doc/tasuki/licences
cmp -s "$source_root/LICENSE" $licences/tasuki || fail "our licence is missing"
[[ ! -e /usr/share/doc/zlib1g/copyright || -s $licences/zlib1g ]] ||
    fail "the licence of a library is missing: $(ls $licences)"
for common in $(grep -oh '/usr/share/common-licenses/[A-Z0-9.-]*[0-9]' \
    $licences/* | sort -u); do
    [[ ! -e $common || -s $licences/${common##*/} ]] ||
        fail "${common##*/}, which another text names, is missing"
done
# Not through a pipe to grep -q: that ends first, and ldd of a broken pipe.
[[ $(ldd moved/bin/tasuki) == *"libz.so.1 => $PWD/moved/"* ]] ||
    fail "it runs with another library than its own"
try "$source_root/tests/install/run_path.sh" moved
expect_status 0
try moved/bin/tasuki works
expect_status 0
expect_out '^works$'
# Its check of a GPU machine runs what the bundle has, and fails if one does.
try moved/gpu_check.sh "$scratch/checked"
expect_status 0
expect_out '^ok      capture-gpu$'
! grep -q 'capture-solve\|bench-self' "$scratch/out" || fail "it runs what is not there"
cat "$scratch/checked/single-cpu.log" >"$scratch/out"
expect_out '^host-t$|^cpu$'
printf '#!/bin/sh\necho "it broke"\nexit 3\n' >moved/bin/tests/bad_test
chmod +x moved/bin/tests/bad_test
try moved/gpu_check.sh "$scratch/checked"
expect_status 1
expect_out '^FAILED  bad_test \(exit 3\): it broke$'

cd "$scratch/checkout"

# What it is to hold.
try ./tasuki bundle "$scratch/small" --commands wilson --tests none \
    --architectures 90-real
expect_status 0
programs=$(ls "$scratch/small/libexec/tasuki")
[[ $programs == tasuki-devices$'\n'tasuki-trace$'\n'tasuki-wilson ]] ||
    fail "it holds $programs"
[[ -z $(ls "$scratch/small/bin/tests") ]] || fail "it holds tests"
try ./tasuki bundle "$scratch/small" --commands wilsen
expect_status 2
expect_err '^tasuki: --commands: expected some of devices,trace,wilson,bench-nbody-variants, found wilsen$'
try ./tasuki bundle "$scratch/small" --tests units
expect_status 2
expect_err '^tasuki: --tests: there is no folder tests/units$'
try ./tasuki bundle "$scratch/small" --everything
expect_status 2

# An earlier bundle is replaced, whole.
touch "$scratch/new/moved/stale"
try ./tasuki bundle "$scratch/new/moved"
expect_status 0
[[ ! -e $scratch/new/moved/stale ]] || fail "the earlier bundle is still there"
[[ $(ls "$scratch/new") == moved ]] || fail "left beside it: $(ls "$scratch/new")"
