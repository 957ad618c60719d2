# Makes the image without a container engine: a small Debian, the program, and what an engine needs to know. For bin/package.

# What no container needs: documentation, drivers of graphics cards, modules for rare kinds of files.
image_excludes=(
    '/usr/share/doc/*' '/usr/share/man/*' '/usr/share/info/*' '/usr/share/locale/*' '/usr/share/i18n/*' '/usr/share/lintian/*'
    '/usr/lib/*/dri/*' '/usr/lib/*/libLLVM*' '/usr/lib/*/libgallium*' '/usr/lib/*/libz3*' '/usr/lib/*/mfx/*' '/usr/lib/*/libmfxhw64*'
    '/usr/lib/*/gconv/*' '/usr/share/icons/*' '/usr/share/X11/*' '/usr/share/bash-completion/*' '/usr/share/zsh/*'
    '/usr/lib/*/ImageMagick*' '/usr/lib/*/vips-modules-*/vips-magick.so'
    '/usr/lib/*/vips-modules-*/vips-poppler.so' '/usr/lib/*/vips-modules-*/vips-openslide.so' '/usr/share/vim/*'
)
# Nobody of the host has this number.
image_user=10001

is_root() { [ "$(id -u)" = 0 ]; }

# image_root FOLDER: the files of the image.
image_root() {
    local root=$1 options=() exclude libraries
    for exclude in "${image_excludes[@]}"; do options+=("--dpkgopt=path-exclude=$exclude"); done
    options+=('--dpkgopt=path-include=/usr/share/doc/*/copyright')
    libraries=$(dpkg-deb -f "$package" Depends | tr ',' '\n' | sed 's/ *(.*//; s/|.*//; s/ //g' | grep -vx -e adduser -e init-system-helpers | paste -sd,)
    # The release of this machine, from its mirror.
    . /etc/os-release
    { cat /etc/apt/sources.list /etc/apt/sources.list.d/{debian,ubuntu}.sources 2>/dev/null || true; } |
        mmdebstrap --quiet --variant=essential --include="$libraries" "${options[@]}" \
            --aptopt='APT::Install-Recommends "false"' "$VERSION_CODENAME" "$root" - >&2
    dpkg-deb --fsys-tarfile "$package" | tar -x -C "$root" ./usr/bin ./usr/share/cairn ./usr/share/doc/cairn
    # Interpreters that the packages were set up with.
    rm -rf "$root"/usr/lib/*/perl "$root"/usr/share/perl "$root"/usr/lib/python3* "$root"/usr/share/python3 \
        "$root"/var/lib/apt/lists/* "$root"/var/cache/* "$root"/var/log/* "$root"/boot
    echo "cairn:x:$image_user:$image_user::/data:/usr/sbin/nologin" >>"$root/etc/passwd"
    echo "cairn:x:$image_user:" >>"$root/etc/group"
    # A volume gets the owner of the folder that it covers.
    install -d -m 0700 -o "$image_user" -g "$image_user" "$root/data" "$root/backups"
}

make_image() {
    need_packages mmdebstrap umoci python3
    is_root || { echo "only root can make the image: its files belong to root and to the user of the server" >&2; exit 77; }
    local folder=$work/image layout
    rm -rf "$folder"
    mkdir -p "$folder" dist
    layout=$folder/layout
    umoci init --layout "$layout"
    umoci new --image "$layout:$version"
    umoci unpack --image "$layout:$version" "$folder/bundle"
    rmdir "$folder/bundle/rootfs"
    image_root "$folder/bundle/rootfs"
    umoci repack --image "$layout:$version" "$folder/bundle"
    umoci config --image "$layout:$version" --config.user "$image_user:$image_user" --config.volume /data \
        --config.exposedports 8080/tcp --config.workingdir / --config.stopsignal SIGTERM \
        --config.env PATH=/usr/local/bin:/usr/bin:/bin --config.env LANG=C.UTF-8 \
        --config.env CAIRN_DATA=/data --config.env CAIRN_HOST=0.0.0.0 --config.env CAIRN_PORT=8080 \
        --config.entrypoint /usr/bin/cairn --config.cmd serve \
        --config.label org.opencontainers.image.title=Cairn --config.label "org.opencontainers.image.version=$version" \
        --config.label org.opencontainers.image.licenses=MIT --architecture "$architecture" --os linux
    umoci gc --layout "$layout"
    python3 Packaging/describe-image.py "$layout" "cairn:$version"
    tar -C "$layout" --sort=name --owner=0 --group=0 --numeric-owner -cf "$image" .
    echo "$image"
}
