#!/usr/bin/env bash
# Every C++ file under version control is formatted as .clang-format says.
source "$(dirname -- "$0")/lib.sh"
command -v clang-format >/dev/null || skip "clang-format is not installed"
cd "$source_root"
[[ -e .clang-format ]] || fail ".clang-format is missing"
git rev-parse --is-inside-work-tree >/dev/null 2>&1 || skip "not a git checkout"
mapfile -d '' files < <(git ls-files -z --cached '*.cpp' '*.hpp')
((${#files[@]} > 0)) || fail "no C++ file is under version control"
clang-format --dry-run -Werror "${files[@]}"
