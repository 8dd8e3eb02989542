#!/usr/bin/env bash
# schema.sh TASUKI SCHEMA: what --json writes is what the schema says.
set -euo pipefail
program=$1 schema=$2
source "$(dirname -- "$0")/../jsonschema.sh"
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
export STARPU_HOME=$folder

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

# check COMMAND OPTION...
check() {
    "$program" "$@" --gpus 0 --json "$folder/$1.json" >/dev/null
    validates "$1" "$folder/$1.json" || {
        echo "FAILED: the JSON of tasuki $* is not what $schema says"
        exit 1
    }
}
check wilson --repetitions 1 --iterations 2
check solve --source random:1
check nbody --n 64 --steps 4
check sht --truncation 21 --repetitions 1
check sphere --truncation 21 --steps 4
"$program" bench solve --lattices 4x4x4x4 --csw 1 --repetitions 1 --gpus 0 \
    --json "$folder/bench.json" >/dev/null
validates bench_solve "$folder/bench.json" || {
    echo "FAILED: the JSON of tasuki bench solve is not what $schema says"
    exit 1
}

# Where a GPU is.
if "$program" bench self --sizes 1024 --repetitions 1 \
    --json "$folder/self.json" >/dev/null 2>&1; then
    validates bench_self "$folder/self.json" || {
        echo "FAILED: the JSON of tasuki bench self is not what $schema says"
        exit 1
    }
fi

for command in wilson solve nbody sht sphere; do
    "$program" "$command" --dry-run --gpus 0 --json "$folder/dry-$command.json" >/dev/null
    validates dry_run "$folder/dry-$command.json" || {
        echo "FAILED: the JSON of tasuki $command --dry-run is not what $schema says"
        exit 1
    }
done

# It can fail.
sed 's/"seconds_median"/"seconds_mean"/' "$folder/sphere.json" >"$folder/bad.json"
if validates sphere "$folder/bad.json" >/dev/null; then
    echo "FAILED: a missing key was not found"
    exit 1
fi
echo ok
