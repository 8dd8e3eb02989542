# ./tasuki install DIR: programs, libraries, headers and what find_package()
# needs, for all machines of this kind.

command_install() {
    (($# == 1)) || die 2 "usage: ./tasuki install DIR"
    local target
    target=$(readlink -m -- "$1")
    targets=all
    configure_options+=("-DCMAKE_INSTALL_PREFIX=$target" -DTASUKI_TESTS=OFF)
    lock_checkout
    # The prefix is in the programs, and tests do not belong there.
    folder=$(build_folder "$(gpu_toolkit)")-install
    build_targets all
    run_logged "$logs/install.log" in_root cmake --install "build/$folder" ||
        die_with_log 70 "$logs/install.log" "$target: cannot be installed to"
    unlock_checkout
    say "installed: $target"
}
