#!/usr/bin/env bash
# policies_schema.sh TASUKI MACHINE SCHEMA: policies.json is what the schema says.
set -euo pipefail
program=$1 machine=$2 schema=$3
python=
for candidate in python3 /usr/bin/python3; do
    if "$candidate" -c 'import jsonschema' 2>/dev/null; then python=$candidate; fi
done
[[ -n $python ]] || {
    echo "skipped: python3-jsonschema is not installed"
    exit 77
}
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
"$program" bench policies --machines "$machine" --graphs independent:4x20,nbody:1024 \
    --policies dmda,eager --iterations 4 --processes 1 --out "$folder/out" >/dev/null 2>&1
"$python" - "$schema" "$folder/out/policies.json" <<'PYTHON'
import json
import sys

import jsonschema

schema = json.load(open(sys.argv[1]))
schema["$ref"] = "#/$defs/bench_policies"
results = json.load(open(sys.argv[2]))
jsonschema.validate(results, schema)
# It can fail.
del results["cases"][0]["policies"][0]["regret_percent"]
try:
    jsonschema.validate(results, schema)
except jsonschema.ValidationError:
    sys.exit(0)
sys.exit("FAILED: a missing key was not found")
PYTHON
