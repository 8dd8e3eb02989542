#!/usr/bin/env bash
# Without a HOME that can be written: what is kept is in the checkout, and
# nothing has a name in a folder of everybody's.
source "$(dirname -- "$0")/lib.sh"
fake_starpu 1.4.99
stub_checkout
fake apt-get 'exit 1'
unset TASUKI_CACHE
mkdir "$scratch/temporary"
export TMPDIR=$scratch/temporary

for home in '' /proc "$scratch/no/such/folder" relative; do
    rm -rf build
    if [[ -n $home ]]; then
        try env HOME="$home" ./tasuki works
    else
        try env -u HOME ./tasuki works
    fi
    expect_status 0
    expect_out '^works$'
    if [[ $home == "$scratch"* ]]; then
        # it can be made
        [[ -e $home/.cache/tasuki ]] || fail "StarPU is not in $home"
        continue
    fi
    starpu=$(find build/cache -name .complete)
    [[ -n $starpu ]] || fail "HOME='$home': no StarPU in the checkout"
    [[ ! -e relative ]] || fail "HOME was taken for a folder of the checkout"
    expect_err 'neither HOME nor XDG_CACHE_HOME can be written: StarPU is kept in '
    # ccache too
    (
        unset CCACHE_DIR
        HOME=$home
        # shellcheck source=cmake/setup/common.sh
        source cmake/setup/common.sh
        [[ ${CCACHE_DIR:-} == "$PWD/build/ccache" ]]
    ) || fail "HOME='$home': ccache has no folder"
done
[[ -z $(ls -A "$TMPDIR") ]] || fail "left in $TMPDIR: $(ls "$TMPDIR")"

# A folder that was named is taken, or refused.
rm -rf build
try env -u HOME TASUKI_CACHE="$scratch/mine" ./tasuki works
expect_status 0
[[ -n $(find "$scratch/mine" -name .complete) ]] || fail "no StarPU in TASUKI_CACHE"
try env TASUKI_CACHE=/proc/mine ./cmake/starpu/build.sh
expect_status 3
expect_err '/proc/mine: cannot be written; TASUKI_CACHE names another folder'
