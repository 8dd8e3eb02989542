#!/usr/bin/env bash
# schema.sh TASUKI MACHINE SCHEMA: what simulations write is what the schema says.
set -euo pipefail
program=$1 machine=$2 schema=$3
source "$(dirname -- "$0")/../jsonschema.sh"
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
"$program" bench policies --machines "$machine" --graphs independent:4x20,nbody:1024 \
    --policies dmda,eager --iterations 4 --processes 1 --out "$folder/out" >/dev/null 2>&1
simulate() {
    "$program" simulate --machine "$machine" "$@" --json "$folder/$1.json" >/dev/null
}
simulate wilson --gauge hot:1 --lattice 8x8x8x8 --iterations 2 --repetitions 1
simulate solve --gauge hot:1 --lattice 8x8x8x8 --iterations 10 --rhs 1
simulate nbody --n 4096
simulate sht --truncation 85
"$python" - "$schema" "$folder" <<'PYTHON'
import json
import sys

import jsonschema

schema = json.load(open(sys.argv[1]))


def fault(name, results):
    schema["$ref"] = "#/$defs/" + name
    try:
        jsonschema.validate(results, schema)
    except jsonschema.ValidationError as error:
        return error.message[:200]


def check(name, path, spoil):
    results = json.load(open(sys.argv[2] + "/" + path))
    if found := fault(name, results):
        sys.exit(f"FAILED: {path} is not what the schema says: {found}")
    # It can fail.
    spoil(results)
    if not fault(name, results):
        sys.exit(f"FAILED: a missing key of {path} was not found")


check("bench_policies", "out/policies.json",
      lambda j: j["cases"][0]["policies"][0].pop("regret_percent"))
# Without the mark it lacks what real runs compute.
for name in "wilson", "solve", "nbody", "sht":
    check(name, name + ".json", lambda j: j.pop("simulated"))
PYTHON
