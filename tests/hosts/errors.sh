#!/usr/bin/env bash
# errors.sh RUNTIME_TRANSFERS_TEST: a task that fails on one machine lets the
# ranks on all machines throw, whatever they do.
source "$(dirname -- "$0")/machines.sh"
program=$1
for count in 2 3; do
    machines "$count"
    for each in 1 2; do
        ranks "$each" timeout 60 "$program" '--test-case=*fails on one rank*,*only computes*' \
            >"$scratch/log" 2>&1 || fail "$count machines, $each ranks on each"
        echo "ok: $count machines, $each ranks on each"
    done
done
