import Atlas
import Database
import Proximity

/// The layers of notes on a person's own maps. Each is drawn as counts where it has too many notes.
enum NoteLayers {
    /// The notes that they found.
    ///
    /// - Parameter area: the covering of the viewport, here and below.
    static func found(
        _ database: Reader, _ viewer: Viewer, viewport: Viewport, area: Covering
    ) throws -> MapContent {
        let amount = try GridCounts.amount(database, NoteQueries.layer(of: viewer.id), in: viewport)
        return try MapContent(database, amount, as: .note, in: area, from: found(by: viewer.id))
    }

    /// How the notes are read that somebody found.
    static func found(by account: ID<Account>) -> PinSource {
        PinSource(
            whole: { database, area in
                try NoteQueries.places(database, of: account, in: area).map { NotePins.pin($0) }
            },
            places: { database, area in
                try NoteQueries.points(database, of: account, in: area).map { NotePins.place(.note, $0) }
            },
            named: { database, ids in
                let notes = ids.map { ID<Note>(rawValue: $0) }
                return try NoteQueries.places(database, notes, of: account).map { NotePins.pin($0) }
            })
    }

    static func left(
        _ database: Reader, _ viewer: Viewer, viewport: Viewport, area: Covering, at now: Timestamp
    ) throws -> MapContent {
        let amount = try GridCounts.amount(database, NoteQueries.layer(by: viewer.id), in: viewport)
        return try MapContent(database, amount, as: .letter, in: area, from: left(by: viewer.id, now))
    }

    /// How somebody's own notes are read.
    static func left(by author: ID<Account>, _ now: Timestamp) -> PinSource {
        PinSource(
            whole: { database, area in
                try NoteQueries.left(database, by: author, in: area, now).map { NotePins.pin($0) }
            },
            places: { database, area in
                try NoteQueries.leftPoints(database, by: author, in: area).map { NotePins.place(.letter, $0) }
            },
            named: { database, ids in
                let notes = ids.map { ID<Note>(rawValue: $0) }
                return try NoteQueries.left(database, notes, by: author, at: now).map { NotePins.pin($0) }
            })
    }

    /// The notes on the map that wait for them. Read whole: they are few, and what costs is who is visible, which their
    /// places ask as well.
    static func waiting(
        _ database: Reader, _ viewer: Viewer, area: Covering, at now: Timestamp
    ) throws -> MapContent {
        let places = try NoteQueries.pinned(database, for: viewer.id, in: area, now)
        return MapContent(pins: [.whole(places.map { NotePins.waiting($0) })])
    }

    /// Places that outline a layer.
    static func extent(_ database: Reader, _ layer: GridCounts.Layer) throws -> [Coordinate] {
        try GridCounts.extent(database, layer).map { $0.middle }
    }
}
