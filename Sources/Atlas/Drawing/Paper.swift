import Foundation
import Proximity

/// The background where a map has no data: paper with the lines of latitude and longitude of a sea chart. It never
/// shows an invented coast.
struct Paper {
    let frame: Frame
    let theme: Theme

    init(frame: Frame, theme: Theme) {
        self.frame = frame
        self.theme = theme
    }

    /// The possible steps between lines, degrees.
    private static let steps = [
        30, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.000_5, 0.000_2, 0.000_1,
    ]

    /// The paper and its lines, filling the frame.
    func markup(hasLabels: Bool) -> String {
        let colours = theme.palette
        var svg = SVGText()
        let size = "width=\"\(SVGText.number(frame.width))\" height=\"\(SVGText.number(frame.height))\""
        svg.add("<rect \(size) fill=\"\(colours.paper)\"/>")
        let step = stepDegrees
        svg.add("<path d=\"\(lines(every: step / 5))\" stroke=\"\(colours.line)\" fill=\"none\"/>")
        svg.add("<path d=\"\(lines(every: step))\" stroke=\"\(colours.strongLine)\" fill=\"none\"/>")
        guard hasLabels else { return svg.text }
        svg.add("<g font-family=\"system-ui,sans-serif\" font-size=\"11\" fill=\"\(colours.muted)\">")
        for (place, text) in labels(every: step) {
            svg.add("<text x=\"\(SVGText.number(place.x))\" y=\"\(SVGText.number(place.y))\">\(text)</text>")
        }
        svg.add("</g>")
        return svg.text
    }

    /// The largest step whose lines are at most 240 pixels apart.
    private var stepDegrees: Double {
        let perDegree = frame.worldSize / 360
        return Paper.steps.first { $0 * perDegree <= 240 } ?? Paper.steps[Paper.steps.count - 1]
    }

    private func meridians(every step: Double) -> [(x: Double, degrees: Double)] {
        let perDegree = frame.worldSize / 360
        let west = frame.left / perDegree - 180
        let first = (west / step).rounded(.up)
        return (0..<400).map { number -> (x: Double, degrees: Double) in
            let degrees: Double = (first + Double(number)) * step
            return (x: (degrees - west) * perDegree, degrees: degrees)
        }.prefix { $0.x <= frame.width }
    }

    private func parallels(every step: Double) -> [(y: Double, degrees: Double)] {
        func latitude(_ y: Double) -> Double { WebMercator.place(Point(x: 0.5, y: y / frame.worldSize)).latitude }
        let (north, south) = (latitude(frame.top), latitude(frame.top + frame.height))
        let first = (south / step).rounded(.up)
        return (0..<400).map { (first + Double($0)) * step }.prefix { $0 <= north }.compactMap { degrees in
            Coordinate(latitude: degrees, longitude: 0).map {
                (y: WebMercator.project($0).y * frame.worldSize - frame.top, degrees: degrees)
            }
        }
    }

    private func lines(every step: Double) -> String {
        let (width, height) = (SVGText.number(frame.width), SVGText.number(frame.height))
        let down = meridians(every: step).map { "M\(SVGText.number($0.x)) 0V\(height)" }
        let across = parallels(every: step).map { "M0 \(SVGText.number($0.y))H\(width)" }
        return (down + across).joined()
    }

    private func labels(every step: Double) -> [(Point, String)] {
        let digits = step >= 1 ? 0 : min(4, Int((-log10(step)).rounded(.up)))
        func text(_ degrees: Double, _ positive: String, _ negative: String) -> String {
            let turned = degrees - 360 * ((degrees + 180) / 360).rounded(.down)
            return "\(SVGText.number(abs(turned), digits: digits))° \(turned < 0 ? negative : positive)"
        }
        return meridians(every: step).map { (Point(x: $0.x + 4, y: 12), text($0.degrees, "E", "W")) }
            + parallels(every: step).map { (Point(x: 4, y: $0.y - 4), text($0.degrees, "N", "S")) }
    }
}
