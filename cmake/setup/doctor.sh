# ./tasuki doctor: what is here, and what is missing. It installs and builds
# nothing. Exit 0: a build can start; 3: it cannot.

command_doctor() {
    (($# == 0)) || die 2 "doctor takes no arguments, got: $*"
    local toolkit status=0 missing starpu program
    toolkit=$(gpu_toolkit)
    program=$root/build/$(build_folder "$toolkit")/bin/tasuki
    report "this build" "--gpu $toolkit, ${program%/bin/*}"
    missing=$( (require_compilers "$toolkit") 2>&1) || status=3
    report compiler "${missing:-$("${CXX:-c++}" --version | sed q)}"
    starpu=$(installed_starpu)
    [[ -n $starpu ]] || starpu=$("$root/cmake/starpu/build.sh" --find 2>/dev/null) ||
        starpu="not here; ./tasuki builds it, 1 to 3 minutes"
    report StarPU "$starpu"
    # shellcheck disable=SC2046
    missing=$(missing_packages $(groups_for "$toolkit") | tr '\n' ' ')
    [[ -z $missing ]] || status=3
    report packages "${missing:-none is missing}${missing:+-- ./tasuki installs them}"
    report optional "without: $(missing_packages extra | tr '\n' ' ')"
    [[ ! -x $program ]] || "$program" devices || true
    exit "$status"
}

report() { printf '%-14s %s\n' "$1" "$2"; }
