#!/usr/bin/env bash
# What packaging/dependencies.txt lists is in the recipes of containers, Spack and
# Guix, and in the documents; and no Debian package stands in a script.
source "$(dirname -- "$0")/lib.sh"

# lacking FOLDER LIST: prints what the files in FOLDER lack of LIST.
lacking() {
    local group package name spack guix terms
    while IFS='|' read -r group package name spack guix terms _; do
        case $group in
            build | starpu)
                has "$1/packaging/Containerfile" "$package"
                has "$1/packaging/spack/package.py" "$spack"
                has "$1/packaging/guix/tasuki.scm" "$guix"
                has "$1/docs/packaging.md" "$name"
                ;;
        esac
        [[ $terms == - ]] || has "$1/docs/licences.md" "$name"
    done < <(sed '/^#/d; s/ *| */|/g' "$2")
}
has() { [[ $2 == - ]] || grep -qwF -- "$2" "$1" || echo "$1 lacks $2"; }

list=$source_root/packaging/dependencies.txt
found=$(lacking "$source_root" "$list")
[[ -z $found ]] || fail "$found"
! grep -vE '^[a-z]+ +(\| [^|]+){5}\| .+|^#' "$list" || fail "not seven columns"
found=$(grep -nE '^[^#]*\blib[a-z0-9-]+-dev\b' "$source_root"/{tasuki,cmake/setup/*.sh} |
    grep -v libstarpu-dev) || true
[[ -z $found ]] || fail "$found"

# It can fail.
echo 'build | libnew-dev | New | new | new-guix | in | nothing' >"$scratch/list"
(($(lacking "$source_root" "$scratch/list" | wc -l) == 5)) || fail "found too little"
