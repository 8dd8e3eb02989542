# ./tasuki bundle DIR [--commands LIST] [--tests LIST] [--architectures LIST]: a
# folder with programs, tests, the libraries that a cluster does not have, their
# licences, and the samples. It runs where it is copied to. Without options it
# holds everything, for every GPU that a build is for.

# The machine that runs it brings these: its own C and C++ runtime (any newer
# than the builder's will do), its driver's CUDA or ROCm, its network's Open MPI.
from_the_machine='^(ld-linux.*|lib(c|m|dl|rt|pthread|resolv)\.so.*'
from_the_machine+='|libstdc\+\+.*|libgcc_s.*|libcuda.*|libcu.*|libnv.*'
from_the_machine+='|libamdhip.*|libhsa-runtime.*|libamd_comgr.*'
from_the_machine+='|libmpi.*|libopen-(rte|pal).*)$'
cuda_folder=/usr/local/cuda/lib64
rocm_folder=/opt/rocm/lib

# shellcheck source=cmake/setup/licences.sh
source "$root/cmake/setup/licences.sh"

bundle_usage="usage: ./tasuki bundle DIR [--commands all|wilson,bench-wilson,...]
    [--tests all|none|runtime,codelets,...] [--architectures 90-real,...]"

command_bundle() {
    local target='' toolkit commands=all rooms=all
    parse_bundle "$@"
    target=$(readlink -m -- "$target")
    toolkit=$(gpu_toolkit)
    check_target "$target"
    targets=all
    # A distribution's StarPU links GPL-3 code and what a cluster lacks.
    export TASUKI_STARPU=build
    local needed=() programs=() test_rooms=()
    needed_for_bundle
    lock_checkout
    install_packages "$logs/packages.log" build bundle
    build_targets "${needed[@]}"
    # beside the target: a rename works only inside one file system
    mkdir -p -- "$(dirname -- "$target")" 2>/dev/null &&
        image=$(mktemp -d -- "$target.XXXXXX" 2>/dev/null) ||
        die 3 "$target: cannot be written"
    trap remove_image EXIT
    stop_on_signals remove_image
    fill_image
    local mib
    mib=$(du -sm --apparent-size -- "$image" | cut -f1)
    put_in_place "$target"
    say "bundle: $target, $mib MiB$([[ $commands$rooms != allall ]] ||
        echo '; --commands, --tests and --architectures make a smaller one')"
}

# parse_bundle WORD...: sets $target, $commands, $rooms, and the architectures.
parse_bundle() {
    local word
    while (($# > 0)); do
        word=$1
        shift
        case $word in
            --commands | --tests | --architectures)
                (($# > 0)) || die 2 "$bundle_usage"
                case $word in
                    --commands) commands=$1 ;;
                    --tests) rooms=$1 ;;
                    --architectures)
                        export TASUKI_CUDA_ARCHITECTURES=$1
                        export TASUKI_HIP_ARCHITECTURES=$1
                        ;;
                esac
                shift
                ;;
            -*) die 2 "bundle: unknown option $word; $bundle_usage" ;;
            *)
                [[ -z $target ]] || die 2 "$bundle_usage"
                target=$word
                ;;
        esac
    done
    [[ -n $target ]] || die 2 "$bundle_usage"
}

# Puts the CMake targets of $commands and $rooms into $needed, and what they are
# called into $programs and $test_rooms.
needed_for_bundle() {
    local name
    if [[ $commands == all ]]; then
        mapfile -t programs < <(all_programs)
    else
        # Help, the version and the pages of traces are of every command.
        programs=(devices trace)
        for name in ${commands//,/ }; do
            is_line "$name" "$(bundle_commands)" ||
                die 2 "--commands: expected some of" \
                    "$(bundle_commands | paste -sd,), found $name"
            [[ " ${programs[*]} " == *" $name "* ]] || programs+=("$name")
        done
    fi
    needed+=(tasuki "${programs[@]/#/tasuki-}")
    case $rooms in
        none) ;;
        all) mapfile -t test_rooms < <(bundle_rooms) ;;
        *)
            for name in ${rooms//,/ }; do
                [[ -e $root/tests/$name/CMakeLists.txt ]] ||
                    die 2 "--tests: expected some of" \
                        "$(bundle_rooms | paste -sd,), found $name"
                test_rooms+=("$name")
            done
            ;;
    esac
    for name in "${test_rooms[@]}"; do needed+=("tests/$name/all"); done
    if [[ $rooms != none && " ${programs[*]} " == *" bench-nbody-variants "* ]]; then
        needed+=(nbody_variants_test)
    fi
}

bundle_commands() {
    all_programs
    # Kernels that only tables of all need are for who asks for them.
    echo bench-nbody-variants
}

# Rooms with programs; the tests of scripts and installations stay at home, and
# those of simulations are built only for them.
bundle_rooms() {
    local file
    for file in "$root"/tests/*/CMakeLists.txt; do
        grep -q tasuki_add_test "$file" || continue
        [[ $file != */simulated/* ]] || continue
        basename -- "$(dirname -- "$file")"
    done
}

remove_image() { rm -rf -- "$image"; }

check_target() {
    [[ -e $1 ]] || return 0
    [[ -d $1 ]] || die 2 "$1: is not a folder"
    [[ -e $1/.tasuki-bundle || -z $(ls -A -- "$1") ]] ||
        die 2 "$1: is neither empty nor an earlier bundle; nothing was written"
    local earlier
    earlier=$(sed -n 's/^gpu: //p' "$1/.tasuki-bundle" 2>/dev/null) || earlier=
    [[ -z $earlier || $earlier == "$toolkit" ]] ||
        die 2 "$1: is a bundle for --gpu $earlier, not $toolkit; nothing was" \
            "written"
}

# Prints what is to be copied, from the build folder: programs, tests, and the
# modules beside them.
bundled_files() {
    local name
    printf '%s\n' bin/tasuki "${programs[@]/#/libexec/tasuki/tasuki-}"
    for name in "${needed[@]}"; do
        case $name in
            tests/*)
                ninja -C "$root/build/$folder" -t query "$name" |
                    sed -n 's|^    \(.*\)$|bin/\1|p' | sed 's|^bin/bin/|bin/|'
                ;;
            *_test) printf 'bin/%s\n' "$name" ;;
        esac
    done | while IFS= read -r name; do
        [[ ! -f $root/build/$folder/$name || ! -x $root/build/$folder/$name ]] ||
            printf '%s\n' "$name"
    done
}

fill_image() {
    local built=$root/build/$folder file
    libraries=()
    mkdir -p "$image"/{bin/tests,lib,libexec/tasuki,share/tasuki}
    while IFS= read -r file; do
        # Asked where it was built: a copy does not find what is beside it there.
        copy_libraries "$built/$file"
        case $file in
            bin/tasuki | libexec/*) cp -- "$built/$file" "$image/$file" ;;
            *) cp -- "$built/$file" "$image/bin/tests/" ;;
        esac
    done < <(bundled_files)
    find "$image/bin" "$image/libexec" "$image/lib" -type f \
        -exec strip --strip-unneeded {} +
    set_paths "$image/bin" '$ORIGIN/../lib'
    set_paths "$image/bin/tests" '$ORIGIN/../../lib'
    set_paths "$image/libexec/tasuki" '$ORIGIN/../../lib'
    set_paths "$image/lib" '$ORIGIN'
    if [[ -d $root/samples ]]; then
        cp -r -- "$root/samples" "$image/share/tasuki/"
    fi
    cp -- "$root/cmake/setup/gpu_check.sh" "$root/cmake/setup/gpu_scaling.sh" \
        "$image/"
    copy_licences "${libraries[@]}"
    chmod 755 "$image"
    {
        git -C "$root" rev-parse HEAD 2>/dev/null || true
        echo "gpu: $toolkit"
    } >"$image/.tasuki-bundle"
}

# copy_libraries FILE: what FILE needs and the other machine lacks, and what
# that needs. Not all that ldd lists: Open MPI's own needs come with it.
copy_libraries() {
    local file=$1 found name path
    found=$(LD_LIBRARY_PATH=$cuda_folder${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} \
        ldd "$file")
    while read -r name; do
        [[ ! $name =~ $from_the_machine && ! -e $image/lib/$name ]] || continue
        path=$(awk -v name="$name" '$1 == name && $3 ~ /^\// {print $3}' \
            <<<"$found")
        [[ -n $path ]] || die 70 "$file needs $name, which is not found here"
        cp -L -- "$path" "$image/lib/$name"
        libraries+=("$path")
        copy_libraries "$path"
    done < <(objdump -p "$file" | awk '$1 == "NEEDED" {print $2}')
}

# set_paths FOLDER PATH: where the files of FOLDER find their libraries. The
# toolkit's folder is named because its installer does not tell the loader of it.
set_paths() {
    local file folder=$cuda_folder
    [[ $toolkit != hip ]] || folder=$rocm_folder
    for file in "$1"/*; do
        [[ ! -f $file ]] || patchelf --set-rpath "$2:$folder" "$file"
    done
}

put_in_place() {
    local old=
    if [[ -e $1 ]]; then
        old=$(mktemp -d -- "$1.old.XXXXXX")
        mv -T -- "$1" "$old"
    fi
    mv -T -- "$image" "$1"
    [[ -z $old ]] || rm -rf -- "$old"
}
