# ./tasuki bundle: a folder that runs where it is copied to, on machines without
# a compiler, with what cmake/TasukiBundle.cmake says. ./tasuki install is below.

usage="usage: ./tasuki bundle DIR [--commands all|wilson,bench-wilson,...]
    [--tests all|none|runtime,codelets,...] [--architectures 90-real,...]"

command_bundle() {
    local target='' commands=all tests=all architectures='' name toolkit
    while (($# > 0)); do
        case $1 in
            --commands | --tests | --architectures)
                (($# > 1)) || die 2 "$usage"
                printf -v "${1#--}" %s "$2" && shift
                ;;
            -*) die 2 "bundle: unknown option $1; $usage" ;;
            *) [[ -z $target ]] && target=$(readlink -m -- "$1") || die 2 "$usage" ;;
        esac
        shift
    done
    [[ -n $target ]] || die 2 "$usage"
    toolkit=$(gpu_toolkit)
    check_target
    # Kernels that only tables of all of them need are for who asks for them.
    for name in ${commands//,/ }; do
        [[ $name == @(all|bench-nbody-variants) ]] ||
            is_line "$name" "$(all_programs)" ||
            die 2 "--commands: expected some of $(all_programs |
                paste -sd,),bench-nbody-variants, found $name"
    done
    for name in ${tests//,/ }; do
        [[ $name == @(all|none) || -e $root/tests/$name/CMakeLists.txt ]] ||
            die 2 "--tests: there is no folder tests/$name"
    done
    [[ -z $architectures ]] ||
        export TASUKI_{CUDA,HIP}_ARCHITECTURES="$architectures"
    targets=all
    # A distribution's StarPU links GPL-3 code and what a cluster lacks.
    export TASUKI_STARPU=build
    configure_options+=("-DTASUKI_BUNDLE_COMMANDS=${commands//,/;}"
        "-DTASUKI_BUNDLE_TESTS=${tests//,/;}")
    lock_checkout
    install_packages "$logs/packages.log" build bundle
    build_targets bundle_contents
    # Beside the target: a rename works only inside one file system.
    mkdir -p -- "$(dirname -- "$target")" 2>/dev/null &&
        image=$(mktemp -d -- "$target.XXXXXX" 2>/dev/null) ||
        die 3 "$target: cannot be written"
    trap 'rm -rf -- "$image"' EXIT
    run_logged "$logs/bundle.log" with_starpu cmake --install "build/$folder" \
        --component bundle --prefix "$image" ||
        die_with_log 70 "$logs/bundle.log" "$target: cannot be made"
    chmod 755 "$image"
    [[ ! -e $target ]] || mv -T -- "$target" "$image.old"
    mv -T -- "$image" "$target"
    rm -rf -- "$image.old"
    say "bundle: $target, $(du -sm --apparent-size -- "$target" | cut -f1)" \
        "MiB; --commands, --tests and --architectures make a smaller one"
}

# Nothing of a user's is replaced, nor what is for other GPUs.
check_target() {
    local earlier
    [[ -e $target/.tasuki-bundle || -z $(ls -A -- "$target" 2>/dev/null) ]] ||
        die 2 "$target: is neither empty nor an earlier bundle; nothing was" \
            "written"
    earlier=$(sed -n 's/^gpu: //p' "$target/.tasuki-bundle" 2>/dev/null) || return 0
    [[ ${earlier:-$toolkit} == "$toolkit" ]] ||
        die 2 "$target: is a bundle for --gpu $earlier, not $toolkit; nothing" \
            "was written"
}

# ./tasuki install DIR: programs, libraries, headers and what find_package()
# needs, for all machines of this kind.
command_install() {
    (($# == 1)) || die 2 "usage: ./tasuki install DIR"
    local target
    target=$(readlink -m -- "$1")
    targets=all
    configure_options+=("-DCMAKE_INSTALL_PREFIX=$target" -DTASUKI_TESTS=OFF)
    # The prefix is in the programs, and tests do not belong there.
    folder=$(build_folder "$(gpu_toolkit)")-install
    build_for_use all
    run_logged "$logs/install.log" with_starpu cmake --install "build/$folder" ||
        die_with_log 70 "$logs/install.log" "$target: cannot be installed to"
    say "installed: $target"
}
