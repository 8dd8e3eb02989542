# ./tasuki doctor: what is here, what each missing piece would give, and what
# would make StarPU slow. It installs and builds nothing. Exit 0: a build can
# start; 3: it cannot.

# shellcheck source=cmake/setup/slow.sh
source "$root/cmake/setup/slow.sh"

command_doctor() {
    (($# == 0)) || die 2 "doctor takes no arguments, got: $*"
    local lacking=0 missing toolkit pc='' line groups=(build)
    toolkit=$(gpu_toolkit)
    [[ $toolkit != @(hip|simulated) ]] || groups+=("$toolkit")
    missing=$(missing_packages "${groups[@]}" | tr '\n' ' ')
    doctor_tools
    doctor_starpu
    doctor_gpu
    doctor_around
    while IFS= read -r line; do report warning "$line"; done < <(warn_of_slowness)
    if [[ -n $missing ]]; then
        report packages "missing: $missing-- ./tasuki installs them with apt"
        lacking=1
    else
        report packages "all that a build needs"
    fi
    while IFS= read -r line; do report "" "$line"; done < <(lost_without)
    missing=$(missing_packages test bundle | tr '\n' ' ')
    [[ -z $missing ]] ||
        report "" "for ./tasuki test and bundle also: $missing"
    ((lacking == 0)) || exit 3
}

report() { printf '%-14s %s\n' "$1" "${*:2}"; }

# report_tool NAME COMMAND WHAT_IT_GIVES: its first line of --version
report_tool() {
    local name=$1 command=$2 gives=$3
    if command -v "$command" >/dev/null; then
        report "$name" "$("$command" --version 2>&1 | sed -n '/[0-9]\.[0-9]/{p;q}')"
    else
        report "$name" "not here; it gives $gives"
    fi
}

doctor_tools() {
    local compiler=${CXX:-c++}
    if ! command -v "$compiler" >/dev/null; then
        report compiler "not here; nothing is built without one"
        lacking=1
    elif ! cxx_knows_cxx20 "$compiler"; then
        report compiler "$("$compiler" --version | head -n 1): no C++20"
        lacking=1
    else
        report compiler "$("$compiler" --version | head -n 1)"
    fi
    report_tool CMake cmake "the build; it is needed"
    report_tool Ninja ninja "the build; it is needed"
    report_tool ccache ccache "a quick second build"
}

doctor_starpu() {
    local header prefix
    pc=$(installed_starpu)
    if [[ -z $pc ]] && prefix=$("$root/cmake/starpu/build.sh" --find 2>/dev/null); then
        pc=$prefix/lib/pkgconfig
    fi
    if [[ -z $pc ]]; then
        if command -v apt-get >/dev/null || [[ -n ${TASUKI_STARPU_TARBALL:-} ]]; then
            report StarPU "not here; ./tasuki builds it, 1 to 3 minutes"
        else
            report StarPU "not here, and no apt to get its source with: set" \
                "PKG_CONFIG_PATH or TASUKI_STARPU_TARBALL"
            lacking=1
        fi
        return
    fi
    report StarPU "$(starpu_variable version), $(starpu_variable prefix)"
    header=$(starpu_variable starpu_includedir)/starpu_config.h
    report "  workers" "CPU (at most $(sed -n \
        's/^#define STARPU_MAXCPUS //p' "$header"))" \
        "$(starpu_part CUDA USE_CUDA 'needs nvcc here, and --gpu cuda')" \
        "$(starpu_part HIP USE_HIP 'needs --gpu hip or hip-nvidia')"
    report "  parts" "$(starpu_part MPI USE_MPI 'joins several machines')" \
        "$(starpu_part FxT USE_FXT 'gives traces')"
}

# Reads $pc.
starpu_variable() {
    local query=(--variable="$1")
    [[ $1 != version ]] || query=(--modversion)
    PKG_CONFIG_PATH=$pc${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH} \
        pkg-config "${query[@]}" starpu-1.4
}

# starpu_part NAME MACRO WHAT_IT_GIVES; reads $header.
starpu_part() {
    if grep -q "^#define STARPU_$2 1" "$header"; then
        printf '+ %s' "$1"
    else
        printf -- '- %s (%s)' "$1" "$3"
    fi
}

doctor_gpu() {
    local nvcc gpus
    nvcc=$(find_nvcc)
    if [[ -n $nvcc ]]; then
        report "CUDA toolkit" "$(cuda_version "$nvcc"), $nvcc"
    else
        report "CUDA toolkit" "not here; it gives GPU workers on NVIDIA cards"
    fi
    if [[ -n $(find_hipcc) ]]; then
        report HIP "$(hip_version), $(find_hipcc)"
    else
        report HIP "not here; it gives GPU workers on AMD cards (--gpu hip)"
    fi
    if (require_gpu_toolkit "$toolkit") 2>/dev/null; then
        report "this build" "$(gpu_words "$toolkit"), in build/$(build_folder "$toolkit")"
    else
        report "this build" "$(require_gpu_toolkit "$toolkit" 2>&1 |
            sed 's/^tasuki: //')"
        lacking=1
    fi
    gpus=$(nvidia-smi -L 2>/dev/null | sed 's/ (UUID.*//') || gpus=
    [[ -n $gpus ]] || gpus=$(compgen -G '/dev/nvidia[0-9]*') || gpus=
    if [[ -e /dev/kfd ]]; then
        gpus+=${gpus:+$'\n'}"AMD, /dev/kfd"
    fi
    if [[ -z $gpus ]]; then
        report GPUs "none; everything runs on the CPU, GPU tests are skipped"
    else
        local label=GPUs line
        while IFS= read -r line; do
            report "$label" "$line"
            label=
        done <<<"$gpus"
    fi
}

doctor_around() {
    local models cache
    report_tool MPI mpirun "runs on several machines"
    if pkg-config --exists fxt 2>/dev/null; then
        report FxT "$(pkg-config --modversion fxt)"
    else
        report FxT "not here; StarPU built with it records traces"
    fi
    if pkg-config --exists simgrid 2>/dev/null; then
        report SimGrid "$(pkg-config --modversion simgrid)"
    else
        report SimGrid "not here; ./tasuki simulate installs it"
    fi
    if command -v vite >/dev/null; then
        report ViTE "$(command -v vite)"
    else
        report ViTE "not here; it shows traces as a timeline"
    fi
    models=${STARPU_PERF_MODEL_DIR:-$(starpu_home)/.starpu/sampling}
    if [[ -d $models ]]; then
        report models "$models, $(find "$models" -type f | wc -l) files"
    else
        report models "$models: none yet, the first runs measure them"
    fi
    cache=$(cache_folder)
    if [[ -d $cache ]]; then
        report cache "$cache, $(du -sh -- "$cache" | cut -f1)"
    else
        report cache "$cache: empty, StarPU will be kept there"
    fi
}
