/// The edge of a map: its drawing fades over the last pixels of the area that it covers. Computed from the area alone, so
/// that the tiles of a zoom meet.
struct MapEdge {
    /// The area that the map covers, in pixels.
    let cover: Clipping
    /// How many pixels wide the fade is.
    let width: Double

    /// Pixels.
    static let widest = 96.0
    /// As a part of the shorter side: most of a small map stays as it is.
    static let most = 0.12
    /// How much of the ground is hidden on the way to the edge: a soft start and a soft end.
    private static let stops = [(0.0, 0.0), (0.25, 0.16), (0.5, 0.5), (0.75, 0.84), (1, 1)]

    init(cover: Clipping) {
        self.cover = cover
        width = min(MapEdge.widest, MapEdge.most * min(cover.right - cover.left, cover.bottom - cover.top))
    }

    /// The area in which the map does not fade.
    var inner: Clipping { cover.widened(-width) }

    /// The area in which more than half of the map is seen.
    var readable: Clipping { cover.widened(-width / 2) }

    /// Whether an area lies where the map does not fade.
    func isClear(of area: Clipping) -> Bool { inner.intersection(area) == area }

    /// A mask of this name that hides what lies beyond the edge; nil when the frame is clear of it. The area is in the
    /// frame's pixels.
    func mask(_ name: String, _ frame: Frame) -> String? {
        let whole = Clipping(left: 0, top: 0, right: frame.width, bottom: frame.height)
        guard !isClear(of: whole) else { return nil }
        // Everything is white, which shows the map; each side's shade turns to black, and in the corners two add up.
        let sides = [
            ("l", inner.left > 0, Point(x: inner.left, y: 0), Point(x: cover.left, y: 0)),
            ("t", inner.top > 0, Point(x: 0, y: inner.top), Point(x: 0, y: cover.top)),
            ("r", inner.right < frame.width, Point(x: inner.right, y: 0), Point(x: cover.right, y: 0)),
            ("b", inner.bottom < frame.height, Point(x: 0, y: inner.bottom), Point(x: 0, y: cover.bottom)),
        ].filter { $0.1 }
        let stops = MapEdge.stops.map { "<stop offset=\"\($0.0)\" stop-opacity=\"\($0.1)\"/>" }.joined()
        let size = "width=\"\(SVGText.number(frame.width))\" height=\"\(SVGText.number(frame.height))\""
        let shades = sides.map { side, _, from, to in
            """
            <linearGradient id="\(name)\(side)" gradientUnits="userSpaceOnUse" \(ends(from, to))>\(stops)</linearGradient>
            """
        }.joined()
        let shaded = sides.map { side, _, _, _ in "<rect \(size) fill=\"url(#\(name)\(side))\"/>" }.joined()
        return """
            <defs>\(shades)<mask id="\(name)" maskUnits="userSpaceOnUse" x="0" y="0" \(size)>\
            <rect \(size) fill="#fff"/>\(shaded)</mask></defs>
            """
    }

    private func ends(_ from: Point, _ to: Point) -> String {
        func number(_ value: Double) -> String { SVGText.number(value) }
        return "x1=\"\(number(from.x))\" y1=\"\(number(from.y))\" x2=\"\(number(to.x))\" y2=\"\(number(to.y))\""
    }
}
