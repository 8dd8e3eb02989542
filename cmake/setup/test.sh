# ./tasuki test [CTEST ARGUMENTS]: builds everything and runs the tests. What
# cannot run here (no GPU, no tool) is listed by CTest at the end as skipped.

command_test() {
    lock_checkout
    install_packages "$logs/packages.log" build
    (
        stop_on_signals
        install_packages "$logs/packages.log" test bundle
    ) || say "the tests that need them are skipped"
    build_targets all
    unlock_checkout
    exec ctest --test-dir "$root/build/$folder" --output-on-failure -j 2 "$@"
}
