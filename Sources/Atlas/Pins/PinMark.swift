/// The small signs on pins.
enum PinMark {
    static func markup(_ mark: Pin.Mark, _ colours: Theme.Palette) -> String {
        switch mark {
        case .photo: face(photo(colours), colours)
        case .video: face(glyph("M-3-33L6-27L-3-21Z", colours), colours)
        case .sound: face(sound(colours), colours)
        case .locked: locked(colours)
        case .own: own(colours)
        case .alert: alert(colours)
        }
    }

    /// A disc on the middle of the stone.
    private static func face(_ glyph: String, _ colours: Theme.Palette) -> String {
        "<circle class=\"pin-paper\" cy=\"-27\" r=\"10\" fill=\"\(colours.card)\"/>\(glyph)"
    }

    private static func glyph(_ path: String, _ colours: Theme.Palette) -> String {
        "<path class=\"pin-amber\" d=\"\(path)\" fill=\"\(colours.amber)\"/>"
    }

    private static func photo(_ colours: Theme.Palette) -> String {
        """
        \(glyph("M-7-31H-4L-2.5-33H2.5L4-31H7V-21H-7Z", colours))\
        <circle class="pin-paper" cy="-26.2" r="2.8" fill="\(colours.card)"/>
        """
    }

    private static func sound(_ colours: Theme.Palette) -> String {
        """
        <path class="pin-amber-line" d="M-6-29V-25M-2-33V-21M2-31V-23M6-28V-26" fill="none" stroke="\(colours.amber)" \
        stroke-width="2.4" stroke-linecap="round"/>
        """
    }

    /// A padlock at the right foot.
    private static func locked(_ colours: Theme.Palette) -> String {
        """
        <circle class="pin-amber" cx="11" cy="-14" r="9" fill="\(colours.amber)" stroke="\(colours.card)" \
        stroke-width="1.5"/><path class="pin-lock" d="M7-14.5H15V-9H7Z" fill="\(colours.card)"/>\
        <path class="pin-shackle" d="M8.5-14.5V-16.5A2.5 2.5 0 0 1 13.5-16.5V-14.5" fill="none" \
        stroke="\(colours.card)" stroke-width="1.6"/>
        """
    }

    /// An exclamation mark at the right shoulder.
    private static func alert(_ colours: Theme.Palette) -> String {
        """
        <circle class="pin-clay" cx="13" cy="-39" r="9" fill="\(colours.clay)" stroke="\(colours.card)" stroke-width="2"/>\
        <path class="pin-alert" d="M13-43.5V-38.5M13-35.2V-35" stroke="\(colours.card)" stroke-width="2.4" stroke-linecap="round"/>
        """
    }

    /// A flag at the left shoulder.
    private static func own(_ colours: Theme.Palette) -> String {
        """
        <path class="pin-flag" d="M-15-28V-45H-4L-7-41L-4-37H-13V-28Z" fill="\(colours.moss)" \
        stroke="\(colours.card)" stroke-width="1.5" stroke-linejoin="round"/>
        """
    }
}
