#!/usr/bin/env bash
# StarPU's source is patched as cmake/starpu/patches says: those for the toolkit
# of the build, those that are needed, and with a word where one does not fit.
source "$(dirname -- "$0")/lib.sh"
build=$source_root/cmake/starpu/build.sh
patches=$source_root/cmake/starpu
fake nvcc 'echo "Cuda compilation tools, release 13.0, V13.0.1"'

# before PATCH FOLDER: adds what the patch is for to the files that it names.
before() {
    awk -v folder="$2" '
        /^--- a\// { file = folder "/" substr($2, 3); next }
        /^\+\+\+ |^@@/ { next }
        file && /^[- ]/ { print substr($0, 2) >> file }' "$1"
}

# source_with PATCH...: an archive with the lines that these are for; what its
# configure finds goes to $scratch/seen.
source_with() {
    local folder=$scratch/starpu-source/starpu-1.4.99 patch
    fake_starpu 1.4.99 "cp -r . '$scratch/seen'"
    sed -n 's|^--- a/\(.*\)/.*|\1|p' "$patches"/*.patch | sort -u |
        (cd "$folder" && xargs mkdir -p)
    mv "$folder/configure" "$scratch/configure"
    for patch in "$@"; do before "$patches/$patch.patch" "$folder"; done
    # Lines of StarPU's own configure come after the end of ours.
    echo exit >>"$scratch/configure"
    [[ ! -e $folder/configure ]] || cat "$folder/configure" >>"$scratch/configure"
    mv "$scratch/configure" "$folder/configure"
    tar -czf "$TASUKI_STARPU_TARBALL" -C "$scratch/starpu-source" starpu-1.4.99
    rm -rf "$scratch/seen" "$TASUKI_CACHE"
}
# applied PATCH: whether the configured source has a line that the patch adds.
applied() {
    local file line
    file=$(sed -n 's|^+++ b/\([^[:space:]]*\).*|\1|p' "$patches/$1.patch" | sed q)
    line=$(sed -n '/^+++/d; s/^+\(.*[a-z].*\)/\1/p' "$patches/$1.patch" | sed q)
    grep -qF -- "$line" "$scratch/seen/$file"
}

# Every patch has a line in the table, and every line a patch.
diff <(awk '!/^#/ { print $2 }' "$patches/patches" | sort) \
    <(cd "$patches" && printf '%s\n' *.patch | sed 's/\.patch//' | sort) \
    >"$scratch/out" ||
    fail "the table and the patches differ"

# One that needs all for CUDA 13 gets them, and those alone.
export TASUKI_GPU=cuda
mapfile -t all < <(awk '/^(all|cuda|cuda13) / { print $2 }' "$patches/patches")
source_with "${all[@]}"
try "$build"
expect_status 0
! grep -q '\.patch' "$scratch/err" || fail "a patch did not fit"
for name in "${all[@]}"; do applied "$name" || fail "$name was not applied"; done

# For CUDA 12 the driver is left as it is.
fake nvcc 'echo "Cuda compilation tools, release 12.4, V12.4.1"'
source_with "${all[@]}"
try "$build"
expect_status 0
! applied cuda13-compute-mode || fail "cuda13 was applied for 12"

# One that does not fit is said, and built as it is.
source_with outputs without-cublas
try "$build"
expect_status 0
expect_err 'warning: relocated.patch does not fit StarPU 1.4.99: .* a bundle warns'
applied outputs || fail "outputs was not applied"

# A simulation cannot do without its own.
export TASUKI_GPU=simulated
all=(simulated-{ranks,order,workers,locks,spinlocks})
source_with "${all[@]:0:4}"
try "$build"
expect_status 3
expect_err 'simulated-spinlocks.patch does not fit StarPU 1.4.99'
source_with "${all[@]}"
try "$build"
expect_status 0
for name in "${all[@]}"; do applied "$name" || fail "$name was not applied"; done

# No patch command.
tools_without patch
try env PATH="$scratch/tools" "$build" --find
expect_status 0
rm -rf "$TASUKI_CACHE"
try env PATH="$scratch/tools" "$build"
expect_status 3
expect_err 'no patch command is here, .*: install patch$'
