import Proximity

/// The picture in which one points at a place: a document of its own that needs no style sheet, font or other picture.
public struct PickerImage: Sendable {
    private let viewport: Viewport
    private let chosen: Coordinate?
    private let theme: Theme
    private let units: DistanceFormat
    private let basemap: Basemap

    /// A picture of a viewport; `chosen` is marked with a pin, without it the middle is marked with a cross.
    public init(
        viewport: Viewport, chosen: Coordinate?, theme: Theme, units: DistanceFormat, basemap: Basemap = .none
    ) {
        self.viewport = viewport
        self.chosen = chosen
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
        if let chosen {
            let point = viewport.point(of: chosen)
            let shift = "translate(\(SVGText.number(point.x)) \(SVGText.number(point.y)))"
            svg.add("<g transform=\"\(shift)\">\(PinShape.markup(.place, colours))</g>")
        } else {
            let (x, y) = (viewport.width / 2, viewport.height / 2)
            svg.add("<path d=\"M\(x - 10) \(y)h20M\(x) \(y - 10)v20\" stroke=\"\(colours.moss)\" stroke-width=\"2\"/>")
        }
        let bar = ScaleBar(viewport, units: units, room: 90)
        svg.add(bar.markup(at: Point(x: 12, y: Double(viewport.height) - 10), colours))
        svg.add("</svg>")
        return svg.text
    }
}
