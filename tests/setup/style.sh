#!/usr/bin/env bash
# What a line of source or documentation must not be.
source "$(dirname -- "$0")/lib.sh"
cd "$source_root"

# No test compares with doctest's Approx, which adds 1 to the size of what it
# compares: it takes 0 for 1e-7. tests/close.hpp has what to use.
! grep -rnE '\<Approx\>' --include='*.[ch]pp' tests ||
    fail "use close() or near() of tests/close.hpp"

# Commands and views print by io/print.hpp, and put text in pages and pictures
# by xml_shown(): what is from a file is then shown, and not obeyed.
! grep -rnE 'fmt::print\(|std::(cout|cerr|fputs|puts|printf)|xml_escaped' \
    --include='*.[ch]pp' drivers views || fail "print by io/print.hpp, xml_shown()"

# Each line of a table in the documents has the columns of its head, and says
# something beside the first: a table was once written without its numbers.
found=$(find . -name '*.md' -not -path './build/*' -print0 | xargs -0 awk -F '|' '
    FNR == 1 || !/^\|/ { columns = 0 }
    !/^\|/ { next }
    columns == 0 { columns = NF }
    {
        filled = 0
        for (i = 3; i < NF; i++) filled += $i !~ /^ *$/
        if (NF != columns || (filled == 0 && NF > 4))
            print FILENAME ":" FNR ": " $0
    }')
[[ -z $found ]] || fail "$found"

# Every C++ file under version control is formatted as .clang-format says.
[[ -e .clang-format ]] || fail ".clang-format is missing"
command -v clang-format >/dev/null || skip "clang-format is not installed"
git rev-parse --is-inside-work-tree >/dev/null 2>&1 || skip "not a git checkout"
mapfile -d '' files < <(git ls-files -z --cached '*.cpp' '*.hpp')
((${#files[@]} > 0)) || fail "no C++ file is under version control"
clang-format --dry-run -Werror "${files[@]}"
