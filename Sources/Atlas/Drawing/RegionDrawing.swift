import Foundation
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
    /// Whether its name and its edge alone are the link. One that may cover a whole map leaves its inside to the map.
    public let isOpenInside: Bool

    public init(area: Fence.Area, colour: String, name: String, href: String = "", isOpenInside: Bool = false) {
        (self.area, self.colour, self.name, self.href) = (area, colour, name, href)
        self.isOpenInside = isOpenInside
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
            guard let (outline, box) = outline(region.area), box.right > 0, box.left < width, box.bottom > 0,
                box.top < height
            else { continue }
            let name = SVGText.escaped(region.name)
            let middle = Point(x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 - 14)
            let isWide = box.right - box.left >= RegionDrawing.widthOfName
            areas.add(element(of: region, outline, name: name, at: isWide ? middle : nil))
            guard isWide, (0...width).contains(middle.x), (0...height).contains(middle.y) else { continue }
            names.add(
                """
                <text class="map-region-name" x="\(SVGText.number(middle.x))" y="\(SVGText.number(middle.y))" \
                text-anchor="middle" font-size="13" font-weight="600" aria-hidden="true">\(name)</text>
                """)
        }
        return "<g class=\"map-regions\">\(areas.text)\(names.text)</g>"
    }

    /// The element of a region.
    ///
    /// - Parameters:
    ///   - outline: the element that draws it, without its end.
    ///   - name: for markup.
    ///   - middle: where the name is written; nil for a region that is too narrow for one.
    private func element(of region: MapRegion, _ outline: String, name: String, at middle: Point?) -> String {
        let colour = SVGText.escaped(region.colour)
        var shape = """
            <\(outline) fill="\(colour)" fill-opacity="\(region.isOpenInside ? 0.05 : 0.16)" fill-rule="evenodd" stroke="\(colour)" \
            stroke-opacity="0.8" stroke-width="2"
            """
        if region.isOpenInside, let middle {
            let (x, y) = (SVGText.number(middle.x - 70), SVGText.number(middle.y - 27))
            shape += """
                 pointer-events="stroke"/><rect x="\(x)" y="\(y)" width="140" height="44" fill="transparent"/>
                """
        } else {
            shape += "/>"
        }
        return region.href.isEmpty
            ? "<g class=\"map-region\" role=\"img\" aria-label=\"\(name)\"><title>\(name)</title>\(shape)</g>"
            : "<a class=\"map-region\" href=\"\(SVGText.escaped(region.href))\"><title>\(name)</title>\(shape)</a>"
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

    private typealias Box = (left: Double, top: Double, right: Double, bottom: Double)

    /// The element that draws an area, without its end, and where it lies; nil for one smaller than a pixel.
    private func outline(_ area: Fence.Area) -> (element: String, box: Box)? {
        if case .circle(let centre, let radius) = area, radius <= RegionDrawing.round, abs(centre.latitude) < 80 {
            let point = viewport.point(of: centre)
            let scale = cos(centre.latitude * .pi / 180) / cos(viewport.centre.latitude * .pi / 180)
            let pixels = radius.value / (viewport.metresPerPixel * scale)
            guard pixels >= 1 else { return nil }
            let (x, y, r) = (SVGText.number(point.x), SVGText.number(point.y), SVGText.number(pixels))
            let box = (point.x - pixels, point.y - pixels, point.x + pixels, point.y + pixels)
            return ("circle cx=\"\(x)\" cy=\"\(y)\" r=\"\(r)\"", box)
        }
        let rings = RegionDrawing.rings(area, in: viewport)
        var path = PathText()
        for ring in rings { path.add(ring: ring) }
        guard !path.isEmpty, let box = box(rings) else { return nil }
        return ("path d=\"\(path.text)\"", box)
    }

    /// Up to this radius a circle on the ground is one on the map.
    private static let round: Metres = 20_000

    private func box(_ rings: [[Point]]) -> Box? {
        let (across, down) = (rings.joined().map { $0.x }, rings.joined().map { $0.y })
        guard let left = across.min(), let right = across.max(), let top = down.min(), let bottom = down.max() else {
            return nil
        }
        return (left, top, right, bottom)
    }
}
