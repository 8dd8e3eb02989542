# Messages, child processes, progress, and the folder that later builds use
# again; it reads the other pieces at its end. Everything that is said goes to
# stderr: stdout belongs to the result of the command line.
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)

say() {
    [[ ! -t 2 ]] || printf '\r\033[K' >&2 # over a line of progress
    printf 'tasuki: %s\n' "$*" >&2
}

# die CODE MESSAGE: 2 bad usage, 3 something is not here, 70 a build failed.
die() { say "${@:2}" && exit "$1"; }

# die_with_log CODE LOG MESSAGE: the log's end is nearly always the cause.
die_with_log() {
    say "${@:3}"
    [[ ! -s $2 ]] || tail -n 15 -- "$2" | cut -c1-240 | sed 's/^/    /' >&2
    die "$1" "the whole log is $2"
}

# is_line NAME TEXT: whether a line of TEXT is NAME. Not a pipe to grep -q, which
# ends first: the writer of a broken pipe fails, and so does the pipe.
is_line() { [[ $'\n'$2$'\n' == *$'\n'"$1"$'\n'* ]]; }

# lock FILE MESSAGE: holds it as descriptor 9; MESSAGE is for who has to wait.
lock() {
    exec 9>"$1"
    flock -n 9 || {
        say "$2, waiting for it"
        until flock -n 9; do sleep 0.2; done
    }
}

# run_child COMMAND...: returns its status. It has a process group of its own, so
# that a Ctrl-C, or a signal to the wrapper alone, ends all of it.
child=0
run_child() {
    local status=0
    set -m # SIGINT is not ignored in such a group
    "$@" 9>&- &
    child=$!
    set +m
    wait "$child" || status=$?
    child=0
    return "$status"
}

# What follows a signal: the end of the child, and what is trapped for EXIT.
stop_on_signals() {
    trap 'stop_child; say interrupted; exit 130' INT
    trap 'stop_child; exit 143' TERM HUP
}
stop_child() {
    ((child == 0)) || { kill -TERM -- "-$child" && wait "$child"; } 2>/dev/null || true
}

# run_logged LOG COMMAND...: stdout and stderr of it go to LOG, and where it is
# to stderr: on a terminal a line that moves, elsewhere a line now and then.
# $announce is said before the first line that tells of work.
announce=
run_logged() {
    mkdir -p -- "$(dirname -- "$1")"
    run_child pipe_to_progress "$@"
}
pipe_to_progress() { "${@:2}" </dev/null 2>&1 | show_progress "$1"; }
show_progress() {
    local line width=0 shown=$SECONDS
    [[ ! -t 2 ]] || width=$(stty size 2>/dev/null <&2 | cut -d' ' -f2) || width=80
    while IFS= read -r line || [[ -n $line ]]; do
        printf '%s\n' "$line" >>"$1"
        if [[ -n $announce ]]; then
            [[ $line != *@(no work to do|Re-checking|Entering)* ]] || continue
            say "$announce"
            announce=
        fi
        if ((width)); then
            printf '\r\033[K%s' "${line:0:width - 1}" >&2
        elif ((SECONDS - shown >= 20)); then
            printf '  %s\n' "${line:0:100}" >&2
            shown=$SECONDS
        fi
    done
    ((width == 0)) || printf '\r\033[K' >&2
}

# The folder in which a StarPU that was built here is kept. Without a home that
# can be written it is in the checkout, which is the user's own: a name in /tmp
# could belong to somebody else. ccache, too, stops if it cannot write. Whether it
# can is tried: of some file systems the permissions do not tell.
cache=${XDG_CACHE_HOME:-${HOME:+$HOME/.cache}}
if [[ $cache == /* ]] && mkdir -p -- "$cache" 2>/dev/null &&
    rmdir -- "$(mktemp -d -- "$cache/.tasuki.XXXXXX" 2>/dev/null)" 2>/dev/null; then
    cache=${TASUKI_CACHE:-$cache/tasuki}
else
    cache=${TASUKI_CACHE:-$root/build/cache}
    export CCACHE_DIR=${CCACHE_DIR:-$root/build/ccache}
fi

for piece in toolchain targets packages starpu build; do
    # shellcheck source=/dev/null
    source "$root/cmake/setup/$piece.sh"
done
