# Installs the Debian packages that a build needs, which are listed in
# packaging/dependencies.txt. Where there is no dpkg, CMake says what is missing.
# Needs common.sh.

dependencies() {
    sed '/^#/d; s/ *| */|/g' "$root/packaging/dependencies.txt"
}

# Prints the number of the clang for sanitizers, fuzzing and clang-tidy: the
# newest that is installed, else the newest that apt knows.
newest_clang() {
    {
        echo -19
        compgen -c clang++- | grep -E -- '-(19|20|21)$' ||
            apt-cache search --names-only '^clang-(19|20|21)$'
    } 2>/dev/null | grep -oE -- '-(19|20|21)\>' | sort -u | tail -n 1 | tr -d -
}

# groups_for TOOLKIT: prints those that its build needs; a ROCm or a SimGrid from
# elsewhere will do.
groups_for() {
    echo build
    case $1 in
        hip) command -v hipcc >/dev/null || echo hip ;;
        simulated) pkg-config --exists simgrid 2>/dev/null || echo simulated ;;
    esac
}

# missing_packages GROUP...: prints the names, one a line.
missing_packages() {
    local group package clang='' wanted=() installed
    command -v dpkg-query >/dev/null || return 0
    while IFS='|' read -r group package _; do
        [[ " $* " == *" $group "* ]] || continue
        [[ $package != *%* || -n $clang ]] || clang=$(newest_clang)
        wanted+=("${package/\%/$clang}")
    done < <(dependencies)
    installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' \
        "${wanted[@]}" 2>/dev/null | sed -n 's/^installed //p') || true
    for package in "${wanted[@]}"; do
        is_line "$package" "$installed" || echo "$package"
    done
}

# install_packages LOG GROUP...: installs what is missing, or says all of it.
# With the group build also what a build does without, if that is possible.
install_packages() {
    local log=$1 missing extras='' lost
    shift
    missing=$(missing_packages "$@" | tr '\n' ' ')
    [[ " $* " != *" build "* ]] ||
        extras=$(missing_packages extra | tr '\n' ' ')
    [[ -n $missing$extras ]] || return 0
    # shellcheck disable=SC2086
    if may_install "$missing"; then
        say "installing packages: $missing$extras"
        # What a build does without may be what apt does not have.
        install_with_apt "$log" $missing $extras || [[ -z $missing ]] ||
            { [[ -n $extras ]] && install_with_apt "$log" $missing; } ||
            die_with_log 3 "$log" "apt-get could not install $missing(if others" \
                "would have to be removed, TASUKI_MAY_REMOVE_PACKAGES=1 allows it)"
    elif [[ -n $missing ]]; then
        lost="missing packages, and no right to install them; run as root:"
        lost+=" apt-get install --no-install-recommends $missing"
        # Spack, Guix and modules set these, and may have brought them.
        [[ -n ${CMAKE_PREFIX_PATH:-}${PKG_CONFIG_PATH:-}${CPATH:-} ]] ||
            die 3 "$lost(or name the folders of your own in CMAKE_PREFIX_PATH)"
        say "$lost"
    fi
    extras=$(missing_packages extra | tr '\n' ' ')
    [[ -z $extras ]] ||
        say "without ${extras}(packaging/dependencies.txt has what that means)"
}

# may_install MISSING: whether packages can be installed here; puts what gives
# the right into $sudo. Nobody is asked for a password if nothing is MISSING.
may_install() {
    sudo=
    command -v apt-get >/dev/null || return 1
    ((EUID != 0)) || return 0
    sudo=sudo # fails if it is not here
    sudo -n true 2>/dev/null || { [[ -n $1 && -t 0 && -t 2 ]] && sudo -v; }
}

# install_with_apt LOG PACKAGE...: lists first, as a container image comes
# without any, and an old list may do without a network. What a user has is not
# removed for us, unless that is allowed.
install_with_apt() {
    local keep=(--no-remove)
    [[ ${TASUKI_MAY_REMOVE_PACKAGES:-} != 1 ]] || keep=()
    run_logged "$1" ${sudo:+sudo} apt-get -q update || true
    run_logged "$1" ${sudo:+sudo} env DEBIAN_FRONTEND=noninteractive apt-get -q -y \
        -o DPkg::Lock::Timeout=300 install --no-install-recommends \
        "${keep[@]}" "${@:2}"
}
