import Foundation
import Proximity

/// People who stand at one place, as one pin: their faces side by side, and how many more there are.
struct PinStack {
    /// Most faces that are shown.
    private static let most = 3
    /// Pixels between the middles of two faces, which overlap a little.
    private static let step = 25.0
    /// Half the height of the pill, in pixels.
    private static let half = 17.0

    let pins: [Pin]
    let colours: Theme.Palette

    /// The stack around the place at which it stands; `face` draws the portrait of one.
    func svg(face: (Pin) -> String) -> String {
        let shown = pins.prefix(PinStack.most)
        let rest = pins.count - shown.count
        let count = Double(shown.count + (rest > 0 ? 1 : 0))
        let left = -PinStack.step * (count - 1) / 2
        let width = PinStack.step * (count - 1) + 2 * PinStack.half
        var svg = """
            <path class="pin-stem" d="M0 0L-6-11H6Z" fill="\(colours.moss)"/>\
            <rect class="pin-paper pin-moss-line" x="\(SVGText.number(-width / 2))" y="-43" \
            width="\(SVGText.number(width))" height="34" rx="17" fill="\(colours.card)" stroke="\(colours.moss)" \
            stroke-width="2.5"/>
            """
        for (number, pin) in shown.enumerated() {
            // Paler, like the pin of somebody who stands alone.
            let pale = pin.isMuted ? " opacity=\"0.6\"" : ""
            svg += """
                <g transform="translate(\(SVGText.number(left + PinStack.step * Double(number))) 0)"\(pale)>\
                <circle class="pin-paper" cy="-26" r="14.5" fill="\(colours.card)"/>\(face(pin))</g>
                """
        }
        if rest > 0 {
            svg += """
                <text class="pin-initials" x="\(SVGText.number(-left))" y="-21.5" text-anchor="middle" font-size="12" \
                font-weight="700" font-family="system-ui,sans-serif" fill="\(colours.ink)">+\(CountText.short(rest))</text>
                """
        }
        return svg + """
            <rect class="pin-hit" x="\(SVGText.number(-width / 2 - 5))" y="-48" width="\(SVGText.number(width + 10))" \
            height="52" rx="20" fill="#000" fill-opacity="0"/>
            """
    }

    /// "Leena, Mikko and Sofia", for those who do not see it: every name, without what stands behind the first comma.
    var title: String {
        let names = pins.map { $0.title.split(separator: ",", maxSplits: 1).first.map { String($0) } ?? $0.title }
        return "\(names.joined(separator: ", ")): \(pins.count) here"
    }

    /// The closest zoom at most, and otherwise the one from which on they stand apart.
    static func openingZoom(_ pins: [Pin], in viewport: Viewport) -> Double {
        let points = pins.map { viewport.point(of: $0.coordinate) }
        let spread = max(
            (points.map { $0.x }.max() ?? 0) - (points.map { $0.x }.min() ?? 0),
            (points.map { $0.y }.max() ?? 0) - (points.map { $0.y }.min() ?? 0))
        // So that neighbours in a row of all lie in different squares of the grid that joins them.
        let wanted = 2 * PinFan.spacing * Double(max(1, pins.count - 1))
        let closer = spread > 0 ? log2(wanted / spread) : .infinity
        return min(Viewport.zooms.upperBound, max(viewport.zoom + 1, viewport.zoom + closer))
    }
}
