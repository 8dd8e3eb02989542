#!/usr/bin/env bash
# prefix.sh CMAKE BUILD PREFIX: installs the build into PREFIX, where nothing of
# an earlier time is left.
set -euo pipefail
rm -rf -- "$3"
"$1" --install "$2" --prefix "$3"
