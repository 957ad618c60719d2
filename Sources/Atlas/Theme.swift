/// The rendition of a map that is an image: such an SVG sees no style sheet, so light and dark are two pictures.
public enum Theme: String, Sendable, CaseIterable {
    case light, dark

    /// The colours of maps, as `#RRGGBB`.
    struct Palette {
        let paper, line, strongLine, ink, muted, card, moss, sky, amber: String
    }

    var palette: Palette {
        switch self {
        case .light:
            Palette(
                paper: "#F3EFE6", line: "#E6DFD1", strongLine: "#D8CFBD", ink: "#1F2624", muted: "#5E6864",
                card: "#FFFFFF", moss: "#2C6E4F", sky: "#2B6C99", amber: "#B45309")
        case .dark:
            Palette(
                paper: "#1A1F1D", line: "#252C29", strongLine: "#303935", ink: "#ECEBE6", muted: "#A3ADA8",
                card: "#1E2321", moss: "#6FBF97", sky: "#7CB8E0", amber: "#F2B35E")
        }
    }
}
