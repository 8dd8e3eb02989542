# The versions of StarPU that Tasuki is tested with. docs/starpu.md says what is
# known of each.

starpu_oldest=1.4.7 # the HIP driver, and fixes of StarPU-MPI
starpu_before=1.5   # another interface, and another name for pkg-config

# starpu_fits VERSION: whether it is in the range. A release candidate is not.
starpu_fits() {
    [[ $1 =~ ^[0-9]+(\.[0-9]+)+$ ]] &&
        is_sorted "$starpu_oldest" "$1" && ! is_sorted "$starpu_before" "$1"
}

is_sorted() { printf '%s\n' "$@" | sort -C -V; }

# starpu_of_package VERSION: what upstream calls a distribution's version.
starpu_of_package() {
    local version=${1#*:}
    version=${version%-*}
    printf '%s\n' "${version%%+*}"
}
