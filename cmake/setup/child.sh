# One child at a time, in a process group of its own, so that a Ctrl-C (or a
# signal to the wrapper alone) ends all of it and not only its first process.
# Needs say.sh.

child=0

# run_child COMMAND...: waits for it and returns its status.
run_child() {
    local status=0
    set -m # a group of its own, and SIGINT is not ignored in it
    "$@" 9>&- &
    child=$!
    set +m
    wait "$child" || status=$?
    child=0
    return "$status"
}

stop_child() {
    ((child)) || return 0
    kill -TERM -- "-$child" 2>/dev/null || true
    wait "$child" 2>/dev/null || true
    child=0
}

# stop_on_signals [CLEAN_UP]: what follows a signal, clean_up being a function.
stop_on_signals() {
    local clean_up=${1:-:}
    # shellcheck disable=SC2064 # the function of now
    trap "stop_child; $clean_up; trap - EXIT; say interrupted; exit 130" INT
    # shellcheck disable=SC2064
    trap "stop_child; $clean_up; trap - EXIT; exit 143" TERM HUP
}
