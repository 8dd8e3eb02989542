# Needs say.sh.

# require_space FOLDER MIB: stops before a build fails half-way on a full disk.
require_space() {
    local folder=$1 needed=$2 free
    while [[ ! -d $folder ]]; do folder=$(dirname -- "$folder"); done
    free=$(df -Pm -- "$folder" | awk 'NR == 2 {print $4}')
    [[ $free =~ ^[0-9]+$ ]] || return 0 # some network file systems do not tell
    ((free >= needed)) ||
        die 3 "$folder has $free MiB free, $needed MiB are needed"
}
