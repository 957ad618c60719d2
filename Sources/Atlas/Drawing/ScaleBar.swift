import Foundation
import Proximity

/// The scale bar of a map: 1, 2 or 5 times a power of ten.
struct ScaleBar {
    /// Pixels.
    let length: Double
    /// "200 m", "0.5 mi".
    let text: String

    /// The longest bar of at most `room` pixels.
    init(_ viewport: Viewport, units: DistanceFormat, room: Double = 120) {
        let feet = units == .imperial
        let metres = viewport.metresPerPixel * room
        let isLarge = metres >= (feet ? Metres.mile.value : 1_000)
        let unit = feet ? (isLarge ? Metres.mile.value : Metres.foot.value) : (isLarge ? 1_000 : 1)
        let most = metres / unit
        let power = pow(10, log10(most).rounded(.down))
        let count = [5, 2, 1].map { $0 * power }.first { $0 <= most } ?? power
        length = count * unit / viewport.metresPerPixel
        text = "\(SVGText.number(count, digits: 2)) \(feet ? (isLarge ? "mi" : "ft") : (isLarge ? "km" : "m"))"
    }

    /// The bar with its left end at a point. Pages style it through its classes, images through its attributes.
    func markup(at point: Point, _ colours: Theme.Palette) -> String {
        let path = "M\(SVGText.number(point.x)) \(SVGText.number(point.y - 5))v5h\(SVGText.number(length))v-5"
        let middle = SVGText.number(point.x + length / 2)
        return """
            <g class="map-scale"><path d="\(path)" fill="none" stroke="\(colours.ink)" stroke-width="1.5"/>\
            <text x="\(middle)" y="\(SVGText.number(point.y - 6))" text-anchor="middle" font-size="11" \
            font-family="system-ui,sans-serif" fill="\(colours.ink)">\(text)</text></g>
            """
    }
}
