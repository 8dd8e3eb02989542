#!/usr/bin/env bash
# schema.sh TASUKI SCHEMA: what --json writes is what the schema says.
set -euo pipefail
program=$1 schema=$2
source "$(dirname -- "$0")/../jsonschema.sh"
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT

# validates COMMAND FILE: whether the file is valid.
validates() {
    "$python" - "$schema" "$1" "$2" <<'PYTHON'
import json
import sys

import jsonschema

schema = json.load(open(sys.argv[1]))
schema["$ref"] = "#/$defs/" + sys.argv[2]
try:
    jsonschema.validate(json.load(open(sys.argv[3])), schema)
except jsonschema.ValidationError as error:
    print(error.message)
    sys.exit(1)
PYTHON
}

# check NAME COMMAND OPTION...: NAME is that of the results in the schema.
check() {
    local name=$1
    shift
    "$program" "$@" --json "$folder/$name.json" >/dev/null
    validates "$name" "$folder/$name.json" || {
        echo "FAILED: the JSON of tasuki $* is not what $schema says"
        exit 1
    }
}
check wilson wilson --repetitions 1 --iterations 2 --gpus 0
check solve solve --source random:1 --gpus 0
check nbody nbody --n 64 --steps 4 --gpus 0
check sht sht --truncation 21 --repetitions 1 --gpus 0
check sht_stream sht --stream --fields 3 --truncation 21 --gpus 0 \
    --out "$folder/fields.nc"
check sphere sphere --truncation 21 --steps 4 --gpus 0
check bench_solve bench solve --lattices 4x4x4x4 --csw 1 --repetitions 1 --gpus 0
# Where a GPU is.
self=(bench self --sizes 1024 --repetitions 1)
! "$program" "${self[@]}" >/dev/null 2>&1 || check bench_self "${self[@]}"
for command in wilson solve nbody sht sphere; do
    rm -f "$folder/dry_run.json"
    check dry_run "$command" --dry-run --gpus 0
done

# It can fail.
sed 's/"seconds_median"/"seconds_mean"/' "$folder/sphere.json" >"$folder/bad.json"
if validates sphere "$folder/bad.json" >/dev/null; then
    echo "FAILED: a missing key was not found"
    exit 1
fi
echo ok
