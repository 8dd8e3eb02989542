#!/usr/bin/env bash
# The code on a page of the tutorial, docs/tutorial/N-NAME.md, is that of the
# example, examples/NAME, which CI builds: each line of a block of C++ or CMake
# is a line of one of its files. An example stays short enough to be read at once.
set -euo pipefail

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)

# code_of PAGE: the lines in its blocks
code_of() {
    awk '/^```(cpp|cmake)$/ {inside = 1; next} /^```/ {inside = 0} inside && NF' "$1"
}

# unknown PAGE FOLDER: the lines of code that no file in the folder has
unknown() {
    code_of "$1" | grep -vxFf <(cat -- "$2"/* | grep .) || true
}

lines_of_code=0
for page in "$root"/docs/tutorial/*-*.md; do
    name=$(basename -- "$page" .md)
    lines=$(unknown "$page" "$root/examples/${name#*-}")
    [[ -z $lines ]] || {
        printf 'FAILED: %s has code that examples/%s has not:\n%s\n' \
            "$page" "${name#*-}" "$lines"
        exit 1
    }
    length=$(cat -- "$root/examples/${name#*-}"/*.[ch]pp | grep -cvE '^ *(//.*)?$')
    ((length < 150)) || {
        echo "FAILED: examples/${name#*-} has $length lines of code"
        exit 1
    }
    lines_of_code=$((lines_of_code + $(code_of "$page" | wc -l)))
done
((lines_of_code > 0)) || {
    echo "FAILED: the tutorial has no code"
    exit 1
}
echo "ok: $lines_of_code lines"
