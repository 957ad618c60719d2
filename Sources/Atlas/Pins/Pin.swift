import Proximity

/// Something at a place on a map.
public struct Pin: Sendable, Equatable {
    /// What it is: told apart by shape as well as by colour.
    public enum Kind: String, Sendable, CaseIterable {
        /// Folded paper.
        case note
        /// A cut stone.
        case relic
        /// A round photo.
        case moment
        /// A ring with a note of music.
        case zone
        /// A round portrait with initials.
        case person
        /// A drop: a point that somebody chose.
        case place
    }

    public let kind: Kind
    public let coordinate: Coordinate
    /// What screen readers say, and what a pointer that rests on it shows.
    public let title: String
    /// Where it leads; nil for nowhere.
    public let href: String?
    /// A name by which a list beside the map knows it: the value of `data-pin`.
    public let id: String?
    /// Letters on it: initials.
    public let label: String
    /// Whether it is done with (found, opened, seen): drawn paler.
    public let isMuted: Bool

    /// A pin. `href` must be a path of the site, "/" and no second one; anything else is dropped.
    public init(
        kind: Kind, coordinate: Coordinate, title: String, href: String? = nil, id: String? = nil, label: String = "",
        isMuted: Bool = false
    ) {
        self.kind = kind
        self.coordinate = coordinate
        self.title = title
        self.href = href.flatMap { $0.hasPrefix("/") && !$0.hasPrefix("//") && !$0.contains("\\") ? $0 : nil }
        self.id = id
        self.label = label
        self.isMuted = isMuted
    }
}

/// The drawings of pins: their point at 0,0, about 32 pixels wide and 40 high, upwards.
enum PinShape {
    static func markup(_ kind: Pin.Kind, label: String, _ colours: Theme.Palette) -> String {
        let stem = "<path class=\"pin-stem\" d=\"M0 0L-5-11H5Z\" fill=\"\(colours.moss)\"/>"
        switch kind {
        case .note:
            return stem + """
                <path class="pin-paper" d="M-14-40H6L14-32V-11H-14Z" fill="\(colours.card)" stroke="\(colours.moss)" \
                stroke-width="2" stroke-linejoin="round"/>\
                <path class="pin-line" d="M6-40V-32H14M-8-31H1M-8-25H8M-8-19H4" fill="none" stroke="\(colours.moss)" \
                stroke-width="2" stroke-linejoin="round" stroke-linecap="round"/>
                """
        case .relic:
            return stem + """
                <path class="pin-paper" d="M-9-40H9L16-30L0-9L-16-30Z" fill="\(colours.card)" stroke="\(colours.amber)" \
                stroke-width="2" stroke-linejoin="round"/>\
                <path class="pin-line" d="M-16-30H16M-6-30L0-9L6-30L0-40Z" fill="none" stroke="\(colours.amber)" \
                stroke-width="1.5" stroke-linejoin="round"/>
                """
        case .moment: return stem + disc(colours.sky, colours, "<circle cy=\"-26\" r=\"6\" fill=\"\(colours.sky)\"/>")
        case .zone:
            let note = """
                <path d="M-3-21V-33L5-35V-23" fill="none" stroke="\(colours.sky)" stroke-width="2"/>\
                <circle cx="-5" cy="-21" r="2.5" fill="\(colours.sky)"/><circle cx="3" cy="-23" r="2.5" fill="\(colours.sky)"/>
                """
            return stem + disc(colours.sky, colours, note)
        case .person:
            let text = """
                <text y="-21.5" text-anchor="middle" font-size="13" font-weight="600" \
                font-family="system-ui,sans-serif" fill="\(colours.ink)">\(SVGText.escaped(String(label.prefix(3))))</text>
                """
            return stem + disc(colours.moss, colours, text)
        case .place:
            return """
                <path class="pin-place" d="M0 0C-5-12-13-17-13-27A13 13 0 0 1 13-27C13-17 5-12 0 0Z" \
                fill="\(colours.moss)" stroke="\(colours.card)" stroke-width="2"/>\
                <circle cy="-27" r="5" fill="\(colours.card)"/>
                """
        }
    }

    /// Many things at one place, with their number.
    static func cluster(_ count: Int, _ colours: Theme.Palette) -> String {
        """
        <circle class="pin-cluster-halo" r="22" fill="\(colours.moss)" fill-opacity="0.25"/>\
        <circle class="pin-cluster" r="17" fill="\(colours.moss)"/>\
        <text class="pin-count" y="4.5" text-anchor="middle" font-size="13" font-weight="700" \
        font-family="system-ui,sans-serif" fill="\(colours.card)">\(count)</text>
        """
    }

    private static func disc(_ ring: String, _ colours: Theme.Palette, _ inner: String) -> String {
        "<circle class=\"pin-disc\" cy=\"-26\" r=\"15\" fill=\"\(colours.card)\" stroke=\"\(ring)\" stroke-width=\"2.5\"/>"
            + inner
    }
}
