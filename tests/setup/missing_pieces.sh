#!/usr/bin/env bash
# What is missing is listed in one message, all of it, and nothing is touched.
source "$(dirname -- "$0")/lib.sh"
stub_checkout

# A machine on which dpkg knows nothing and pkg-config finds neither Highway
# nor hwloc. What apt-get and sudo are asked is written down.
mkdir "$scratch/bin"
fake() { printf '#!/bin/sh\n%s\n' "$2" >"$scratch/bin/$1" && chmod +x "$scratch/bin/$1"; }
fake dpkg-query 'exit 1'
fake pkg-config 'case "$*" in *libhwy*|*hwloc*|*starpu*) exit 1;; esac'
fake apt-get "echo apt-get \"\$@\" >> '$scratch/asked'; exit 100"
fake sudo "echo sudo \"\$@\" >> '$scratch/asked'; exit 1"
export PATH=$scratch/bin:$PATH

# Without the right: one line with all of it, exit 3, no installing.
as_nobody() {
    if ((EUID == 0)); then
        chmod 755 "$scratch" && chown -R 65534 "$scratch"
        setpriv --reuid=65534 --clear-groups "$@"
    else
        "$@"
    fi
}
if ((EUID != 0)) || command -v setpriv >/dev/null; then
    try as_nobody ./tasuki
    expect_status 3
    expect_err 'no right to install.*libhwloc-dev.*libhwy-dev'
    (($(grep -c 'libhwy-dev' "$scratch/err") == 1)) || fail "said twice"
    ! grep -q ' install ' "$scratch/asked" 2>/dev/null || fail "it installed"
    [[ ! -s $scratch/out ]] || fail "stdout is not empty"
fi

# With the right, but apt fails: which, why, exit 3.
if ((EUID == 0)); then
    try ./tasuki
    expect_status 3
    expect_err 'installing packages: .*libhwy-dev'
    expect_err 'apt-get could not install'
    grep -q 'install --no-install-recommends --no-remove.* libhwy-dev' "$scratch/asked" ||
        fail "apt-get was not asked for libhwy-dev"
fi

# doctor says the same and asks nobody.
rm -f "$scratch/asked"
try ./tasuki doctor
expect_status 3
expect_out '^packages +missing: .*libhwy-dev'
[[ ! -e $scratch/asked ]] || fail "doctor asked: $(<"$scratch/asked")"

# A system without apt: one message.
mkdir "$scratch/tools"
for folder in ${PATH//:/ }; do
    for tool in "$folder"/*; do
        [[ $tool == */apt-get || $tool == */dpkg-query || $tool == */clang-format ]] ||
            [[ -e $scratch/tools/${tool##*/} ]] ||
            ln -s "$tool" "$scratch/tools/${tool##*/}" 2>/dev/null || true
    done
done
try env PATH="$scratch/tools" ./tasuki
expect_status 3
expect_err "not here \(Debian's names\): libhwloc-dev libhwy-dev "

# Only a tool of some tests is missing: said, and the others run.
rm "$scratch/tools/pkg-config"
ln -s "$(PATH=${PATH#*:} command -v pkg-config)" "$scratch/tools/pkg-config"
fake_starpu 1.4.99
try env PATH="$scratch/tools" ./tasuki test
expect_err 'not here .*clang-format'
expect_err 'the tests that need them are skipped'
expect_status 0
