#!/usr/bin/env bash
# python.sh PYTHON FOLDER: runs the tests of python/tests with the package that is
# in FOLDER. 77 means that they cannot run here.
set -euo pipefail

skip() {
    echo "SKIPPED: $*"
    exit 77
}

python=$1 folder=$2
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
compgen -G "$folder/tasuki/_tasuki.*.so" >/dev/null ||
    skip "this build has no Python module; -DTASUKI_PYTHON=ON and the target" \
        "tasuki_python make it, with nanobind of pip"
for module in numpy pytest; do
    "$python" -c "import $module" 2>/dev/null || skip "$python has no $module"
done
cd -- "$root"
PYTHONPATH=$folder exec "$python" -m pytest -q -rs -p no:cacheprovider python/tests
