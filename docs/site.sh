#!/usr/bin/env bash
# site.sh DIR: README, the guides and the files to which they link as a site in
# DIR, made by mkdocs. A link that leads nowhere is an error (not with --quiet).
set -euo pipefail

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
target=$(realpath -m -- "$1")
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT

# The pages keep their folders, so that links remain as they are.
mkdir -p "$work/pages"/{samples,c,examples/himeno}
cp -r -- "$root"/examples/{c,fortran}_program "$work/pages/examples"
cp -r -- "$root/c/include" "$work/pages/c"
cp -r -- "$root"/{README.md,CONTRIBUTING.md,CHANGELOG.md,CITATION.cff,LICENSE} \
    "$root"/{docs,packaging} "$work/pages"
for folder in samples examples/himeno; do
    cp -- "$root/$folder/README.md" "$work/pages/$folder"
done
printf '%s: %s\n' site_name Tasuki docs_dir pages use_directory_urls false \
    >"$work/mkdocs.yml"
mkdocs build --strict -f "$work/mkdocs.yml" -d "$target"
