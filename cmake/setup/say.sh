# Messages and the end of a run. Everything goes to stderr: stdout belongs to
# the result of the command line.

say() {
    [[ ! -t 2 ]] || printf '\r\033[K' >&2 # over a line of progress
    printf 'tasuki: %s\n' "$*" >&2
}

# die CODE MESSAGE: 2 bad usage, 3 something is not here, 70 a build failed.
die() {
    local code=$1
    shift
    say "$*"
    exit "$code"
}

# die_with_log CODE LOG MESSAGE: the log's end is nearly always the cause.
die_with_log() {
    local code=$1 log=$2
    shift 2
    say "$*"
    if [[ -s $log ]]; then
        tail -n 15 -- "$log" | cut -c1-240 | sed 's/^/    /' >&2
        say "the whole log is $log"
    fi
    exit "$code"
}
