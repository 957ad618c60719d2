import Foundation
import Proximity

/// Houses by their numbers. Tiles hold a number as a point without its street: it belongs to the nearest street with a name.
extension Basemap {
    /// How far a house may stand from the line of its street, metres.
    private static let maxDistance = 80.0
    /// Houses beside the street that are looked at.
    private static let maxHouses = 100

    /// The house with a number at a street; nil where the map has none.
    ///
    /// - Parameters:
    ///   - number: as somebody typed it: "5", "12 B".
    ///   - zoom: of the map's most detailed tiles.
    /// - Throws: what reading a tile throws.
    public func house(_ number: String, at street: NamedPlace, zoom: Int) throws -> Coordinate? {
        let wanted = HouseNumber(number)
        let (x, y) = BasemapTile.position(of: street.coordinate, zoom: zoom)
        var (lines, houses) = ([(isWanted: Bool, path: [Point])](), [(point: Point, isExact: Bool)]())
        let name = FoldedName(street.name)
        for row in Int(y) - 1...Int(y) + 1 {
            for column in Int(x) - 1...Int(x) + 1 {
                guard let tile = try vector(zoom, x: column, y: row) else { continue }
                let reader = HouseReader(tile: tile, square: TileSquare(zoom: zoom, x: column, y: row))
                lines += reader.streets.map { (FoldedName($0.name) == name, $0.path) }
                houses += reader.houses.compactMap { house in
                    wanted.flatMap { HouseNumber.match(house.number, $0) }.map { (house.point, $0) }
                }
            }
        }
        let metres = 40_075_017 * cos(street.coordinate.latitude * .pi / 180)
        func distance(_ house: Point, isWanted: Bool) -> Double {
            lines.lazy.filter { $0.isWanted == isWanted }.map { Segment.distance(house, $0.path) * metres }.min()
                ?? .infinity
        }
        // A town has thousands of houses with this number, and few of them beside this street.
        let beside = houses.map { (point: $0.point, isExact: $0.isExact, own: distance($0.point, isWanted: true)) }
            .filter { $0.own <= Basemap.maxDistance }.prefix(Basemap.maxHouses)
        let best = beside.filter { $0.own <= distance($0.point, isWanted: false) }
            .min { ($0.isExact ? 0 : 1, $0.own) < ($1.isExact ? 0 : 1, $1.own) }
        return best.map { WebMercator.place($0.point) }
    }
}

/// The number of a house: digits and letters.
struct HouseNumber: Equatable {
    /// "12b"
    let text: String
    /// 12
    let number: Int

    /// nil for a text that does not begin with a number of up to five digits.
    init?(_ text: some StringProtocol) {
        self.text = text.lowercased().filter { $0.isLetter || $0.isNumber }
        let digits = self.text.prefix { $0.isASCII && $0.isNumber }
        guard (1...5).contains(digits.count), let number = Int(digits) else { return nil }
        self.number = number
    }

    /// Whether a number on a map is that of a house: true for the very one, false for one of its entrances or a row of
    /// houses that holds it, nil for another.
    static func match(_ sign: String, _ wanted: HouseNumber) -> Bool? {
        let parts = sign.split { ",;/".contains($0) }.compactMap { HouseNumber($0.prefix(20)) }
        if parts.contains(wanted) { return true }
        if parts.contains(where: { $0.number == wanted.number }) { return false }
        let ends = sign.split { "-–".contains($0) }.compactMap { HouseNumber($0.prefix(20)) }
        guard ends.count == 2, ends[0].number < ends[1].number else { return nil }
        return (ends[0].number...ends[1].number).contains(wanted.number) ? false : nil
    }
}

/// Streets and numbers out of one tile, on the square of side 1.
private struct HouseReader {
    let tile: VectorTile
    let square: TileSquare

    /// More than the densest real tile has; a tile with more is an attack.
    private static let most = 20_000

    var streets: [(name: String, path: [Point])] {
        features("transportation_name").flatMap { feature, layer in
            let name = tile.properties(feature, layer).name
            return name.isEmpty ? [] : square.paths(tile, feature: feature, layer: layer).map { (name, $0) }
        }
    }

    var houses: [(number: String, point: Point)] {
        features("housenumber").compactMap { feature, layer in
            let number = String(tile.properties(feature, layer)["housenumber"].prefix(40))
            return square.paths(tile, feature: feature, layer: layer).first?.first.map { (number, $0) }
        }
    }

    private func features(_ name: String) -> [(VectorTile.Feature, VectorTile.Layer)] {
        Array(
            (tile.layers[name] ?? []).flatMap { layer in layer.features.map { ($0, layer) } }.prefix(HouseReader.most))
    }
}

/// Distances to lines.
private enum Segment {
    /// From a point to the nearest point of a path, in the unit of both.
    static func distance(_ point: Point, _ path: [Point]) -> Double {
        guard var last = path.first else { return .infinity }
        var least = squared(point, from: last, to: last)
        for next in path.dropFirst() {
            least = min(least, squared(point, from: last, to: next))
            last = next
        }
        return least.squareRoot()
    }

    private static func squared(_ point: Point, from: Point, to: Point) -> Double {
        let (x, y) = (to.x - from.x, to.y - from.y)
        let length = x * x + y * y
        let along = length > 0 ? max(0, min(1, ((point.x - from.x) * x + (point.y - from.y) * y) / length)) : 0
        let (dx, dy) = (point.x - from.x - along * x, point.y - from.y - along * y)
        return dx * dx + dy * dy
    }
}
