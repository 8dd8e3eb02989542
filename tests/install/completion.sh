#!/usr/bin/env bash
# completion.sh TASUKI: bash completes commands, commands below commands, and
# options, as help names them.
set -euo pipefail
source "$(dirname -- "$0")/../../drivers/completion/tasuki.bash"

# completes EXPECTED WORD...: whether EXPECTED is among what stands for the last.
program=$1
completes() {
    local expected=$1
    shift
    COMP_WORDS=("$program" "$@")
    COMP_CWORD=$#
    COMPREPLY=()
    _tasuki "$program" "${!#}" ""
    [[ " ${COMPREPLY[*]} " == *" $expected "* ]] || {
        echo "FAILED: '$*' gives '${COMPREPLY[*]}', expected $expected"
        exit 1
    }
}
completes wilson wil
completes bench ""
completes nbody bench nb
completes report trace ""
completes --lattice wilson --lat
completes --table3 bench nbody --
completes --log-level --lo
COMP_WORDS=("$program" nonsense "") COMP_CWORD=2 COMPREPLY=()
_tasuki "$program" "" nonsense
[[ -z ${COMPREPLY[*]} ]] || {
    echo "FAILED: after a word that is no command: ${COMPREPLY[*]}"
    exit 1
}
echo ok
