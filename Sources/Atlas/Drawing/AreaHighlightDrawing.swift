import Proximity

/// Areas in which something waits. Each is lit as a whole and its light fades over its edges, so that nothing in it
/// points at a place. Drawn in one colour, which a page's style sheet replaces in its theme.
struct AreaHighlightDrawing {
    private let rings: [[Point]]
    private let colour: String

    /// The widest fading edge, pixels.
    private static let widest = 36.0

    init(_ areas: [[Coordinate]], in viewport: Viewport, colour: String) {
        rings = areas.map { corners in corners.map { viewport.point(of: $0) } }
        self.colour = colour
    }

    /// The markup; empty without areas.
    ///
    /// Light is laid on in five coats, each with a wider brush. A coat is one path in a group: where neighbouring areas
    /// overlap, it does not count twice.
    func svg() -> String {
        guard let ring = rings.first else { return "" }
        let across = ring.map { $0.x }
        let width = min(AreaHighlightDrawing.widest, ((across.max() ?? 0) - (across.min() ?? 0)) / 4)
        var path = PathText()
        for ring in rings { path.add(ring: ring) }
        guard !path.isEmpty else { return "" }
        let coats = [0, 0.25, 0.5, 0.75, 1].map { share in
            """
            <g opacity="0.024"><path d="\(path.text)" fill="\(colour)" stroke="\(colour)" \
            stroke-width="\(SVGText.number(width * share))" stroke-linejoin="round"/></g>
            """
        }
        return """
            <g class="map-halo" role="img" aria-label="Something waits around here">\
            <title>Something waits around here</title>\(coats.joined())</g>
            """
    }
}
