#!/usr/bin/env bash
# schema.sh SCHEMA MACHINES: every shipped machine is what the schema says, and
# one with a wrong number is not.
set -euo pipefail
source "$(dirname -- "$0")/../../jsonschema.sh"
"$python" - "$1" "$2" <<'PYTHON'
import copy
import json
import pathlib
import sys

import jsonschema

schema = json.load(open(sys.argv[1]))
paths = sorted(pathlib.Path(sys.argv[2]).glob("*.json"))
assert paths
for path in paths:
    machine = json.load(open(path))
    jsonschema.validate(machine, schema)
    for change in (
        lambda m: m["node"]["gpu"].update(bandwidth_gbs=-1),
        lambda m: m["node"].pop("gpu"),
        lambda m: m["node"]["socket"].update(colour="red"),
        lambda m: (m.update(nodes=2), m.pop("network", None)),
    ):
        wrong = copy.deepcopy(machine)
        change(wrong)
        try:
            jsonschema.validate(wrong, schema)
        except jsonschema.ValidationError:
            continue
        sys.exit(f"FAILED: a wrong {path} is valid")
PYTHON
