#!/usr/bin/env bash
# himeno.sh CMAKE BUILD PREFIX COMPILER GENERATOR: examples/himeno, built
# against the installed package, computes what the Himeno benchmark defines, and
# the same bits for any blocks and ranks.
# shellcheck source=tests/install/outside.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/outside.sh"
# shellcheck source=tests/install/example.sh
source "$here/example.sh"

# number_of KEY: of the last result
number_of() { sed -n "s/^ *\"$1\": \([^,]*\),*\$/\1/p" -- "$scratch/json"; }

# himeno RANKS OPTIONS...
himeno() {
    local ranks=$1 launcher=()
    shift
    ((ranks == 1)) || launcher=(mpirun -n "$ranks")
    "${launcher[@]}" "$scratch/himeno/himeno" "$@" --json - >"$scratch/json"
}

# The example compares p with a plain loop of its own. gosa has one number for all.
has_the_same_bits() {
    local ranks blocks capture gosa=
    for ranks in 1 3; do
        for blocks in 3 15; do
            for capture in off on; do
                himeno "$ranks" --size 11x13x17 --steps 21 --repetitions 3 \
                    --blocks "$blocks" --capture "$capture" "$@" || return 1
                : "${gosa:=$(number_of gosa)}"
                echo "$ranks ranks, $blocks blocks, capture $capture:" \
                    "gosa $(number_of gosa), error $(number_of error)"
                [[ -n $gosa && $(number_of gosa) == "$gosa" ]] || return 1
                [[ $* != *cpu* || $(number_of error) == 0.0 ]] || return 1
            done
        done
    done
}

# After 200 iterations of size S the benchmark of 1999, himenoBMT_m.c, prints
# 1.688606e-03 (github.com/ogalush/Anything, PerformanceTestTools.md). It adds in
# single precision, which is wrong by 7e-5.
has_the_published_gosa() {
    himeno 1 --size S --steps 200 --repetitions 1 "$@" || return 1
    echo "gosa $(number_of gosa)"
    awk -v gosa="$(number_of gosa)" 'BEGIN {
        error = gosa / 1.688606e-03 - 1
        exit !(error > -1e-4 && error < 1e-4)
    }'
}

# refuses TEXT RANKS OPTIONS...: with exit code 2
refuses() {
    local text=$1 status=0
    shift
    himeno "$@" 2>"$scratch/err" || status=$?
    cat -- "$scratch/err"
    [[ $status == 2 ]] && grep -qF -- "$text" "$scratch/err"
}

check_example himeno
cd -- "$scratch"
step "compile the test of terms" compile "$here/himeno" terms \
    -DEXAMPLE="$prefix/share/tasuki/examples/himeno"
step "all terms, in blocks" "$scratch/terms/terms"
step "the same bits on CPUs" has_the_same_bits --placement cpu --gpus 0
step "published gosa" has_the_published_gosa --gpus 0
status=0
"$scratch/himeno/himeno" --placement gpu --size XS >"$scratch/log" 2>&1 || status=$?
if [[ $status == 3 ]]; then
    echo "skipped: the same bits on GPUs, as none is here"
else
    step "the same bits on GPUs" has_the_same_bits --placement gpu
    step "published gosa, on GPUs" has_the_published_gosa --placement gpu
fi
step "too many blocks" refuses 'expected 1 (ranks) to 15 (inner planes)' \
    1 --size 11x13x17 --blocks 16
step "fewer blocks than ranks" refuses 'expected 2 (ranks)' 2 --blocks 1
for size in 2x5x6 5x6 5x6x7x 5x6x70000000000 xs 5x-6x7; do
    step "size '$size'" refuses '--size: expected XS to XL' 1 --size "$size"
done
step "no iteration" refuses '--steps: expected a whole number' 1 --steps 0
step "an array of too many numbers" refuses 'cut it into more blocks' \
    1 --size 9999x9999x9999
