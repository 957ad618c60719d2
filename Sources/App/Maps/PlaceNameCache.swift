import Atlas
import Proximity

/// What places are called, as far as the site's maps know. It remembers what it was asked lately, and the names of the
/// tiles that it looked into: a list of fifty notes costs fifty look-ups, not fifty tiles.
final class PlaceNameCache: Sendable {
    private let known = LRUCache<Coordinate, PlaceName>(limit: PlaceNameCache.maxPlaces)
    private let gazetteer: Gazetteer
    /// For as long as the basemap cannot be read: a page is not refused for a name.
    private let withoutBasemap: Gazetteer

    /// Places that are remembered.
    private static let maxPlaces = 20_000
    /// Points of tiles that are kept, 16 bytes each; the densest tile of Monaco has 5,100 in its names.
    private static let maxPoints = 400_000

    private struct Tile: Hashable {
        let zoom, x, y: Int
    }

    /// The names of a basemap, and of a built-in world beyond it.
    init(_ basemap: Basemap, world: World?) {
        // Also that there is no such tile: each question asks for several.
        let tiles = LRUCache<Tile, TileNames?>(limit: PlaceNameCache.maxPoints) { 50 + ($0?.pointCount ?? 0) }
        gazetteer = Gazetteer(world: world) { zoom, x, y in
            try tiles.value(Tile(zoom: zoom, x: x, y: y)) { try basemap.names(zoom: zoom, x: x, y: y) }
        }
        withoutBasemap = Gazetteer(world: world) { _, _, _ in nil }
    }

    /// What a place is called. A name that was found without the basemap is not kept.
    func name(of place: Coordinate) -> PlaceName {
        do { return try known.value(place) { try gazetteer.name(of: place) } } catch {
            return (try? withoutBasemap.name(of: place)) ?? PlaceName(spot: "", town: nil)
        }
    }

    /// The settlement that a cell lies in or near: all that may be told of where a person is.
    func town(of position: SnappedPosition) -> PlaceName.Town? {
        do { return try gazetteer.town(of: position.centre) } catch {
            return try? withoutBasemap.town(of: position.centre)
        }
    }
}
