#!/usr/bin/env bash
# Commands and views print by io/print.hpp, and put text in pages and pictures
# by xml_shown(): what is from a file is then shown, and not obeyed.
source "$(dirname -- "$0")/lib.sh"
cd "$source_root"
found=$(grep -rnE 'fmt::print\(|std::(cout|cerr|fputs|puts|printf)|xml_escaped' \
    --include='*.[ch]pp' drivers views) || true
[[ -z $found ]] || fail "$found"
