#!/usr/bin/env bash
# places.sh CTEST BUILD TEST...: no test is told to keep measurements outside of
# the build; and where the shell names folders for them, as a user's does, these
# tests leave nothing in there.
set -euo pipefail
ctest=$1 build=$2
shift 2
scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT
# A folder of its own keeps the log of the CTest that runs this.
echo "subdirs(\"$build/tests\")" >"$scratch/CTestTestfile.cmake"

places='HOME|XDG_CACHE_HOME|STARPU_HOME|TASUKI_CACHE'
if "$ctest" --test-dir "$scratch" --show-only=json-v1 |
    grep -oE "\"($places|STARPU_PERF_MODEL_[A-Z]+)=[^\"]*\"" |
    grep -vE "=$build/[^/]+\"$"; then
    echo "FAILED: tests keep measurements there"
    exit 1
fi

user=$scratch/user
for name in ${places//|/ } STARPU_PERF_MODEL_DIR STARPU_FXT_PREFIX; do
    mkdir -p -- "$user/$name"
    export "$name=$user/$name"
done
for test; do
    "$ctest" --test-dir "$scratch" -R "^$test$" --no-tests=error \
        --output-on-failure >"$scratch/log" || {
        cat -- "$scratch/log"
        exit 1
    }
    # It may have been skipped.
    grep -E '^[0-9]+% tests passed|[Ss]kipped' "$scratch/log"
done
if [[ -n $(find "$user" ! -type d) ]]; then
    find "$user" ! -type d
    echo "FAILED: tests wrote where the user's measurements are"
    exit 1
fi
