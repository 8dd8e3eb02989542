#!/usr/bin/env bash
# stubs.sh NM LIBRARY OBJECTS...: C++ of every function of LIBRARY that OBJECTS
# do not define: it ends the process with its name, so that nothing reaches the
# real library unnoticed.
set -euo pipefail
nm=$1 library=$2
shift 2
names() { sed -nE 's/^[0-9a-f]+ [TWi] ((__)?cuda[A-Za-z0-9_]*)(@.*)?$/\1/p' | sort -u; }
wanted=$("$nm" -D --defined-only "$library" | names)
[[ -n $wanted ]] || { echo "$library: no function of CUDA found" >&2; exit 1; }
there=$("$nm" --defined-only "$@" | names)
printf '#include <cstdio>\n#include <cstdlib>\nnamespace {\n'
printf '[[noreturn]] void missing(const char* name) {\n'
printf '    std::fprintf(stderr, "imitated GPU: %%s is not imitated\\n", name);\n'
printf '    std::abort();\n}\n}  // namespace\nextern "C" {\n'
comm -23 <(printf '%s\n' "$wanted") <(printf '%s\n' "$there") |
    sed 's/.*/void &() { missing("&"); }/'
printf '}\n'
