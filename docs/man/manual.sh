#!/usr/bin/env bash
# manual.sh PROGRAM: prints the manual tasuki(1). Options and commands are those
# of PROGRAM's --help, so that the two cannot differ; the rest is tasuki.1.in.
set -euo pipefail
shopt -s inherit_errexit # a help that fails ends this, in $(...) too

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
program=$1

# Names below 'Subcommands:' of a help on stdin.
names() {
    awk '/^[^ ]/ { listed = tolower($0) ~ /^subcommands:/; next }
         listed && /^  [a-z]/ { print $1 }'
}

# entries: a help on stdin, as paragraphs of roff. Each line of the help with two
# leading spaces begins an option or positional; its text stands behind two or
# more spaces, or in the next line.
entries() {
    awk '
        function escaped(text) {
            gsub(/\\/, "\\e", text)
            gsub(/-/, "\\-", text)
            return text ~ /^[.\x27]/ ? "\\&" text : text
        }
        NR == 1 { summary = $0; next }
        /^Usage:/ || NF == 0 { next }
        /^[A-Za-z]+:$/ { skipped = tolower($0) == "subcommands:"; next }
        skipped { next }
        /^  -h,/ { next }
        /^[^ ]/ { footer = footer $0 "\n"; next }
        /^  [^ ]/ {
            at = match(substr($0, 3), /  +/)
            name = at ? substr($0, 3, at - 1) : substr($0, 3)
            printf ".TP\n.B %s\n", escaped(name)
            if (at) print escaped(substr($0, 2 + at + RLENGTH))
            next
        }
        { sub(/^ +/, ""); print escaped($0) }
        END { if (footer) printf ".PP\n%s", escaped(footer) }'
}

# command WORD...: the section of a command.
command_section() {
    local help
    help=$("$program" "$@" --help)
    printf '.SS tasuki %s\n%s.\n' "$*" "$(head -n 1 <<<"$help")"
    entries <<<"$help"
}

# all_commands NAME...: the sections of commands, or of those in a group.
all_commands() {
    local name below
    for name; do
        below=$("$program" "$name" --help | names)
        if [[ -z $below ]]; then
            command_section "$name"
        else
            for below in $below; do command_section "$name" "$below"; done
        fi
    done
}

help=$("$program" --help)
options=$(entries <<<"$help")
commands=$(names <<<"$help")
# shellcheck disable=SC2086 # one word for each name
commands=$(all_commands $commands)
while IFS= read -r line; do
    case $line in
        @OPTIONS@) echo "$options" ;;
        @COMMANDS@) echo "$commands" ;;
        *) echo "$line" ;;
    esac
done <"$here/tasuki.1.in"
