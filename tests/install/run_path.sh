#!/usr/bin/env bash
# run_path.sh FOLDER...: no program or library below the folders that are there
# looks for its libraries in the current folder, or in one that moves with it.
# Every element of RPATH and RUNPATH is an absolute path or begins with $ORIGIN;
# the loader takes an empty one for the current folder.
# shellcheck disable=SC2016 # $ORIGIN is the loader's
set -euo pipefail

checked=0 bad=0
while IFS= read -r -d '' file; do
    magic=
    IFS= read -r -n 4 magic <"$file" 2>/dev/null || true
    [[ $magic == $'\x7fELF' ]] || continue
    dynamic=$(readelf -dW -- "$file" 2>/dev/null) || continue
    checked=$((checked + 1))
    while IFS= read -r path; do
        # With a colon behind it, each element ends in one, an empty last too.
        rest=$path:
        while [[ $rest == *:* ]]; do
            element=${rest%%:*} rest=${rest#*:}
            case $element in
                /* | '$ORIGIN' | '$ORIGIN/'* | '${ORIGIN}' | '${ORIGIN}/'*) ;;
                *)
                    echo "$file: '$element' in its path of libraries '$path'"
                    bad=$((bad + 1))
                    ;;
            esac
        done
    done < <(sed -nE 's/.*\((RPATH|RUNPATH)\)[^[]*\[(.*)\]$/\2/p' \
        <<<"$dynamic")
done < <(find "$@" -name CMakeFiles -prune -o -type f -print0 2>/dev/null)
if ((checked == 0)); then
    echo "no program or library is in $*"
    exit 1
fi
((bad == 0)) || exit 1
echo "ok: the paths of $checked programs and libraries"
