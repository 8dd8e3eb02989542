#!/usr/bin/env bash
# shipped.sh PKGCONFIG EXAMPLES LIBRARY: examples that come with StarPU, as they
# are, run with our policy and compute what they should.  PKGCONFIG is the folder
# of starpu-1.4.pc, EXAMPLES that of their sources.
set -euo pipefail
pkgconfig=$1 examples=${TASUKI_STARPU_EXAMPLES:-$2} library=$3
cc=${CC:-cc}

[[ -e $examples/incrementer/incrementer.c ]] || {
    echo "skipped: $examples: this StarPU was installed without its examples;" \
        "name their folder by TASUKI_STARPU_EXAMPLES"
    exit 77
}
command -v "$cc" >/dev/null || {
    echo "skipped: $cc: there is no such C compiler"
    exit 77
}
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
read -ra flags < <(PKG_CONFIG_PATH=$pkgconfig pkg-config --cflags --libs \
    starpu-1.4)
flags+=("-Wl,-rpath,$(PKG_CONFIG_PATH=$pkgconfig \
    pkg-config --variable=libdir starpu-1.4)" -lm)

fail() {
    echo "FAILED: $*" >&2
    cat -- "$folder/log" >&2
    exit 1
}

# try_to_compile PROGRAM SOURCE_OR_OPTION...
try_to_compile() {
    "$cc" -O1 -w -DSTARPU_QUICK_CHECK "-I$examples" "${@:2}" "${flags[@]}" \
        -o "$folder/$1" >"$folder/log" 2>&1
}
compile() { try_to_compile "$@" || fail "$1 does not compile"; }

# runs PROGRAM SAYS [ARGUMENT...]
runs() {
    local program=$folder/$1 says=$2 status=0
    shift 2
    STARPU_SCHED=feedback STARPU_SCHED_LIB=$library \
        "$program" "$@" >"$folder/log" 2>&1 || status=$?
    ((status == 0)) || fail "${program##*/} ended with $status"
    ! grep -q 'was not found' "$folder/log" ||
        fail "${program##*/} did not find the policy"
    grep -qE "$says" "$folder/log" || fail "${program##*/} does not say $says"
    echo "passed: ${program##*/}"
}

compile incrementer "$examples/incrementer/incrementer.c"
runs incrementer 'array -> 5000\.0+, 5000\.0+, 0\.0+, 0\.0+' 5000
compile mult "$examples/basic_examples/mult.c"
runs mult 'SUCCESSFUL COMPUTATION'
compile minmax_reduction "$examples/reductions/minmax_reduction.c"
runs minmax_reduction 'Max'
compile tag_restartable "$examples/tag_example/tag_restartable.c"
runs tag_restartable 'TEST DONE'
if try_to_compile cholesky_implicit -DSTARPU_SYSTEM_BLAS \
    "$examples"/cholesky/cholesky_{implicit,kernels,models}.c \
    "$examples/common/blas.c" "$examples/sched_ctx_utils/sched_ctx_utils.c" \
    -llapack -lblas; then
    # Aborts if the product of its factors is not the matrix.
    runs cholesky_implicit 'comparing results' -size 960 -nblocks 12 -check
else
    echo "left out: cholesky_implicit, which needs BLAS and LAPACK"
fi

# It can fail: without the library there is no such policy.
STARPU_SCHED=feedback "$folder/incrementer" 10 >"$folder/log" 2>&1 || true
grep -q 'was not found' "$folder/log" ||
    fail "a policy that is missing is not told from one that is there"
