#!/usr/bin/env bash
# cmake/setup/build_times.sh: sums of a log that was made by hand.
source "$(dirname -- "$0")/lib.sh"
times=$source_root/cmake/setup/build_times.sh

# log LINE...: start and end in ms, output, and the hash of its command
log() {
    mkdir -p "$scratch/build"
    echo '# ninja log v5' >"$scratch/build/.ninja_log"
    local start end output hash
    while read -r start end output hash; do
        printf '%s\t%s\t123\t%s\t%s\n' "$start" "$end" "$output" "$hash"
    done >>"$scratch/build/.ninja_log"
}
log <<'LOG'
0 9000 codelets/wilson/CMakeFiles/tasuki_wilson.dir/hopping/cpu_double.cpp.o a1
0 4000 codelets/wilson/CMakeFiles/tasuki_wilson.dir/hopping/cpu_double.cpp.o a2
0 7500 codelets/wilson/CMakeFiles/tasuki_wilson.dir/hopping/gpu_double.cpp.o b1
10 1510 codelets/wilson/CMakeFiles/tasuki_wilson.dir/geometry.cpp.o b2
10 2010 runtime/CMakeFiles/tasuki_runtime.dir/kernels.cpp.o c1
20 3020 tests/drivers/CMakeFiles/drivers_test.dir/median_test.cpp.o d1
20 1020 tests/drivers/CMakeFiles/drivers_test.dir/__/main.cpp.o d2
50 550 runtime/libtasuki_runtime.so.0.1 e1
50 550 runtime/libtasuki_runtime.so e1
60 160 bin/tasuki e2
0 90000 build.ninja f1
LOG
cat >"$scratch/build/build.ninja" <<'NINJA'
build runtime/CMakeFiles/tasuki_runtime.dir/kernels.cpp.o: CUDA_COMPILER__x y
build tests/drivers/CMakeFiles/drivers_test.dir/median_test.cpp.o: CXX_COMPILER__x y
NINJA
try "$times" "$scratch/build"
expect_status 0
# The newest entry counts, once for a command, and not CMake's own run.
expect_out '^codelets +3 +13\.0$'
expect_out '^tests +2 +4\.0$'
expect_out '^runtime +2 +2\.5$'
expect_out '^bin +1 +0\.1$'
expect_out '^GPU source +2 +9\.5$'
expect_out '^Highway source +1 +4\.0$'
expect_out '^tests +2 +4\.0$'
expect_out '^rest +1 +1\.5$'
expect_out '^links and the like +2 +0\.6$'
expect_out '^total: 20 CPU seconds in 8 commands$'
# Greatest first, by room and by file.
rooms=$(awk '/^room/ {on = 1; next} !NF {on = 0} on {print $1}' "$scratch/out")
[[ $rooms == $'codelets\ntests\nruntime\nbin' ]] || fail "rooms: $rooms"
[[ $(awk '/slowest/ {getline; print}' "$scratch/out") == \
    '      7.5  codelets/wilson/hopping/gpu_double.cpp' ]] ||
    fail "not the slowest first"

# Thirty files of forty are listed, and all are in the sum.
for ((i = 1; i <= 40; i++)); do
    echo "0 ${i}000 runtime/CMakeFiles/tasuki_runtime.dir/file_$i.cpp.o h$i"
done | log
try "$times" "$scratch/build"
expect_status 0
(($(grep -c 'file_' "$scratch/out") == 30)) || fail "not 30 files"
expect_out 'file_11\.cpp$'
expect_out '^total: 820 CPU seconds in 40 commands$'

# What is no build folder, and what is no log that we know.
try "$times" "$scratch"
expect_status 2
expect_err 'has no .ninja_log'
echo '# ninja log v9' >"$scratch/build/.ninja_log"
try "$times" "$scratch/build"
expect_status 2
expect_err "begins with '# ninja log v9'"
