# Shows where a long command is: one line that moves on a terminal, a line now
# and then elsewhere. Needs say.sh and child.sh.

seconds_between_lines=20 # where stderr is a file or a pipe

# Said before the first line that tells of work: a build with nothing to do is
# silent.
announce=
idle='no work to do|Re-checking globbed|Entering directory'

# show_progress LOG: copies stdin to LOG and its newest line to stderr.
show_progress() {
    local log=$1 line width=80 shown=$SECONDS
    if [[ -t 2 ]]; then
        width=$(stty size 2>/dev/null <&2 | cut -d' ' -f2) || true
        [[ $width =~ ^[1-9][0-9]*$ ]] || width=80
        while IFS= read -r line || [[ -n $line ]]; do
            printf '%s\n' "$line" >>"$log"
            announce_work "$line" || continue
            printf '\r\033[K%s' "${line:0:width - 1}" >&2
        done
        printf '\r\033[K' >&2
    else
        while IFS= read -r line || [[ -n $line ]]; do
            printf '%s\n' "$line" >>"$log"
            announce_work "$line" || continue
            if ((SECONDS - shown >= seconds_between_lines)); then
                printf '  %s\n' "${line:0:100}" >&2
                shown=$SECONDS
            fi
        done
    fi
}

# Fails for a line that is not worth showing.
announce_work() {
    [[ -z $announce ]] || {
        [[ ! $1 =~ $idle ]] || return 1
        say "$announce"
        announce=
    }
}

piped_to_progress() {
    local log=$1
    shift
    "$@" </dev/null 2>&1 | show_progress "$log"
}

# run_logged LOG COMMAND...: stdout and stderr of it go to LOG.
run_logged() {
    local log=$1
    mkdir -p -- "$(dirname -- "$log")"
    run_child piped_to_progress "$@"
}
