#!/usr/bin/env bash
# Each line of a table in the documents has the columns of its head, and says
# something beside the first: a table was once written without its numbers.
source "$(dirname -- "$0")/lib.sh"
cd "$source_root"
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
