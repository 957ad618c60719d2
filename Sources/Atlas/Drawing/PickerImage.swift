import Proximity

/// The image on which a person clicks to choose a place: a document without style sheet, font or other image.
public struct PickerImage: Sendable {
    private let viewport: Viewport
    private let chosen: Coordinate?
    private let gate: Metres?
    private let theme: Theme
    private let units: DistanceFormat
    private let basemap: Basemap
    private let corners: [Coordinate]
    private let isPlain: Bool

    /// An image of a viewport. A pin marks `chosen`, with a circle of the radius `gate`; without it, a cross marks the
    /// middle. `corners` are those of an area that is being drawn, of which the last one is marked. A plain image is one
    /// to look at: no cross and no scale.
    public init(
        viewport: Viewport, chosen: Coordinate?, gate: Metres? = nil, corners: [Coordinate] = [],
        isPlain: Bool = false, theme: Theme, units: DistanceFormat, basemap: Basemap = .none
    ) {
        self.isPlain = isPlain
        self.corners = corners
        self.viewport = viewport
        self.chosen = chosen
        self.gate = gate
        self.theme = theme
        self.units = units
        self.basemap = basemap
    }

    /// The SVG document.
    ///
    /// - Throws: what reading the basemap throws.
    public func svg() throws -> String {
        let colours = theme.palette
        var svg = SVGText()
        svg.add(
            """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(viewport.width)" height="\(viewport.height)" \
            viewBox="0 0 \(viewport.width) \(viewport.height)">
            """)
        svg.add(try basemap.markup(viewport, theme))
        svg.add(line(colours))
        if let chosen {
            if let gate { svg.add(CircleDrawing.svg("gate", chosen, gate, colours.moss, in: viewport)) }
            let point = viewport.point(of: chosen)
            let shift = "translate(\(SVGText.number(point.x)) \(SVGText.number(point.y)))"
            svg.add("<g transform=\"\(shift)\">\(PinShape.markup(.place, colours))</g>")
        } else if corners.isEmpty, !isPlain {
            let (x, y) = (viewport.width / 2, viewport.height / 2)
            svg.add("<path d=\"M\(x - 10) \(y)h20M\(x) \(y - 10)v20\" stroke=\"\(colours.moss)\" stroke-width=\"2\"/>")
        }
        if !isPlain {
            let bar = ScaleBar(viewport, units: units, room: 90)
            svg.add(bar.markup(at: Point(x: 12, y: Double(viewport.height) - 10), colours))
        }
        svg.add("</svg>")
        return svg.text
    }

    /// The area within the corners, as far as it is drawn.
    private func line(_ colours: Theme.Palette) -> String {
        var last: Point?
        let points = corners.map { corner in
            var point = viewport.point(of: corner)
            if let last { point.x -= ((point.x - last.x) / viewport.worldSize).rounded() * viewport.worldSize }
            last = point
            return "\(SVGText.number(point.x)),\(SVGText.number(point.y))"
        }
        guard let end = last else { return "" }
        return """
            <polygon points="\(points.joined(separator: " "))" fill="\(colours.moss)" fill-opacity="0.16" fill-rule="evenodd" \
            stroke="\(colours.moss)" stroke-width="2" stroke-linejoin="round"/>\
            <circle cx="\(SVGText.number(end.x))" cy="\(SVGText.number(end.y))" r="5" fill="\(colours.moss)"/>
            """
    }
}
