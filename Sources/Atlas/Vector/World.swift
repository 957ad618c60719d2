import Foundation
import Proximity

/// The world as it is built in: the outlines of countries and the larger cities, for views that show whole lands. Packed
/// by `Scripts/world`.
public struct World: Sendable {
    /// A place of many people.
    public struct City: Sendable {
        public let name: String
        public let coordinate: Coordinate
        /// Thousands of people.
        public let population: Int
        /// Where it lies on the square of side 1.
        let point: Point
    }

    /// An outline on the square of side 1, and the rectangle around it.
    struct Ring: Sendable {
        let points: [Point]
        let left, top, right, bottom: Double
    }

    let rings: [Ring]
    /// Largest first.
    public let cities: [City]

    /// Closer than this the outlines would be a coast that is not there.
    public static let closestZoom = 9.5

    /// Reads a packed world; nil when the bytes are none.
    public init?(_ bytes: [UInt8]) {
        let mark = Array("CAIRNW1".utf8)
        guard bytes.starts(with: mark) else { return nil }
        let read = bytes.withUnsafeBytes { raw -> ([Ring], [City])? in
            var reader = WireReader(raw, mark.count..<raw.count)
            guard let rings = try? World.rings(&reader), let cities = try? World.cities(&reader, raw) else {
                return nil
            }
            return (rings, cities)
        }
        guard let (rings, cities) = read else { return nil }
        self.rings = rings
        self.cities = cities
    }

    /// The largest city whose name is `text`, else the largest whose name begins with it; case and accents do not matter.
    public func city(named text: String) -> City? {
        let wanted = World.folded(text)
        guard wanted.count > 1 else { return nil }
        var best: City?
        for city in cities {
            let name = World.folded(city.name)
            if name == wanted { return city }
            if best == nil && name.hasPrefix(wanted) { best = city }
        }
        return best
    }

    private static func folded(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }

    private static func rings(_ reader: inout WireReader) throws(WireReader.Damage) -> [Ring] {
        var rings: [Ring] = []
        for _ in 0..<(try reader.varint()) {
            var (x, y): (Int64, Int64) = (0, 0)
            var points: [Point] = []
            for _ in 0..<(try reader.varint()) {
                x &+= TileGeometry.zigzag(try reader.varint())
                y &+= TileGeometry.zigzag(try reader.varint())
                guard let place = World.place(x, y) else { throw WireReader.Damage() }
                // The date line is the right edge here, not the left.
                points.append(x == 180_000 ? Point(x: 1, y: WebMercator.project(place).y) : WebMercator.project(place))
            }
            let (xs, ys) = (points.map { $0.x }, points.map { $0.y })
            rings.append(
                Ring(
                    points: points, left: xs.min() ?? 0, top: ys.min() ?? 0, right: xs.max() ?? 0, bottom: ys.max() ?? 0
                ))
        }
        return rings
    }

    private static func cities(_ reader: inout WireReader, _ raw: UnsafeRawBufferPointer) throws(WireReader.Damage)
        -> [City]
    {
        var cities: [City] = []
        for _ in 0..<(try reader.varint()) {
            let population = Int(truncatingIfNeeded: try reader.varint())
            let (x, y) = (TileGeometry.zigzag(try reader.varint()), TileGeometry.zigzag(try reader.varint()))
            let name = try reader.bytes()
            guard let place = World.place(x, y) else { throw WireReader.Damage() }
            cities.append(
                City(
                    name: String(decoding: UnsafeRawBufferPointer(rebasing: raw[name]), as: UTF8.self),
                    coordinate: place,
                    population: population, point: WebMercator.project(place)))
        }
        return cities
    }

    private static func place(_ x: Int64, _ y: Int64) -> Coordinate? {
        Coordinate(latitude: Double(y) / 1_000, longitude: Double(x) / 1_000)
    }
}

/// Drawing of the built-in world.
extension World {
    /// Sea and lands in a frame.
    func markup(_ frame: Frame, _ theme: Theme) -> String {
        let clipping = Clipping(left: -3, top: -3, right: frame.width + 3, bottom: frame.height + 3)
        let size = frame.worldSize
        var path = PathText()
        for copy in copies(frame) {
            for ring in rings {
                let (x, y) = (Double(copy) * size - frame.left, -frame.top)
                guard ring.right * size + x > 0, ring.left * size + x < frame.width, ring.bottom * size + y > 0,
                    ring.top * size + y < frame.height
                else { continue }
                let points = ring.points.map { Point(x: $0.x * size + x, y: $0.y * size + y) }
                path.add(ring: clipping.ring(Simplifying.simplified(points, tolerance: 0.4)))
            }
        }
        let colours = theme.mapColours
        return """
            <rect width="\(SVGText.number(frame.width))" height="\(SVGText.number(frame.height))" \
            fill="\(colours.water)"/><path fill="\(colours.land)" stroke="\(colours.boundary)" stroke-width="0.6" \
            stroke-linejoin="round" fill-rule="evenodd" d="\(path.text)"/>
            """
    }

    /// The names of cities in a frame: the closer, the smaller.
    func labels(_ frame: Frame) -> [Label] {
        let least = World.leastPopulation(frame.zoom)
        let size = frame.worldSize
        return copies(frame).flatMap { copy in
            cities.prefix { $0.population >= least }.compactMap { city -> Label? in
                let point = Point(
                    x: (city.point.x + Double(copy)) * size - frame.left, y: city.point.y * size - frame.top)
                guard (0...frame.width).contains(point.x), (0...frame.height).contains(point.y) else { return nil }
                let kind: Label.Kind = city.population >= 1_000 ? .town : .quarter
                return Label(text: city.name, kind: kind, rank: 5 - Double(city.population) / 1e5, path: [point])
            }
        }
    }

    /// Thousands of people that a city needs to be named at a zoom.
    private static func leastPopulation(_ zoom: Double) -> Int {
        switch zoom {
        case ..<1.5: 10_000
        case ..<2.5: 4_000
        case ..<3.5: 2_000
        case ..<4.5: 800
        case ..<5.5: 400
        case ..<6.5: 150
        case ..<8: 60
        case ..<10: 25
        default: 15
        }
    }

    /// The copies of the world, counted from the first, that a frame shows.
    private func copies(_ frame: Frame) -> ClosedRange<Int> {
        Int(
            (frame.left / frame.worldSize).rounded(.down))...Int(
                ((frame.left + frame.width) / frame.worldSize).rounded(.down))
    }
}
