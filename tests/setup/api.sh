#!/usr/bin/env bash
# The reference of the headers of the library can be made, and every public name
# in it has a comment.
source "$(dirname -- "$0")/lib.sh"

command -v doxygen >/dev/null || skip "doxygen is not here"
try "$source_root/docs/api.sh" "$scratch/api"
expect_status 0
for page in index.html classtasuki_1_1runtime_1_1Array.html \
    md_docs_tutorial_1_saxpy.html; do
    [[ -s $scratch/api/$page ]] || fail "there is no $page"
done

# Doxygen says nothing of names in a namespace that has no comment.
namespaces=$(grep -rhoE '^namespace tasuki[a-z_:]*' \
    "$source_root"/{json,runtime,simulation,program} |
    sed 's/.* //' | grep -v detail | sort -u)
for name in $namespaces; do
    grep -qx "/// @namespace $name" "$source_root/docs/api/namespaces.dox" ||
        fail "docs/api/namespaces.dox lacks $name"
done

# A name without a comment is found.
mkdir "$scratch/tree"
(cd "$source_root" && cp -r -- *.md docs packaging json runtime simulation program "$scratch/tree")
echo 'namespace tasuki::runtime { void without_comment(); }' \
    >>"$scratch/tree/runtime/core/placement.hpp"
try "$scratch/tree/docs/api.sh" "$scratch/api"
expect_status 1
expect_err '^runtime/core/placement\.hpp:[0-9]+: .*without_comment'
