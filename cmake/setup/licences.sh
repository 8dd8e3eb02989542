# The licence texts that a bundle and an installation carry: whoever hands on a
# program hands on the terms of what is in it. Needs $root and $image, the folder
# that gets them; $documents is where in it, if not in share/doc/tasuki.

# What is compiled into the programs, headers, HDF5 and a font, as Debian's
# packages.
compiled_in=(libcli11-dev libspdlog-dev libfmt-dev nlohmann-json3-dev
    librandom123-dev libhwy-dev doctest-dev libhdf5-dev libstb-dev
    fonts-dejavu-core)

# What Debian's texts say "see there" of.
common_licences=/usr/share/common-licenses

# copy_licences LIBRARY...: ours, those of the libraries (as found here, not
# the copies), those of the headers, and the texts that these refer to.
copy_licences() {
    local library package common
    licences=$image/${documents:-share/doc/tasuki}/licences
    mkdir -p "$licences"
    if [[ -e $root/LICENSE ]]; then
        cp -- "$root/LICENSE" "$licences/tasuki"
    fi
    for library in "$@"; do licence_of_library "$library"; done
    for package in "${compiled_in[@]}"; do licence_of_package "$package"; done
    for common in $(grep -ohE "$common_licences/[A-Za-z0-9.-]*[A-Za-z0-9]" -r \
        "$licences" | sort -u); do
        [[ ! -e $common ]] ||
            cp -L -- "$common" "$licences/${common##*/}"
    done
}

# licence_of_package NAME: Debian's text, if this is a Debian.
licence_of_package() {
    local text=/usr/share/doc/$1/copyright
    [[ ! -e $text ]] || cp -L -- "$text" "$licences/$1"
}

# licence_of_library FILE: of its package; what is no package's, as a StarPU
# that was built here, has its text under share/doc of its prefix.
licence_of_library() {
    local file package text
    file=$(readlink -f -- "$1")
    package=$(dpkg -S "$file" 2>/dev/null || dpkg -S "${file#/usr}" 2>/dev/null) ||
        package=
    if [[ -n $package ]]; then
        licence_of_package "${package%%:*}"
        return
    fi
    for text in "${file%/lib/*}"/share/doc/*/COPYING*; do
        [[ ! -e $text ]] ||
            cp -- "$text" "$licences/$(basename -- "${text%/*}").${text##*/}"
    done
}
