#!/usr/bin/env bash
# refused.sh COMPILER SOURCE_ROOT: whether the compiler takes misuse.cpp as it
# stands, and refuses each of the misuses in it in the words given there.
set -euo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT
export LC_ALL=C

# Headers take a second to compile, so that is done once for all.
compile=("$1" -std=c++20 -I "$2" -fdiagnostics-color=never)
printf '#include "runtime/runtime.hpp"\n' >"$scratch/all.hpp"
"${compile[@]}" -x c++-header "$scratch/all.hpp" -o "$scratch/all.hpp.gch"
compile+=(-include "$scratch/all.hpp" -fsyntax-only "$here/misuse.cpp")

# The name in the line after each message.
misuses=$(awk '
    /^ *\/\/ refused: / { sub(/^ *\/\/ refused: /, ""); message = $0; next }
    message != "" { match($0, /[A-Z_]+/)
                    print substr($0, RSTART, RLENGTH), message; message = "" }
    ' "$here/misuse.cpp")

failed=0
if ! "${compile[@]}" >"$scratch/said" 2>&1; then
    cat "$scratch/said"
    echo "FAILED: without a misuse it is refused too"
    failed=1
fi
while read -r name message; do
    if "${compile[@]}" "-D$name" >"$scratch/said" 2>&1; then
        echo "FAILED: $name is not refused"
    elif ! grep -qE -- "$message" "$scratch/said"; then
        cat "$scratch/said"
        echo "FAILED: $name is refused without saying: $message"
    else
        continue
    fi
    failed=$((failed + 1))
done <<<"$misuses"
echo "$(wc -l <<<"$misuses") misuses, $failed failed"
((failed == 0))
