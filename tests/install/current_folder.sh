#!/usr/bin/env bash
# current_folder.sh BUILD PREFIX: neither built nor installed programs load what
# happens to be in the current folder.
set -euo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
build=$1 prefix=$2
scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT
unset LD_LIBRARY_PATH

folders=()
for folder in bin lib libexec; do
    [[ ! -d $build/$folder ]] || folders+=("$build/$folder")
done
"$here/run_path.sh" "${folders[@]}"
"$here/run_path.sh" "$prefix"

# What is no library stops a program that takes it for one.
programs=()
for program in "$build/bin/tasuki" "$prefix/bin/tasuki" \
    "$build"/libexec/tasuki/* "$prefix"/libexec/tasuki/*; do
    [[ ! -f $program || ! -x $program ]] || programs+=("$program")
done
names=$(for program in "${programs[@]}"; do ldd "$program"; done |
    awk '$2 == "=>" && $3 ~ /^\// {print $1}' | sort -u)
[[ $names == *libc.so.6* ]] || {
    echo "FAILED: ldd says that the programs need: $names"
    exit 1
}
mkdir "$scratch/trap"
cd "$scratch/trap"
for name in $names; do echo "this is no library" >"$name"; done
for program in "${programs[@]}"; do
    "$program" --help >"$scratch/help" 2>&1 || {
        echo "FAILED: $program --help, among files named like its libraries:"
        tail -n 40 -- "$scratch/help"
        exit 1
    }
done
"$build/bin/tasuki" --version >"$scratch/help"
echo "ok: ${#programs[@]} programs among $(wc -l <<<"$names") files named like" \
    "their libraries"
