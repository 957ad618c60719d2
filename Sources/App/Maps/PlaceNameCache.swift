import Atlas
import Proximity

/// The names of places, from the site's maps. Caches its answers and the names in each tile: a list of fifty notes
/// costs fifty look-ups, not fifty tiles.
final class PlaceNameCache: Sendable {
    private let known = LRUCache<Coordinate, PlaceName>(limit: PlaceNameCache.maxPlaces)
    private let parts = LRUCache<CellID, String?>(limit: PlaceNameCache.maxParts)
    private let gazetteer: Gazetteer
    /// Used while the basemap cannot be read, because a page should not fail for a name.
    private let withoutBasemap: Gazetteer

    /// Most cached answers.
    private static let maxPlaces = 20_000
    /// Most cached names of cells.
    private static let maxParts = 5_000
    /// Most cached points of tiles, 16 bytes each; the densest tile of Monaco has 5,100 named points.
    private static let maxPoints = 400_000

    private struct Tile: Hashable {
        let zoom, x, y: Int
    }

    /// The names of a basemap, and of the built-in world outside it.
    init(_ basemap: Basemap, world: World?) {
        // Missing tiles are cached too, because each look-up asks for several.
        let tiles = LRUCache<Tile, TileNames?>(limit: PlaceNameCache.maxPoints) { 50 + ($0?.pointCount ?? 0) }
        gazetteer = Gazetteer(world: world, spotZoom: basemap.maximumZoom) { zoom, x, y in
            try tiles.value(Tile(zoom: zoom, x: x, y: y)) { try basemap.names(zoom: zoom, x: x, y: y) }
        }
        withoutBasemap = Gazetteer(world: world) { _, _, _ in nil }
    }

    /// The name of a place. Answers found without the basemap are not cached.
    func name(of place: Coordinate) -> PlaceName {
        do { return try known.value(place) { try gazetteer.name(of: place) } } catch {
            return (try? withoutBasemap.name(of: place)) ?? PlaceName(spot: "", town: nil)
        }
    }

    /// The names of all places of a page.
    func names(of places: Set<Coordinate>) -> [Coordinate: PlaceName] {
        var names = known.known(places)
        for place in places where names[place] == nil { names[place] = name(of: place) }
        return names
    }

    /// The settlement in or near a cell: the only name that may be shown for a person's area.
    func town(of position: SnappedPosition) -> PlaceName.Town? {
        do { return try gazetteer.town(of: position.centre) } catch {
            return try? withoutBasemap.town(of: position.centre)
        }
    }

    /// The part of a town in which a hidden thing lies, as a phrase: "in Kallio", "near Porvoo", "at sea, off Hanko"; nil
    /// far from every name.
    ///
    /// It names the middle of the cell of ``SnappedPosition/level``, whatever lies there: a quarter, else a town, never a
    /// street. So it is the same wherever in that cell the thing is.
    func partOfTown(of cell: CellID) -> String? {
        let area = cell.parent(SnappedPosition.level)
        do { return try parts.value(area) { try PlaceNameCache.part(gazetteer, around: area.centre) } } catch {
            return (try? PlaceNameCache.part(withoutBasemap, around: area.centre)) ?? nil
        }
    }

    private static func part(_ gazetteer: Gazetteer, around place: Coordinate) throws -> String? {
        if let quarter = try gazetteer.quarter(of: place) { return "in \(quarter)" }
        guard let town = try gazetteer.town(of: place) else { return nil }
        return switch town.relation {
        case .inside: "in \(town.name)"
        case .near: "near \(town.name)"
        case .atSea: "at sea, off \(town.name)"
        }
    }
}
