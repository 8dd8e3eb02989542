#!/usr/bin/env bash
# example.sh PROGRAM LIBRARIES: builds examples/PROGRAM with the libtasuki_c that
# is in LIBRARIES, and runs it; it checks its results. The library has no other
# names than those of tasuki.h. 77 means that no compiler is here.
set -euo pipefail
program=$1 libraries=$2
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT
cd -- "$scratch"

headers=$root/c/include
example=$root/examples/$program
warnings=(-Wall -Wextra -pedantic -Werror)
case $program in
    c_program)
        compile=(cc -std=c99 -I "$headers" "$example/main.c")
        ;;
    fortran_program)
        compile=(gfortran -std=f2018 "$root/c/fortran/tasuki.f90" "$example/main.f90")
        ;;
esac
command -v "${compile[0]}" >/dev/null || {
    echo "SKIPPED: ${compile[0]} is not here"
    exit 77
}
"${compile[@]}" "${warnings[@]}" -o program -L "$libraries" -ltasuki_c -lm \
    "-Wl,-rpath,$libraries"
./program

declared=$(grep -oE '\btasuki_[a-z_]+\(' "$headers/tasuki/tasuki.h" | tr -d '(' | sort -u)
exported=$(nm -D --defined-only "$libraries/libtasuki_c.so" | awk '{print $3}' | sort -u)
diff --label tasuki.h --label libtasuki_c.so -u <(echo "$declared") <(echo "$exported")
