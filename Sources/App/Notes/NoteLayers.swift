import Atlas
import Database
import Proximity

/// The layers of notes on a person's own maps. Each is drawn as counts where it has too many notes.
enum NoteLayers {
    /// The notes that they found.
    ///
    /// - Parameter area: the covering of the viewport, here and below.
    static func found(
        _ database: Reader, _ viewer: Viewer, _ viewport: Viewport, area: Covering
    ) throws -> MapContent {
        try content(database, NoteQueries.layer(of: viewer.id), .note, viewport) {
            try NoteQueries.places(database, of: viewer.id, in: area).map { NotePins.pin($0) }
        }
    }

    /// The notes that they left.
    static func left(
        _ database: Reader, _ viewer: Viewer, _ viewport: Viewport, area: Covering, _ now: Timestamp
    ) throws -> MapContent {
        try content(database, NoteQueries.layer(by: viewer.id), .letter, viewport) {
            try NoteQueries.left(database, by: viewer.id, in: area, now).map { NotePins.pin($0) }
        }
    }

    /// The notes on the map that wait for them.
    static func waiting(
        _ database: Reader, _ viewer: Viewer, area: Covering, _ now: Timestamp
    ) throws -> MapContent {
        let places = try NoteQueries.pinned(database, for: viewer.id, in: area, now)
        return MapContent(pins: places.map { NotePins.waiting($0) })
    }

    /// Places that outline a layer.
    static func extent(_ database: Reader, _ layer: GridCounts.Layer) throws -> [Coordinate] {
        try GridCounts.extent(database, layer).map { $0.middle }
    }

    private static func content(
        _ database: Reader, _ layer: GridCounts.Layer, _ kind: Pin.Kind, _ viewport: Viewport,
        pins: () throws -> [Pin]
    ) throws -> MapContent {
        if let crowd = try GridCounts.crowd(database, layer, in: viewport) {
            return MapContent(crowds: crowd.map { PinCrowd(kind: kind, count: $0) })
        }
        return MapContent(pins: try pins())
    }
}
