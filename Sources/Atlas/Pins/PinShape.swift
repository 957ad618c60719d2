import Proximity

/// The shapes of pins: their point at 0,0, about 32 pixels wide and 40 high, upwards.
///
/// A map defines each kind that it shows once and then refers to it: hundreds of pins cost a line each. Colours are
/// attributes, for maps without a style sheet; a page's style sheet overrides them through classes.
enum PinShape {
    /// What is drawn for a pin.
    struct Face: Hashable {
        let kind: Pin.Kind
        let marks: Pin.Marks

        /// "pin-relic-photo-locked"
        var name: String { "pin-" + ([kind.rawValue] + marks.inOrder.map { $0.rawValue }).joined(separator: "-") }
    }

    /// The shape of a pin, with its clickable area.
    static func definition(_ face: Face, _ colours: Theme.Palette) -> String {
        if face.kind == .moment { return PhotoPin.definition(face, colours) }
        let marks = face.marks.inOrder.map { PinMark.markup($0, colours) }.joined()
        return "<g id=\"\(face.name)\">\(markup(face.kind, colours))\(marks)\(hit)</g>"
    }

    /// The clip path that makes images round.
    static let roundDefinition = "<clipPath id=\"pin-round\"><circle cy=\"-26\" r=\"14\"/></clipPath>"

    /// The shape of a cluster, without its number.
    static func clusterDefinition(_ colours: Theme.Palette) -> String {
        """
        <g id="pin-group"><circle class="pin-halo" r="22" fill="\(colours.moss)" fill-opacity="0.25"/>\
        <circle class="pin-cluster" r="17" fill="\(colours.moss)"/>\
        <circle class="pin-hit" r="24" fill="#000" fill-opacity="0"/></g>
        """
    }

    /// 44 pixels: the size a finger needs.
    private static let hit =
        "<rect class=\"pin-hit\" x=\"-22\" y=\"-44\" width=\"44\" height=\"48\" rx=\"12\" fill=\"#000\" fill-opacity=\"0\"/>"

    static func markup(_ kind: Pin.Kind, _ colours: Theme.Palette) -> String {
        let stem = "<path class=\"pin-stem\" d=\"M0 0L-5-11H5Z\" fill=\"\(colours.moss)\"/>"
        switch kind {
        case .note: return stem + note(colours)
        case .letter: return stem + letter(colours)
        case .waiting: return stem + locked(colours)
        case .relic: return stem + relic(colours)
        case .moment: return PhotoPin.markup(colours)
        case .zone: return stem + disc("sky", ring: colours.sky, colours: colours) + music(colours)
        case .person: return stem + disc("moss", ring: colours.moss, colours: colours)
        case .place:
            return """
                <path class="pin-place" d="M0 0C-5-12-13-17-13-27A13 13 0 0 1 13-27C13-17 5-12 0 0Z" \
                fill="\(colours.moss)" stroke="\(colours.card)" stroke-width="2"/>\
                <circle cy="-27" r="5" fill="\(colours.card)"/>
                """
        }
    }

    private static func note(_ colours: Theme.Palette) -> String {
        """
        <path class="pin-paper pin-moss-line" d="M-14-40H6L14-32V-11H-14Z" fill="\(colours.card)" \
        stroke="\(colours.moss)" stroke-width="2" stroke-linejoin="round"/>\
        <path class="pin-moss-line" d="M6-40V-32H14M-8-31H1M-8-25H8M-8-19H4" fill="none" stroke="\(colours.moss)" \
        stroke-width="2" stroke-linejoin="round" stroke-linecap="round"/>
        """
    }

    private static func letter(_ colours: Theme.Palette) -> String {
        """
        <rect class="pin-letter" x="-16" y="-36" width="32" height="25" rx="4" fill="\(colours.moss)" \
        stroke="\(colours.card)" stroke-width="2"/>\
        <path class="pin-flap" d="M-13-33L0-23L13-33M-13-14L-5-20M13-14L5-20" fill="none" stroke="\(colours.card)" \
        stroke-width="2" stroke-linejoin="round" stroke-linecap="round"/>
        """
    }

    private static func locked(_ colours: Theme.Palette) -> String {
        """
        <path class="pin-paper pin-moss-line" d="M-14-40H6L14-32V-11H-14Z" fill="\(colours.card)" \
        stroke="\(colours.moss)" stroke-width="2" stroke-linejoin="round"/>\
        <path class="pin-amber-line" d="M-4-25V-29A4 4 0 0 1 4-29V-25" fill="none" stroke="\(colours.amber)" \
        stroke-width="2"/><rect class="pin-amber" x="-7" y="-26" width="14" height="10" rx="2" fill="\(colours.amber)"/>
        """
    }

    private static func relic(_ colours: Theme.Palette) -> String {
        """
        <path class="pin-paper pin-amber-line" d="M-9-40H9L16-30L0-9L-16-30Z" fill="\(colours.card)" \
        stroke="\(colours.amber)" stroke-width="2" stroke-linejoin="round"/>\
        <path class="pin-amber-line" d="M-16-30H16M-6-30L0-9L6-30L0-40Z" fill="none" stroke="\(colours.amber)" \
        stroke-width="1.5" stroke-linejoin="round"/>
        """
    }

    private static func music(_ colours: Theme.Palette) -> String {
        """
        <path class="pin-sky-line" d="M-3-21V-33L5-35V-23" fill="none" stroke="\(colours.sky)" stroke-width="2"/>\
        <circle class="pin-sky" cx="-5" cy="-21" r="2.5" fill="\(colours.sky)"/>\
        <circle class="pin-sky" cx="3" cy="-23" r="2.5" fill="\(colours.sky)"/>
        """
    }

    private static func disc(_ name: String, ring: String, colours: Theme.Palette) -> String {
        """
        <circle class="pin-paper pin-\(name)-line" cy="-26" r="15" fill="\(colours.card)" stroke="\(ring)" \
        stroke-width="2.5"/>
        """
    }
}

/// Formats counts.
enum CountText {
    /// "1,234".
    static func whole(_ count: Int) -> String {
        let digits = String(max(0, count))
        var parts: [Substring] = []
        var end = digits.endIndex
        while let start = digits.index(end, offsetBy: -3, limitedBy: digits.startIndex) {
            parts.insert(digits[start..<end], at: 0)
            end = start
        }
        if end > digits.startIndex { parts.insert(digits[..<end], at: 0) }
        return parts.joined(separator: ",")
    }

    /// Four characters at most: "999", "1.2k", "12k", "1.2M".
    static func short(_ count: Int) -> String {
        guard count >= 1_000 else { return String(max(0, count)) }
        let (unit, name) = count >= 999_500 ? (1_000_000.0, "M") : (1_000.0, "k")
        let number = Double(count) / unit
        return number < 9.95 ? "\(SVGText.number(number))\(name)" : "\(Int(number.rounded()))\(name)"
    }
}
