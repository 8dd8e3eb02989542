#!/usr/bin/env bash
# Every link of the documentation to a file of ours, and to a heading in one,
# leads somewhere.
source "$(dirname -- "$0")/lib.sh"
cd "$source_root"

# Prints the anchors of the headings of a file, as GitHub and mkdocs name them.
anchors() {
    sed -n 's/^#\+ //p' "$1" | tr '[:upper:]' '[:lower:]' |
        sed 's/[^a-z0-9 _-]//g; s/ /-/g'
}

# check_links FILE...: prints the links that lead nowhere.
check_links() {
    local file link target anchor
    for file in "$@"; do
        while IFS= read -r link; do
            case $link in http:* | https:* | mailto:*) continue ;; esac
            target=${link%%#*} anchor=
            [[ $link != *'#'* ]] || anchor=${link#*#}
            if [[ -n $target ]]; then
                target=$(dirname -- "$file")/$target
            else
                target=$file
            fi
            if [[ ! -e $target ]]; then
                echo "$file: $link: no such file"
            elif [[ -n $anchor ]] && [[ $'\n'$(anchors "$target")$'\n' != *$'\n'"$anchor"$'\n'* ]]; then
                echo "$file: $link: no such heading"
            fi
        done < <(grep -oE '\]\([^) ]+\)' "$file" | sed 's/^](//; s/)$//')
    done
}

mapfile -t files < <(find . -name '*.md' -not -path './build*' -not -path './.git/*')
found=$(check_links "${files[@]}")
[[ -z $found ]] || fail "$found"
(($(wc -l <README.md) <= 130)) || fail "README.md has more than 130 lines"

# mkdocs checks them too, where it is installed.
if command -v mkdocs >/dev/null; then
    docs/site.sh "$scratch/site" >"$scratch/log" 2>&1 || fail "$(cat "$scratch/log")"
    [[ -s $scratch/site/index.html ]] || fail "the site has no first page"
fi

# It can fail.
printf '# A heading\n[a](no.md) [b](#no) [c](#a-heading)\n' >"$scratch/x.md"
(($(check_links "$scratch/x.md" | wc -l) == 2)) || fail "wrong links were not found"
