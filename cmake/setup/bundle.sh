# ./tasuki bundle DIR: a folder with the program, its tests, the libraries that
# a cluster does not have, their licences, and the samples. It runs where it is
# copied to.

# The machine that runs it brings these: its own C and C++ runtime (any newer
# than the builder's will do), its driver's CUDA or ROCm, its network's Open MPI.
from_the_machine='^(ld-linux.*|lib(c|m|dl|rt|pthread|resolv)\.so.*'
from_the_machine+='|libstdc\+\+.*|libgcc_s.*|libcuda.*|libcu.*|libnv.*'
from_the_machine+='|libamdhip.*|libhsa-runtime.*|libamd_comgr.*'
from_the_machine+='|libmpi.*|libopen-(rte|pal).*)$'
cuda_folder=/usr/local/cuda/lib64
rocm_folder=/opt/rocm/lib
most_mib=64

# shellcheck source=cmake/setup/licences.sh
source "$root/cmake/setup/licences.sh"

command_bundle() {
    (($# == 1)) || die 2 "usage: ./tasuki bundle DIR"
    local target toolkit
    target=$(readlink -m -- "$1")
    toolkit=$(gpu_toolkit)
    check_target "$target"
    lock_checkout
    install_packages "$logs/packages.log" build bundle
    build_targets all
    # beside the target: a rename works only inside one file system
    mkdir -p -- "$(dirname -- "$target")" 2>/dev/null &&
        image=$(mktemp -d -- "$target.XXXXXX" 2>/dev/null) ||
        die 3 "$target: cannot be written"
    trap remove_image EXIT
    stop_on_signals remove_image
    fill_image
    local mib
    mib=$(du -sm --apparent-size -- "$image" | cut -f1)
    ((mib < most_mib)) ||
        die 70 "the bundle has $mib MiB, it must stay below $most_mib MiB"
    put_in_place "$target"
    say "bundle: $target, $mib MiB of at most $most_mib"
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

fill_image() {
    local built=$root/build/$preset/bin program
    libraries=()
    mkdir -p "$image"/{bin/tests,lib,share/tasuki}
    cp -- "$built/tasuki" "$image/bin/"
    for program in "$built"/*; do
        if [[ -x $program && -f $program && $program != "$built/tasuki" ]]; then
            cp -- "$program" "$image/bin/tests/"
        fi
    done
    # Asked where they were built: a copy does not find what is beside it there.
    for program in "$built"/*; do
        [[ ! -x $program || ! -f $program ]] || copy_libraries "$program"
    done
    find "$image/bin" "$image/lib" -type f -exec strip --strip-unneeded {} +
    set_paths "$image/bin" '$ORIGIN/../lib'
    set_paths "$image/bin/tests" '$ORIGIN/../../lib'
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
