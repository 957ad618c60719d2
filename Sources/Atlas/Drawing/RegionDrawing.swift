import Proximity

/// An area of its own colour on a map, with its name: a link.
public struct MapRegion: Sendable {
    /// What it covers.
    public let area: Fence.Area
    /// `#rrggbb`.
    public let colour: String
    public let name: String
    /// Where it leads; "" for nowhere.
    public let href: String

    public init(area: Fence.Area, colour: String, name: String, href: String = "") {
        (self.area, self.colour, self.name, self.href) = (area, colour, name, href)
    }
}

/// Draws regions and their names, under the pins.
struct RegionDrawing {
    private let regions: [MapRegion]
    private let viewport: Viewport

    /// Corners of a circle.
    private static let corners = 72
    /// Pixels that a region is wide whose name is written.
    private static let widthOfName = 64.0

    init(_ regions: [MapRegion], in viewport: Viewport) { (self.regions, self.viewport) = (regions, viewport) }

    /// The markup; empty without regions.
    func svg() -> String {
        guard !regions.isEmpty else { return "" }
        var (areas, names) = (SVGText(), SVGText())
        for region in regions {
            let rings = RegionDrawing.rings(region.area, in: viewport)
            guard let box = box(rings), box.right > 0, box.left < width, box.bottom > 0, box.top < height else {
                continue
            }
            var path = PathText()
            for ring in rings { path.add(ring: ring) }
            guard !path.isEmpty else { continue }
            let (name, colour) = (SVGText.escaped(region.name), SVGText.escaped(region.colour))
            let shape = """
                <path d="\(path.text)" fill="\(colour)" fill-opacity="0.16" fill-rule="evenodd" stroke="\(colour)" \
                stroke-opacity="0.8" stroke-width="2"/>
                """
            areas.add(
                region.href.isEmpty
                    ? "<g class=\"map-region\" role=\"img\" aria-label=\"\(name)\"><title>\(name)</title>\(shape)</g>"
                    : "<a class=\"map-region\" href=\"\(SVGText.escaped(region.href))\"><title>\(name)</title>\(shape)</a>"
            )
            let middle = Point(x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 - 14)
            guard box.right - box.left >= RegionDrawing.widthOfName, (0...width).contains(middle.x),
                (0...height).contains(middle.y)
            else { continue }
            names.add(
                """
                <text class="map-region-name" x="\(SVGText.number(middle.x))" y="\(SVGText.number(middle.y))" \
                text-anchor="middle" font-size="13" font-weight="600" aria-hidden="true">\(name)</text>
                """)
        }
        return "<g class=\"map-regions\">\(areas.text)\(names.text)</g>"
    }

    /// The rings of an area in pixels. Each goes on where its last corner lies, also where the world is cut apart.
    static func rings(_ area: Fence.Area, in viewport: Viewport) -> [[Point]] {
        let places: [[Coordinate]] =
            switch area {
            case .circle(let centre, let radius):
                [
                    (0..<corners).map {
                        centre.destination(bearing: Degrees(360 * Double($0) / Double(corners)), distance: radius)
                    }
                ]
            case .polygon(let polygon): polygon.rings
            }
        let world = viewport.worldSize
        // All rings lie near the first corner of the first one.
        var last: Point?
        return places.map { ring in
            ring.map { place in
                var point = viewport.point(of: place)
                if let last { point.x -= ((point.x - last.x) / world).rounded() * world }
                last = point
                return point
            }
        }
    }

    private var width: Double { Double(viewport.width) }
    private var height: Double { Double(viewport.height) }

    private func box(_ rings: [[Point]]) -> (left: Double, top: Double, right: Double, bottom: Double)? {
        let (across, down) = (rings.joined().map { $0.x }, rings.joined().map { $0.y })
        guard let left = across.min(), let right = across.max(), let top = down.min(), let bottom = down.max() else {
            return nil
        }
        return (left, top, right, bottom)
    }
}
