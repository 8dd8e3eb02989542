#!/usr/bin/env bash
# manual.sh PROGRAM: the manual has a section for each command in the table, with
# its options, and is formatted without a warning. It needs all programs.
set -euo pipefail

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT
fail() {
    echo "FAILED: $*"
    exit 1
}

"$root/docs/man/manual.sh" "$1" >"$scratch/tasuki.1"
commands=$(sed -n 's/^TASUKI_COMMAND("\([^"]*\)", "\([^"]*\)".*/\1 \2/p' \
    "$root/drivers/commands.def" | sed 's/^ //' | sort)
diff --label "drivers/commands.def" --label "the manual" -u <(echo "$commands") \
    <(sed -n 's/^\.SS tasuki //p' "$scratch/tasuki.1" | sort) ||
    fail "the manual has other commands"
# An option of each kind: of all commands, of one, of one in a group.
for option in log-level reconstruct table3; do
    grep -q -- "^\.B \\\\-\\\\-${option/-/\\\\-}" "$scratch/tasuki.1" ||
        fail "--$option is not in the manual"
done
if command -v groff >/dev/null; then
    warnings=$(groff -man -ww -z "$scratch/tasuki.1" 2>&1)
    [[ -z $warnings ]] || fail "$warnings"
fi
# A program that does not answer leaves no manual with a gap.
printf '#!/bin/sh\n[ $# = 1 ] && exec "%s" --help\nexit 3\n' "$1" >"$scratch/broken"
chmod +x "$scratch/broken"
! "$root/docs/man/manual.sh" "$scratch/broken" >/dev/null 2>&1 ||
    fail "the manual was made without the options of commands"
echo "ok: the manual has $(wc -l <<<"$commands") commands"
