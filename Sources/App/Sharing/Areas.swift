import Database
import Proximity

/// The area that a person lets their friends see: off until they switch it on.
struct Areas: Sendable {
    let site: Site

    static let migrations = [
        Migration(
            "2026-11-23 areas",
            [
                // Cells of level 13 only: the place itself is not here. `snapping` is the hysteresis at the cell's edge.
                """
                CREATE TABLE shared_area (
                  account_id BIGINT PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
                  snapping TEXT NOT NULL CHECK (length(snapping) <= 500),
                  cell BIGINT NOT NULL,
                  taken_at BIGINT NOT NULL,
                  opens_at BIGINT NOT NULL,
                  earlier_cell BIGINT,
                  earlier_taken_at BIGINT,
                  CHECK ((earlier_cell IS NULL) = (earlier_taken_at IS NULL)))
                """
            ])
    ]

    /// Makes an area of a position. Reacts to it, in its transaction.
    func follow(_ database: Writer, _ arrival: Arrival) throws -> [PositionEvent] {
        guard arrival.isPlausible,
            case .on(let trail) = try AreaQueries.following(database, arrival.account, arrival.now)
        else { return [] }
        let next =
            trail.map { $0.advanced(by: arrival.fix, now: arrival.now) } ?? AreaTrail(arrival.fix, now: arrival.now)
        // Most positions change nothing.
        if let next, next != trail { try AreaQueries.set(database, arrival.account, next) }
        return []
    }

    /// What a person shows to their friends is gone: they switched it off, or forgot their positions.
    func forget(_ database: Writer, _ account: ID<Account>) throws { try AreaQueries.forget(database, account) }

    /// The area of a person as the viewer sees it; nil when there is none for them. One's own is what friends see.
    func part(_ person: ID<Account>, _ viewer: Viewer, _ now: Timestamp, _ database: Reader) throws -> AreaPart? {
        let area =
            person == viewer.id
            ? try AreaQueries.shown(database, of: person, now)
            : try AreaQueries.shown(database, of: person, to: viewer.id, now)
        return area.map { AreaPart($0, viewer, now, site.basemaps) }
    }

    /// Deletes what is too old.
    func sweep(_ now: Timestamp) throws {
        try site.database.write { try AreaQueries.deleteOld($0, now) }
    }
}

/// An area in words, and as a map.
struct AreaPart {
    /// "Around Helsinki"
    let place: String
    /// "this afternoon"
    let time: TimePart
    let map: MapPart

    var words: String { "\(place), \(time.words)" }

    init(_ area: Area, _ viewer: Viewer, _ now: Timestamp, _ basemaps: Basemaps) {
        place = AreaWords.place(area.position, basemaps)
        time = TimePart(day: area.takenAt, DayWords(viewer.timeZone, now: now))
        map = MapPart(around: area.position, viewer, basemaps)
    }
}

/// Names for cells.
enum AreaWords {
    /// Where a cell is, by the nearest town that the site knows: "Around Helsinki", "Somewhere near Porvoo".
    static func place(_ position: SnappedPosition, _ basemaps: Basemaps) -> String {
        guard let town = basemaps.places.town(of: position) else { return "Far from any larger town" }
        return switch town.relation {
        case .inside: "Around \(town.name)"
        case .near: "Somewhere near \(town.name)"
        case .atSea: "At sea, somewhere off \(town.name)"
        }
    }
}
