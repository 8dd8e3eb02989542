# Completion of tasuki's commands and options for bash, taken from its own help.
# bash-completion loads it from share/bash-completion/completions; elsewhere:
#   source share/bash-completion/completions/tasuki

_tasuki() {
    local word command=() at
    for ((at = 1; at < COMP_CWORD; at++)); do
        word=${COMP_WORDS[at]}
        [[ $word != -* ]] || break
        command+=("$word")
        ((${#command[@]} < 2)) || break
    done
    # A word that is no command has no help, and so no completion. With one
    # command the second word may be a value.
    local help
    help=$("${COMP_WORDS[0]}" "${command[@]}" --help 2>/dev/null) ||
        help=$("${COMP_WORDS[0]}" "${command[@]:0:1}" --help 2>/dev/null) ||
        return 0
    # Help is also what a word gets that stands in front of --help.
    [[ -z ${command[0]:-} || $help == *"tasuki ${command[0]}"* ]] || return 0
    local words
    if [[ $2 == -* ]]; then
        words=$(grep -oE '^ +(-[a-zA-Z],)?--[a-z0-9-]+' <<<"$help" |
            grep -oE -- '--[a-z0-9-]+')
    else
        words=$(sed -n '/^Subcommands:/,$s/^  \([a-z][a-z0-9-]*\) .*/\1/p' \
            <<<"$help")
    fi
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$2")
}
complete -o default -F _tasuki tasuki
