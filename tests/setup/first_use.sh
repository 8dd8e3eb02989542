#!/usr/bin/env bash
# ./tasuki: sets up once, is quick afterwards, keeps stdout and the exit code
# of the program, and says clearly what went wrong.
source "$(dirname -- "$0")/lib.sh"
fake_starpu 1.4.99
stub_checkout
# The machine of these tests has what a build needs; what a missing piece does
# is the business of missing_pieces.sh.
fake apt-get 'exit 1'

# First use: sets up, and stdout is the program's alone.
try ./tasuki one "two words"
expect_status 0
[[ $(<"$scratch/out") == $'one\ntwo words' ]] || fail "stdout is not the program's"
expect_err '\[1/4\]'
expect_err '\[4/4\]'
[[ -s build/log/configure.log && -s build/log/build.log ]] || fail "no logs"

# Second use: nothing to say, and nothing is set up again: neither packages nor
# compilers nor StarPU are looked at.
for tool in dpkg-query apt-get apt-cache cmake c++; do
    real=$(command -v $tool) || real=false
    fake $tool "echo $tool >> '$scratch/looked'; exec $real \"\$@\""
done
try ./tasuki again
expect_status 0
[[ ! -s $scratch/err ]] || fail "the second use has something to say"
[[ ! -e $scratch/looked ]] || fail "the second use ran $(<"$scratch/looked")"
rm "$scratch"/bin/{dpkg-query,apt-cache,cmake,c++}
fake apt-get 'exit 1'

# From elsewhere, through a link, with the program's own exit code.
ln -s "$PWD/tasuki" "$scratch/link"
cd "$scratch"
try "$scratch/link" --bad
expect_status 2
cd checkout

# A change is compiled, and only that.
touch stub.c
try ./tasuki
expect_status 0
expect_err '\[4/4\] compiling'
! grep -q '3/4' "$scratch/err" || fail "a change of a source configures again"

# Two at once: the second one waits for the first.
touch stub.c
./tasuki first >/dev/null 2>&1 &
try ./tasuki second
expect_status 0
wait $! || fail "the first of two failed"

# Help names what only the wrapper can do.
try ./tasuki --help
expect_status 0
for word in test doctor bundle; do expect_out "^ +$word"; done

# What does not compile: the log's end, its name, exit 70.
echo 'int broken(void) { return nothing; }' >>stub.c
try ./tasuki
expect_status 70
expect_err 'nothing.*undeclared'
expect_err 'the whole log is .*/build/log/build.log'
[[ ! -s $scratch/out ]] || fail "stdout is not empty"

# What does not configure.
echo 'message(FATAL_ERROR "this is why")' >>CMakeLists.txt
rm -f build/.setup-release
try ./tasuki
expect_status 70
expect_err 'this is why'
expect_err '/build/log/configure.log'

# Interrupted: exit 130, and the compiler ends too.
stub_checkout
echo "echo \$\$ > '$scratch/sleeper'; exec sleep 600" >slow.sh
cat >>CMakeLists.txt <<'CMAKE'
add_custom_target(slow sh ${CMAKE_SOURCE_DIR}/slow.sh)
add_dependencies(tasuki slow)
CMAKE
rm -f "$scratch/sleeper"
set -m # as from a shell: SIGINT is not ignored
./tasuki >"$scratch/out" 2>"$scratch/err" &
wrapper=$!
set +m
wait_for test -s "$scratch/sleeper"
kill -INT $wrapper
status=0
wait $wrapper || status=$?
expect_status 130
wait_for has_ended "$(<"$scratch/sleeper")"

# A preset has a folder of its own, and takes options for CMake.
stub_checkout
try ./tasuki build --preset debug -DMINE=1 tasuki
expect_status 0
[[ -x build/debug/bin/tasuki && ! -e build/debug/libexec/tasuki/tasuki-wilson ]] ||
    fail "not what was asked for: $(ls build)"
grep -q '^MINE:.*=1' build/debug/CMakeCache.txt || fail "the option is lost"

# Asked for a toolkit that is not one.
try env TASUKI_GPU=abacus ./tasuki
expect_status 2
expect_err 'TASUKI_GPU=abacus: expected'
