# StarPU's source: from TASUKI_STARPU_TARBALL, or from the package servers of
# the distribution that this machine runs. No server's name is written down
# here. Needs version.sh, say.sh, child.sh, progress.sh, $here, $log and $apt,
# an empty folder.

published=https://starpu.gitlabpages.inria.fr/

# Origin of the distribution's releases | component | keyring | suites that may
# have a newer StarPU than the machine's own
distributions() {
    cat <<'TABLE'
Debian|main|/usr/share/keyrings/debian-archive-keyring.gpg|trixie forky sid
Ubuntu|universe|/usr/share/keyrings/ubuntu-archive-keyring.gpg|plucky questing resolute devel
TABLE
}

# The distribution's own package servers, each as ORIGIN|URI. Servers that
# somebody added to the machine are not asked, nor are those of security updates,
# which have no such suites.
package_servers() {
    local known
    known=$(distributions | cut -d'|' -f1)
    apt-get indextargets --format '$(ORIGIN)|$(SUITE)|$(REPO_URI)' \
        'Created-By: Packages' |
        awk -F'|' -v known="$known" 'BEGIN { split(known, names, "\n")
                                             for (i in names) own[names[i]] }
            $1 in own && $2 !~ /security/ { print $1 "|" $3 }' | sort -u
}

# source_list SERVERS: one line for each of their suites, signed by the
# distribution's own key where the machine has it.
source_list() {
    local origin uri name component keyring suites suite
    while IFS='|' read -r origin uri; do
        while IFS='|' read -r name component keyring suites; do
            [[ $name == "$origin" ]] || continue
            [[ -e $keyring ]] && keyring="[signed-by=$keyring] " || keyring=
            for suite in $suites; do
                echo "deb-src $keyring$uri $suite $component"
            done
        done < <(distributions)
    done <<<"$1"
}

# private_apt COMMAND...: apt with a source list, package lists and a cache of
# its own. The system's are neither changed nor asked, and no right is needed.
private_apt() {
    local command=$1
    shift
    "$command" -q \
        -o Dir::Etc::sourcelist="$apt/sources.list" \
        -o Dir::Etc::sourceparts=- \
        -o Dir::State::Lists="$apt/lists" \
        -o Dir::Cache="$apt/cache" \
        -o Acquire::Retries=2 \
        -o Acquire::http::Timeout=30 \
        "$@"
}

# apt gives up root's rights to download, and has to reach the folder then.
make_apt_folders() {
    mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial" "$apt/download"
    if ((EUID == 0)) && id _apt >/dev/null 2>&1; then
        chmod 711 "$apt"
        chown _apt "$apt/download" 2>/dev/null || true
    fi
}

# Prints what the suites have and Tasuki is tested with, newest first, each as
# UPSTREAM_VERSION PACKAGE_VERSION.
fitting_versions() {
    local version upstream
    private_apt apt-cache showsrc starpu 2>>"$log" |
        awk '$1 == "Package:" { name = $2 }
             $1 == "Version:" && name == "starpu" { print $2 }' |
        sort -u | while read -r version; do
        upstream=$(starpu_of_package "$version")
        if starpu_fits "$upstream"; then echo "$upstream $version"; fi
    done | sort -rV
}

# download PACKAGE_VERSION: the source archive; apt checks it against the
# signed list.
download() {
    cd "$apt/download" && private_apt apt-get source --tar-only "starpu=$1"
}

# Without its package lists apt does not say whose servers it has.
known_servers() {
    local servers
    servers=$(package_servers)
    if [[ -z $servers ]] && ((EUID == 0)); then
        run_logged "$log" apt-get -q update || true
        servers=$(package_servers)
    fi
    printf '%s\n' "$servers"
}

no_source() {
    die 3 "$*. Either let pkg-config find an installed starpu-1.4 >=" \
        "$starpu_oldest (PKG_CONFIG_PATH), or get a source archive from" \
        "$published and name it: TASUKI_STARPU_TARBALL=starpu-1.4.10.tar.gz"
}

# Puts the source archive's path into $archive.
fetch() {
    if [[ -n ${TASUKI_STARPU_TARBALL:-} ]]; then
        archive=$(readlink -f -- "$TASUKI_STARPU_TARBALL")
        return
    fi
    local servers version
    command -v apt-get >/dev/null && command -v apt-cache >/dev/null ||
        no_source "StarPU is not installed, and this system has no apt to get" \
            "its source with"
    servers=$(known_servers)
    [[ -n $servers ]] ||
        no_source "StarPU is not installed, and apt knows no server of Debian" \
            "or Ubuntu (if it has one, run: apt-get update)"
    say "StarPU: looking for the newest source that the distribution has"
    make_apt_folders
    source_list "$servers" >"$apt/sources.list"
    # A suite that is not there does no harm.
    run_logged "$log" private_apt apt-get update || true
    while read -r _ version; do
        run_logged "$log" download "$version" || continue
        for archive in "$apt"/download/starpu_*.orig.tar.*; do
            [[ ! -e $archive || $archive == *.asc ]] || return 0
        done
    done < <(fitting_versions)
    grep '^[EW]:' "$log" | sort -u | cut -c1-240 | sed 's/^/    /' >&2 || true
    say "the whole log is $log"
    no_source "No suite of the distribution has a source of StarPU >=" \
        "$starpu_oldest and < $starpu_before that could be had"
}

# Stops if $archive is not what it should be, and says so if nobody knows.
check_digest() {
    local digest name=${archive##*/} known
    digest=$(sha256sum <"$archive" | cut -d' ' -f1)
    known=$(awk -v name="$name" '$2 == name { print $1 }' "$here/checksums")
    if [[ -n ${TASUKI_STARPU_SHA256:-} ]]; then
        [[ $digest == "${TASUKI_STARPU_SHA256,,}" ]] ||
            die 3 "$archive: its SHA-256 is $digest, expected" \
                "TASUKI_STARPU_SHA256=$TASUKI_STARPU_SHA256"
    elif [[ -n $known && $digest != "$known" ]]; then
        die 3 "$archive: its SHA-256 is $digest, that of the release is $known"
    elif [[ -n ${TASUKI_STARPU_TARBALL:-} ]] &&
        ! grep -q "^$digest " "$here/checksums"; then
        say "warning: $archive is none of the archives that are known here;" \
            "its SHA-256 is $digest"
    fi
}
