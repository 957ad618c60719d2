# Shared by bin/run, bin/test and bin/bench: installs missing programs, and says so.

# need_packages PACKAGE…: installs missing Debian packages.
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

# need_swift: checks for a Swift toolchain, which Debian does not package.
need_swift() {
    command -v swift >/dev/null && return
    echo "no Swift toolchain found. Get one, 6.1 or newer, from https://www.swift.org/install/linux/ and run this again." >&2
    exit 69
}

# same_environment COMMAND…: runs it with the variables alone that a build may need, because the package manager compiles every
# template again when any of them differs from the last time.
same_environment() {
    local name kept=()
    for name in $(compgen -e); do
        [[ ! $name =~ ^(HOME|PATH|USER|LANG|CAIRN_STRICT|LC_.*|SSL_.*|GIT_.*|SWIFT.*|.*_proxy|.*_PROXY)$ ]] || kept+=("$name=${!name}")
    done
    env -i "${kept[@]}" "$@"
}

# Headers and libraries for building the server.
build_packages=(libsqlite3-dev zlib1g-dev libbrotli-dev libzstd-dev libcurl4-openssl-dev libssl-dev libqrencode-dev libmagic-dev libxml2-dev)

# Programs that the server starts to decode uploads.
run_packages=(libvips-tools ffmpeg)

# python_tools NAME PACKAGE…: an environment in .tools/NAME, installed once for the same packages.
python_tools() {
    local tools=.tools/$1 wanted
    shift
    wanted=$(printf '%s\n' "$@"; [ "$1" != -r ] || cat "$2")
    [ "$(cat "$tools/wanted" 2>/dev/null)" = "$wanted" ] && return
    [ -x "$tools/bin/python" ] || python3 -m venv "$tools"
    "$tools/bin/pip" install --quiet --disable-pip-version-check "$@"
    printf '%s\n' "$wanted" >"$tools/wanted"
}

# unpack_packages NAME PACKAGE…: the files of Debian packages in .tools/NAME, without installing or starting anything.
unpack_packages() {
    local folder=.tools/$1 package
    shift
    [ "$(cat "$folder/wanted" 2>/dev/null)" = "$*" ] && return
    rm -rf "$folder"
    mkdir -p "$folder"
    (cd "$folder" && { apt-get download -qq "$@" 2>/dev/null || { need_lists && apt-get download -qq "$@"; }; } >&2)
    for package in "$folder"/*.deb; do dpkg-deb -x "$package" "$folder"; done
    rm -f "$folder"/*.deb
    printf '%s' "$*" >"$folder/wanted"
}

# need_lists: what packages there are.
need_lists() {
    if [ "$(id -u)" -eq 0 ]; then apt-get update -qq >&2; else sudo apt-get update -qq >&2; fi
}
