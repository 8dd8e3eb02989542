#!/usr/bin/env bash
# manual.sh PROGRAM: the manual has an entry for each command that the help of
# PROGRAM lists, and for no other; and it is formatted without a warning.
set -euo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
manual=$here/../../docs/man/tasuki.1
program=$1

# commands_of ARGUMENT...: what --help lists as subcommands, if any
commands_of() {
    "$program" "$@" --help | awk '
        /^[^ ]/ { listed = tolower($0) ~ /^(sub)?commands:/; next }
        listed && /^  [a-z]/ { print $1 }'
}

listed=$(for command in $(commands_of); do
    below=$(commands_of "$command")
    if [[ -n $below ]]; then
        for name in $below; do echo "$command $name"; done
    else
        echo "$command"
    fi
done | sort)
(($(wc -l <<<"$listed") > 3)) || {
    echo "FAILED: the help lists only: $listed"
    exit 1
}
described=$(sed -n 's/^\.B tasuki \([a-z]\)/\1/p' "$manual" | sort)
diff --label "the help" --label "docs/man/tasuki.1" -u \
    <(echo "$listed") <(echo "$described") || exit 1
if command -v groff >/dev/null; then
    warnings=$(groff -man -ww -z "$manual" 2>&1)
    [[ -z $warnings ]] || {
        echo "$warnings"
        exit 1
    }
fi
echo "ok: the manual has $(wc -l <<<"$listed") commands"
