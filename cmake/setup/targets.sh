# Which programs a command line needs. Needs common.sh.

# Prints the programs of the commands.
all_programs() {
    sed -nE 's/^TASUKI_COMMAND\("[^"]*", "[^"]*", "([^"]*)".*/\1/p' \
        "$root/drivers/commands.def" | sort -u
}

# programs_of WORD...: prints the CMake targets that the command line WORD...
# needs. Help, and what is no command, are answered by tasuki-devices.
programs_of() {
    local word words=() last=() skip=0 machine='' machines='' variants=0 forms=0
    for word in "$@"; do
        case $word in
            --trace | --trace=* | --traces) last=(tasuki-trace) ;;
            --machine | --machine=*) machine=simulate- ;;
            --machines | --machines=*) machines=simulate- ;;
            --precision* | --reconstruct*) forms=1 ;;
            --table3 | --variant | --variant=*) variants=1 ;;
        esac
        if ((skip)); then
            skip=0
        elif [[ $word == @(--log-level|--machine|--machines|--ranks?(-per-node)) ]]; then
            skip=1
        elif [[ $word != -* ]]; then
            words+=("$word")
        fi
    done
    local program=${words[0]:-} subject=${words[1]:-} programs=() all
    all=$(all_programs)
    [[ $program != @(bench|simulate) ]] || program+=-$subject
    case $program in
        # They start the program of their subject or the one that simulates it,
        # those of all graphs, and those of all commands.
        compare)
            is_line "$machine$subject" "$all" || machine=
            programs=("$machine$subject")
            ;;
        bench-policies) programs=("$machines"{wilson,solve,nbody,sht,tasks}) ;;
        simulate-offload) programs=(simulate-{wilson,solve,nbody,sht}) ;;
        bench-nbody) ((!variants)) || last+=(tasuki-bench-nbody-variants) ;;
    esac
    [[ "$program $machine ${programs[*]}" != @(wilson *|"compare  wilson") ]] ||
        ((!forms)) || last+=(tasuki-wilson-forms)
    is_line "$program" "$all" || programs=(devices)
    echo tasuki
    for word in "$program" "${programs[@]}"; do
        ! is_line "$word" "$all" || echo "tasuki-$word"
    done
    printf '%s' "${last[@]/%/$'\n'}"
}
