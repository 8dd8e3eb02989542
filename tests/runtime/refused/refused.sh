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

if ! "${compile[@]}"; then
    echo "FAILED: without a misuse it is refused too"
    exit 1
fi

# check NAME MESSAGE: says on stdout what is wrong.
check() {
    if "${compile[@]}" "-D$1" >"$scratch/$1.said" 2>&1; then
        echo "FAILED: $1 is not refused"
    elif ! grep -qE -- "$2" "$scratch/$1.said"; then
        cat "$scratch/$1.said"
        echo "FAILED: $1 is refused without saying: $2"
    fi
}

# As many at a time as there are CPUs.
count=0
while read -r name message; do
    check "$name" "$message" >"$scratch/$name.wrong" &
    ((++count % $(nproc))) || wait
done < <(awk ' # the name in the line after each message
    /^ *\/\/ refused: / { sub(/^ *\/\/ refused: /, ""); message = $0; next }
    message != "" { match($0, /[A-Z_]+/)
                    print substr($0, RSTART, RLENGTH), message; message = "" }
    ' "$here/misuse.cpp")
wait
cat "$scratch"/*.wrong
failed=$(cat "$scratch"/*.wrong | grep -c '^FAILED: ' || true)
echo "$count misuses, $failed failed"
((count > 0 && failed == 0))
