#!/usr/bin/env bash
# find_package.sh CMAKE BUILD PREFIX COMPILER GENERATOR: what a project outside
# gets. Copies the installed prefix, and from there configures, builds and runs
# a copy of consumer/; then runs the installed command line. Nothing of either
# names the source, the build, in which the first prefix is, or a cache folder.
# shellcheck source=tests/install/outside.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/outside.sh"

# A StarPU that was copied names the folder that it was built for, as one of
# those with performance models; our own files must not.
names=("$source_root" "$build")
starpu=$(sed -nE 's/^(TASUKI_)?STARPU_PREFIX:[A-Z]+=(.+)/\2/p' "$build/CMakeCache.txt")
place=$(sed -n 's/^TASUKI_STARPU_PLACE:INTERNAL=//p' "$build/CMakeCache.txt")
[[ $place != copy ]] || names+=("$starpu")

# names_none_of_them FOLDER: texts and binaries alike
names_none_of_them() {
    local patterns=() name
    for name in "${names[@]}"; do patterns+=(-e "$name"); done
    ! grep -rlF "${patterns[@]}" --exclude='libstarpu*' -- "$1"
}

has_one_prefix_for_headers() {
    ls -- "$prefix/include"
    [[ $(ls -- "$prefix/include") == tasuki ]]
}

# Headers for runtime/ alone are not there, and a source of all the others, but
# for those of one toolkit, which gpu.hpp chooses, is in $scratch/headers.cpp.
has_public_headers() {
    cd -- "$prefix/include/tasuki"
    [[ ! -e runtime/core/session.hpp && ! -e runtime/mpi/window.hpp ]] || return 1
    find json program runtime simulation -name '*.hpp' |
        grep -vE '(_|/)(cuda|hip|nvidia|amd)\.hpp$' | sort |
        sed 's,.*,#include <tasuki/&>,' >"$scratch/headers.cpp"
    [[ $(wc -l <"$scratch/headers.cpp") -gt 40 ]]
}

has_licences_and_a_manual() {
    find "$prefix/share"
    [[ -s $prefix/share/doc/tasuki/LICENSE &&
        -s $prefix/share/doc/tasuki/licences/tasuki &&
        -s $prefix/share/man/man1/tasuki.1 ]]
}

# A prefix that was copied elsewhere is as good as the first.
cp -a -- "$prefix" "$scratch/prefix"
prefix=$scratch/prefix
step "headers have one prefix" has_one_prefix_for_headers
step "public headers alone" has_public_headers
step "licences and a manual" has_licences_and_a_manual
step "what is installed names no other folder" names_none_of_them "$prefix"
cp -r -- "$here/consumer" "$scratch/consumer"
step compile compile "$scratch/consumer" consumer.build \
    -DHEADERS="$scratch/headers.cpp"
step "what uses it names no other folder" names_none_of_them \
    "$scratch/consumer.build"
step "run the program" "$scratch/consumer.build/app"
step "run the installed tasuki" "$prefix/bin/tasuki" wilson --placement cpu \
    --iterations 1 --repetitions 1
