# Shared by bin/run, bin/test and bin/bench: installs what is missing, and says so.

# need_packages PACKAGE…: installs Debian packages that are not there yet.
need_packages() {
    local missing=() package
    for package in "$@"; do
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
    done
    [ ${#missing[@]} -eq 0 ] && return
    echo "installing ${missing[*]}" >&2
    local sudo=()
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || { echo "not root and no sudo: install ${missing[*]} yourself" >&2; exit 69; }
        sudo=(sudo)
    fi
    "${sudo[@]}" apt-get update -qq >&2
    "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2
}

# need_swift: a Swift toolchain is the one thing that is not in Debian.
need_swift() {
    command -v swift >/dev/null && return
    echo "no Swift toolchain found. Get one, 6.1 or newer, from https://www.swift.org/install/linux/ and run this again." >&2
    exit 69
}

# Headers and libraries that the server is built with.
build_packages=(libsqlite3-dev zlib1g-dev libcurl4-openssl-dev libqrencode-dev libmagic-dev)

# Programs that the server starts: they decode what people upload.
run_packages=(libvips-tools ffmpeg)
