#!/usr/bin/env bash
# No shell script under version control has what shellcheck warns of.
source "$(dirname -- "$0")/lib.sh"
command -v shellcheck >/dev/null || skip "shellcheck is not installed"
cd "$source_root"
git rev-parse --is-inside-work-tree >/dev/null 2>&1 || skip "not a git checkout"

# Those of this name, and those that say so in their first line.
mapfile -t scripts < <(
    {
        git ls-files '*.sh'
        git grep -lE '^#!.*[/ ](ba)?sh$' -- ':!*.sh' ':!*.md'
    } | sort -u
)
((${#scripts[@]} > 20)) || fail "only these are scripts: ${scripts[*]}"
[[ " ${scripts[*]} " == *' tasuki '* ]] || fail "./tasuki is not among them"
shellcheck --format gcc "${scripts[@]}" || fail "see above"
