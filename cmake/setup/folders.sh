# Where a build keeps what later builds use. Needs $root.
#
# Without a HOME that can be written these folders are in the checkout, which is
# the user's own. A name in /tmp could belong to somebody else.

# can_write FOLDER: whether files could be made in it, or it could be made. It
# tries: of some file systems the permissions do not tell.
can_write() {
    local folder=$1 probe
    [[ $folder == /* ]] || return 1
    while [[ ! -e $folder ]]; do folder=$(dirname -- "$folder"); done
    probe=$(mktemp -d -- "$folder/.tasuki.XXXXXX" 2>/dev/null) || return 1
    rmdir -- "$probe"
}

# The user's folder for caches, as the XDG Base Directory Specification has it,
# or nothing.
user_caches() { printf '%s\n' "${XDG_CACHE_HOME:-${HOME:+$HOME/.cache}}"; }

# Prints the folder in which a StarPU that was built here is kept.
cache_folder() {
    local caches
    caches=$(user_caches)
    if [[ -n ${TASUKI_CACHE:-} ]]; then
        printf '%s\n' "$TASUKI_CACHE"
    elif can_write "$caches"; then
        printf '%s\n' "$caches/tasuki"
    else
        printf '%s\n' "$root/build/cache"
    fi
}

# ccache stops the compiler if it cannot write.
if [[ -z ${CCACHE_DIR:-} ]] && ! can_write "$(user_caches)"; then
    export CCACHE_DIR=$root/build/ccache
fi
