# ./tasuki test [--all] [CTEST ARGUMENTS]: builds and runs the tests that guard
# results and files, or all. What cannot run here (no GPU, no tool) is listed by
# CTest at the end as skipped.

command_test() {
    local target=tasuki_tests chosen=(-LE extended) status=0
    [[ ${1:-} != --all ]] || { target=all chosen=() && shift; }
    lock_checkout
    install_packages "$logs/packages.log" build
    [[ $target != all ]] || (
        stop_on_signals
        install_packages "$logs/packages.log" test bundle
    ) || say "the tests that need them are skipped"
    build_targets "$target"
    unlock_checkout
    # Few tests keep both of two cores busy.
    ctest --test-dir "$root/build/$folder" --output-on-failure -j 4 \
        "${chosen[@]}" "$@" || status=$?
    [[ $target == all ]] || say "these are the tests of results and files;" \
        "./tasuki test --all has those of style, links, installation, comparisons" \
        "and faults too"
    return "$status"
}
