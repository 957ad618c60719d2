import Proximity

/// The world as it is built in: lands, lakes, borders, the names of countries and the larger cities, for views that show
/// whole lands. Packed by `Scripts/world`.
public struct World: Sendable {
    /// A place of many people.
    public struct City: Sendable {
        public let name: String
        /// Two letters (ISO 3166-1).
        public let country: String
        public let coordinate: Coordinate
        /// Thousands of people.
        public let population: Int
        /// Where it lies on the square of side 1.
        let point: Point

        /// How far from its middle one still says its name alone, metres: some ten kilometres for half a million people.
        var extent: Double { max(2_000, 400 * Double(population).squareRoot()) }
    }

    /// A ring or a line on the square of side 1, and the rectangle around it.
    struct Shape: Sendable {
        let points: [Point]
        let left, top, right, bottom: Double

        init(_ points: [Point]) {
            self.points = points
            let (xs, ys) = (points.map { $0.x }, points.map { $0.y })
            (left, top, right, bottom) = (xs.min() ?? 0, ys.min() ?? 0, xs.max() ?? 0, ys.max() ?? 0)
        }

        /// Whether it is cut by the date line, where no coast is.
        var isCut: Bool { left <= 0 || right >= 1 }
    }

    /// The name of a country: where it stands, and at which zooms.
    struct Country: Sendable {
        let name: String
        let zooms: ClosedRange<Double>
        let point: Point
    }

    let lands: [Shape]
    let lakes: [Shape]
    let borders: [Shape]
    /// Those that are named from farthest first.
    let countries: [Country]
    /// Largest first.
    public let cities: [City]
    /// The numbers of the cities between two whole degrees of latitude, from 90° south northwards.
    let cityRows: [[Int32]]

    /// Closer than this the outlines would be a coast that is not there.
    public static let closestZoom = 9.5

    /// Reads a packed world; nil when the bytes are none.
    public init?(_ bytes: [UInt8]) {
        let mark = Array("CAIRNW2".utf8)
        guard bytes.starts(with: mark) else { return nil }
        let world = try? bytes.withRawBytes { raw throws(WireReader.Damage) in
            var reader = Reader(raw: raw, wire: WireReader(raw, mark.count..<raw.count))
            return try World(&reader)
        }
        guard let world else { return nil }
        self = world
    }

    private init(_ reader: inout Reader) throws(WireReader.Damage) {
        lands = try reader.list { reader throws(WireReader.Damage) in try reader.shape() }
        lakes = try reader.list { reader throws(WireReader.Damage) in try reader.shape() }
        borders = try reader.list { reader throws(WireReader.Damage) in try reader.shape() }
        countries = try reader.list { reader throws(WireReader.Damage) in
            let (least, most) = (Double(try reader.wire.varint()) / 10, Double(try reader.wire.varint()) / 10)
            let point = WebMercator.project(try reader.place())
            return Country(name: try reader.text(), zooms: least...max(least, most), point: point)
        }
        cities = try reader.list { reader throws(WireReader.Damage) in
            let population = Int(truncatingIfNeeded: try reader.wire.varint())
            let place = try reader.place()
            let country = try reader.letters(2)
            return City(
                name: try reader.text(), country: country, coordinate: place, population: population,
                point: WebMercator.project(place))
        }
        var rows = [[Int32]](repeating: [], count: 181)
        for (number, city) in cities.enumerated() { rows[World.row(city.coordinate.latitude)].append(Int32(number)) }
        cityRows = rows
    }

    /// Where in ``cityRows`` a latitude stands.
    static func row(_ latitude: Double) -> Int { Int((latitude + 90).rounded(.down)) }
}

/// Reads what `Scripts/world` writes.
private struct Reader {
    let raw: UnsafeRawBufferPointer
    var wire: WireReader

    mutating func list<Item>(
        _ item: (inout Reader) throws(WireReader.Damage) -> Item
    ) throws(WireReader.Damage) -> [Item] {
        var items: [Item] = []
        for _ in 0..<(try wire.varint()) { items.append(try item(&self)) }
        return items
    }

    mutating func shape() throws(WireReader.Damage) -> World.Shape {
        var (x, y): (Int64, Int64) = (0, 0)
        let points = try list { reader throws(WireReader.Damage) in
            x &+= TileGeometry.zigzag(try reader.wire.varint())
            y &+= TileGeometry.zigzag(try reader.wire.varint())
            let point = WebMercator.project(try Reader.place(x, y))
            // The date line is the right edge here, not the left.
            return x == 180_000 ? Point(x: 1, y: point.y) : point
        }
        return World.Shape(points)
    }

    mutating func place() throws(WireReader.Damage) -> Coordinate {
        let x = TileGeometry.zigzag(try wire.varint())
        return try Reader.place(x, TileGeometry.zigzag(try wire.varint()))
    }

    mutating func letters(_ count: Int) throws(WireReader.Damage) -> String { decoded(try wire.take(count)) }

    mutating func text() throws(WireReader.Damage) -> String { decoded(try wire.bytes()) }

    private func decoded(_ range: Range<Int>) -> String {
        String(decoding: UnsafeRawBufferPointer(rebasing: raw[range]), as: UTF8.self)
    }

    private static func place(_ x: Int64, _ y: Int64) throws(WireReader.Damage) -> Coordinate {
        guard let place = Coordinate(latitude: Double(y) / 1_000, longitude: Double(x) / 1_000) else {
            throw WireReader.Damage()
        }
        return place
    }
}
