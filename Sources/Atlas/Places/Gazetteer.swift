import Foundation
import Proximity

/// Finds the name of a place: the nearest street, square, park or building of a basemap, and the settlement around it
/// or nearby.
public struct Gazetteer: Sendable {
    private let names: @Sendable (_ zoom: Int, _ x: Int, _ y: Int) throws -> TileNames?
    private let world: World?

    /// Streets and buildings are read from tiles of this zoom.
    private let spotZoom: Int

    /// `names` returns the names of a tile or nil when the map has none, and throws when the tile cannot be read;
    /// `world` has the larger towns of the Earth.
    ///
    /// - Parameter spotZoom: the zoom of the tiles with streets and buildings.
    public init(
        world: World?, spotZoom: Int = 14,
        names: @escaping @Sendable (_ zoom: Int, _ x: Int, _ y: Int) throws -> TileNames?
    ) {
        self.world = world
        self.spotZoom = spotZoom
        self.names = names
    }

    /// Settlements are read from tiles of this zoom.
    private static let townZoom = 11
    /// Maximum distance of a name, metres.
    private static let (spotReach, townReach) = (100.0, 10_000.0)
    /// A place is in a quarter within this distance of its label.
    private static let quarterReach = 700.0
    /// Up to `near`, a place is "near" a town; up to `atSea`, a place at sea is described by its distance.
    static let (near, atSea): (Metres, Metres) = (80_000, 200_000)
    /// A place nearer to a town than this is never at sea; the built-in coasts are not more exact either.
    private static let offshore: Metres = 10_000

    /// The name of a place.
    ///
    /// - Throws: what `names` throws.
    public func name(of place: Coordinate) throws -> PlaceName {
        let spot = Spot(place)
        return PlaceName(spot: try name(at: spot), town: try town(of: place, spot))
    }

    /// The settlement around a place or nearby, without a street.
    ///
    /// - Throws: what `names` throws.
    public func town(of place: Coordinate) throws -> PlaceName.Town? { try town(of: place, Spot(place)) }

    /// The part of a town around a place; nil where the map names none. Maps know quarters by a point in their middle
    /// only, so the one whose point is nearest is taken.
    ///
    /// - Throws: what `names` throws.
    public func quarter(of place: Coordinate) throws -> String? {
        let spot = Spot(place)
        return try tiles(spotZoom, around: spot, Gazetteer.quarterReach).flatMap { $0.things }
            .filter { $0.kind == .quarter }
            .map { (distance: spot.distance(to: $0.path), name: $0.name) }
            .filter { $0.distance <= Gazetteer.quarterReach }
            .min { ($0.distance, $0.name) < ($1.distance, $1.name) }?.name
    }

    /// The name that fits best: the nearest, but a park or a museum is preferred to the street beside it.
    private func name(at spot: Spot) throws -> String {
        var best: (score: Double, name: String)?
        let tiles = try tiles(spotZoom, around: spot, Gazetteer.spotReach)
        for thing in tiles.flatMap({ $0.things }) {
            guard let score = Gazetteer.score(thing, spot) else { continue }
            // Ties are broken by name, so that the order of tiles does not matter.
            if best.map({ (score, thing.name) < ($0.score, $0.name) }) ?? true { best = (score, thing.name) }
        }
        return best?.name ?? ""
    }

    /// Smaller is better; nil for a thing that is too far away.
    private static func score(_ thing: TileNames.Thing, _ spot: Spot) -> Double? {
        func within(_ reach: Double, _ weight: Double, from start: Double = 0) -> Double? {
            let distance = spot.distance(to: thing.path)
            return distance <= reach ? start + distance * weight : nil
        }
        switch thing.kind {
        case .street: return within(60, 1)
        case .way: return within(60, 2)
        // The point of a building or a park is its middle, and both are wide.
        case .landmark: return within(50, 1 / 3)
        case .park: return within(80, 1 / 3)
        case .grounds: return Ring.contains(thing.path, spot.point) ? 25 : nil
        // Only where nothing nearer has a name.
        case .quarter, .farm: return within(quarterReach, 1, from: 1_000)
        case .settlement: return nil
        }
    }

    private func town(of place: Coordinate, _ spot: Spot) throws -> PlaceName.Town? {
        let mapped = try settlements(around: spot)
        if let town = Gazetteer.around(mapped) { return town }
        let cities = settlements(around: place, within: Gazetteer.near)
        if let town = Gazetteer.around(cities) { return town }
        let nearest = Gazetteer.nearest(mapped + cities)
        guard nearest.map({ $0.distance > Gazetteer.offshore }) ?? true, try isSea(spot) else {
            return nearest.map { PlaceName.Town(name: $0.name, relation: .near, distance: $0.distance) }
        }
        let far = nearest ?? Gazetteer.nearest(settlements(around: place, within: Gazetteer.atSea))
        return far.map { PlaceName.Town(name: $0.name, relation: .atSea, distance: $0.distance) }
    }

    /// The settlement that contains a place: of several, the one whose middle is nearest relative to its size.
    private static func around(_ settlements: [Settlement]) -> PlaceName.Town? {
        settlements.filter { $0.distance.value <= $0.extent }
            .min { ($0.distance.value / $0.extent, $0.name) < ($1.distance.value / $1.extent, $1.name) }
            .map { PlaceName.Town(name: $0.name, relation: .inside, distance: $0.distance) }
    }

    private static func nearest(_ settlements: [Settlement]) -> Settlement? {
        settlements.min { ($0.distance.value, $0.name) < ($1.distance.value, $1.name) }
    }

    /// Settlements of the basemap.
    private func settlements(around spot: Spot) throws -> [Settlement] {
        try tiles(Gazetteer.townZoom, around: spot, Gazetteer.townReach).flatMap { $0.things }.compactMap { thing in
            guard case .settlement(let extent) = thing.kind else { return nil }
            return Settlement(name: thing.name, extent: extent, distance: Metres(spot.distance(to: thing.path)))
        }
    }

    /// Settlements of the built-in world.
    private func settlements(around place: Coordinate, within limit: Metres) -> [Settlement] {
        (world?.cities(around: place, within: limit) ?? []).map {
            Settlement(name: $0.city.name, extent: $0.city.extent, distance: $0.distance)
        }
    }

    /// From the basemap if it knows, otherwise from the built-in world.
    private func isSea(_ spot: Spot) throws -> Bool {
        let here = try tiles(spotZoom, around: spot, 0).filter { $0.knowsWater }
        if !here.isEmpty { return here.contains { $0.isSea(spot.point) } }
        return world.map { !$0.isLand(spot.point) } ?? false
    }

    /// The tiles within a distance of a point; a missing tile is replaced by one of a lower zoom that contains it.
    private func tiles(_ zoom: Int, around spot: Spot, _ reach: Double) throws -> [TileNames] {
        let count = 1 << zoom
        // At most one tile's width: near the poles tiles are narrow, and there would be many.
        let away = min(reach / spot.metresPerUnit * Double(count), 1)
        let (x, y) = (spot.point.x * Double(count), spot.point.y * Double(count))
        let columns = Int((x - away).rounded(.down))...Int((x + away).rounded(.down))
        let rows = max(0, Int((y - away).rounded(.down)))...min(count - 1, max(0, Int((y + away).rounded(.down))))
        return try rows.flatMap { row in
            try columns.compactMap { column in
                let wrapped = (column % count + count) % count
                for up in 0...2 {
                    if let found = try names(zoom - up, wrapped >> up, row >> up) { return found }
                }
                return nil
            }
        }
    }
}

/// A place on the square of side 1, and the length of a metre there.
private struct Spot {
    let point: Point
    let metresPerUnit: Double

    init(_ place: Coordinate) {
        point = WebMercator.project(place)
        metresPerUnit = 2 * .pi * 6_378_137 * max(0.01, cos(place.latitude * .pi / 180))
    }

    /// Metres to the nearest point of a way, or to a single point; accurate within a few tens of kilometres.
    func distance(to path: [Point]) -> Double {
        guard var previous = path.first.map(near) else { return .infinity }
        var least = previous.x * previous.x + previous.y * previous.y
        for next in path.dropFirst().lazy.map(near) {
            least = min(least, Simplifying.squared(Point(x: 0, y: 0), previous, next))
            previous = next
        }
        return least.squareRoot() * metresPerUnit
    }

    /// The copy of a point that is nearest to this place, possibly across the date line.
    private func near(_ other: Point) -> Point {
        let across = other.x - point.x
        return Point(x: across - across.rounded(), y: other.y - point.y)
    }
}
