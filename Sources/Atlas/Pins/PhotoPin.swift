/// The pin of a photo: larger than others, because its face is what one looks for. A round photo in a white ring.
enum PhotoPin {
    /// Half the width of the photo in its ring.
    private static let radius = 19

    /// The shape below the photo, with its clickable area. One's own has a ring of colour.
    static func definition(_ face: PinShape.Face, _ colours: Theme.Palette) -> String {
        let own = """
            <circle class="pin-moss-line" cy="-32" r="24" fill="none" stroke="\(colours.moss)" stroke-width="3"/>
            """
        let ring = face.marks.contains(.own) ? own : ""
        return """
            <g id="\(face.name)">\(markup(colours))\(ring)\
            <rect class="pin-hit" x="-23" y="-55" width="46" height="58" rx="20" fill="#000" fill-opacity="0"/></g>
            """
    }

    /// The ring without its photo.
    static func markup(_ colours: Theme.Palette) -> String {
        """
        <ellipse class="pin-shade" rx="9" ry="3" fill="#000" fill-opacity="0.2"/>\
        <circle class="pin-shade" cy="-31" r="24" fill="#000" fill-opacity="0.16"/>\
        <path class="pin-photo" d="M0 0L-7-13H7Z" fill="#fff"/>\
        <circle class="pin-photo" cy="-32" r="22.5" fill="#fff"/>\
        <circle class="pin-sky" cy="-32" r="\(radius)" fill="\(colours.sky)" fill-opacity="0.25"/>
        """
    }

    /// The clip path of the photos.
    static let clip = "<clipPath id=\"pin-photo\"><circle cy=\"-32\" r=\"\(radius)\"/></clipPath>"

    /// A photo; `address` is escaped.
    static func photo(_ address: String) -> String {
        """
        <image href="\(address)" x="-\(radius)" y="\(-32 - radius)" width="\(2 * radius)" height="\(2 * radius)" \
        preserveAspectRatio="xMidYMid slice" clip-path="url(#pin-photo)"/>
        """
    }
}
