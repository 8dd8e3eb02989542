# For scripts that validate JSON: $python is one that has jsonschema. Where there
# is none the test is skipped.
# The distribution's Python has its packages, whichever comes first in PATH.
python=
for candidate in python3 /usr/bin/python3; do
    if "$candidate" -c 'import jsonschema' 2>/dev/null; then python=$candidate; fi
done
[[ -n $python ]] || {
    echo "skipped: python3-jsonschema is not installed"
    exit 77
}
