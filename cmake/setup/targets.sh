# What a command needs: which programs, and code for which machines. Needs
# say.sh and gpu.sh.

# TASUKI_TARGETS=machine compiles for this machine: its SIMD level, the GPUs
# that are visible. TASUKI_TARGETS=all is for others: bundles, installations and
# CI have it, in a build folder beside the usual one.
targets=${TASUKI_TARGETS:-machine}
case $targets in
    machine | all) ;;
    *) die 2 "TASUKI_TARGETS=$targets: expected machine or all" ;;
esac

# all_programs: prints the programs of the commands.
all_programs() {
    sed -nE 's/^TASUKI_COMMAND\("[^"]*", "[^"]*", "([^"]*)".*/\1/p' \
        "$root/drivers/commands.def" | sort -u
}

# is_line NAME TEXT: whether a line of TEXT is NAME. Not a pipe to grep -q, which
# ends first: the writer of a broken pipe fails, and so does the pipe.
is_line() { [[ $'\n'$2$'\n' == *$'\n'"$1"$'\n'* ]]; }

# programs_of WORD...: prints the CMake targets that the command line WORD...
# needs. A word that is no command needs none: `tasuki` says so.
programs_of() {
    local word words=() needs=(tasuki) skip=0 traces=0 variants=0 machine=0
    local simulates=
    for word in "$@"; do
        case $word in
            --trace | --trace=* | --traces) traces=1 ;;
            --machine | --machine=*) machine=1 ;;
            --machines | --machines=*) simulates=simulate- ;;
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
    local program=${words[0]:-}
    [[ $program != @(bench|simulate) ]] || program+=-${words[1]:-}
    local all
    all=$(all_programs)
    if is_line "$program" "$all"; then
        needs+=("tasuki-$program")
    fi
    # compare SUBJECT starts the program of the subject, with --machine the one
    # that simulates it.
    if [[ $program == compare && $machine == 1 ]] &&
        is_line "simulate-${words[1]:-}" "$all"; then
        needs+=("tasuki-simulate-${words[1]}")
    elif [[ $program == compare ]] && is_line "${words[1]:-}" "$all"; then
        needs+=("tasuki-${words[1]}")
    fi
    # bench policies starts the programs of all its graphs.
    if [[ $program == bench-policies ]]; then
        local graph
        for graph in wilson solve nbody sht tasks; do
            needs+=("tasuki-${simulates}$graph")
        done
    fi
    # simulate offload starts the program of any command.
    if [[ $program == simulate-offload ]]; then
        local command
        for command in wilson solve nbody sht; do
            needs+=("tasuki-simulate-$command")
        done
    fi
    ((traces == 0)) || needs+=(tasuki-trace)
    [[ $program != bench-nbody || $variants == 0 ]] ||
        needs+=(tasuki-bench-nbody-variants)
    printf '%s\n' "${needs[@]}"
}

# is_simulation PROGRAM...: whether the command line that needs them simulates.
is_simulation() { [[ " $*" == *" tasuki-simulate-"* ]]; }

# target_options TOOLKIT: adds to $options for whom CMake is to compile.
target_options() {
    options+=("-DTASUKI_SIMD=$([[ $targets == all ]] && echo all || echo native)")
    local architectures
    architectures=$(gpu_architectures "$1")
    [[ -n $architectures ]] || return 0
    case $1 in
        cuda | hip-nvidia)
            options+=("-DCMAKE_CUDA_ARCHITECTURES=${architectures//,/;}")
            ;;
        hip) options+=("-DCMAKE_HIP_ARCHITECTURES=${architectures//,/;}") ;;
    esac
}

# gpu_architectures TOOLKIT: prints those to compile for, with commas: what was
# asked for, or those of the visible GPUs; nothing for CMake's own choice.
gpu_architectures() {
    case $1 in
        cuda | hip-nvidia)
            if [[ -n ${TASUKI_CUDA_ARCHITECTURES:-} ]]; then
                printf '%s\n' "$TASUKI_CUDA_ARCHITECTURES"
            elif [[ $targets == machine ]]; then
                visible_nvidia_architectures
            fi
            ;;
        hip)
            if [[ -n ${TASUKI_HIP_ARCHITECTURES:-} ]]; then
                printf '%s\n' "$TASUKI_HIP_ARCHITECTURES"
            elif [[ $targets == machine ]]; then
                visible_amd_architectures
            fi
            ;;
    esac
}

# build_folder TOOLKIT: the name below build/.
build_folder() {
    local folder
    folder=$(gpu_preset "$1")
    [[ $targets == machine ]] || folder+=-portable
    printf '%s\n' "$folder"
}
