import Database
import Foundation
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
            ]),
        Migration(
            "2026-11-25 areas at half hours",
            [
                // What was shared until now comes back with the next position: the old rows do not know whether a pause
                // hides them.
                "DROP TABLE shared_area",
                """
                CREATE TABLE shared_area (
                  account_id BIGINT PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
                  snapping TEXT NOT NULL CHECK (length(snapping) <= 500),
                  opens_at BIGINT NOT NULL,
                  cell BIGINT,
                  taken_at BIGINT,
                  ends_at BIGINT,
                  zone TEXT CHECK (length(zone) BETWEEN 1 AND 64),
                  earlier_cell BIGINT,
                  earlier_taken_at BIGINT,
                  earlier_ends_at BIGINT,
                  earlier_zone TEXT CHECK (length(earlier_zone) BETWEEN 1 AND 64),
                  CHECK ((cell IS NULL) = (taken_at IS NULL)),
                  CHECK ((cell IS NULL) = (ends_at IS NULL)),
                  CHECK ((cell IS NULL) = (zone IS NULL)),
                  CHECK ((earlier_cell IS NULL) = (earlier_taken_at IS NULL)),
                  CHECK ((earlier_cell IS NULL) = (earlier_ends_at IS NULL)),
                  CHECK ((earlier_cell IS NULL) = (earlier_zone IS NULL)))
                """,
            ]),
    ]

    /// Makes an area of a position. Reacts to it, in its transaction.
    func follow(_ database: Writer, _ arrival: Arrival) throws -> [PositionEvent] {
        guard arrival.isPlausible, let choices = try AreaQueries.choices(database, of: arrival.account),
            choices.allow(arrival.fix.time, now: arrival.now)
        else { return [] }
        try change(database, arrival.account) { $0.advanced(by: arrival.fix, choices, now: arrival.now) }
        return []
    }

    /// Hides what somebody shows to their friends, from the next full half hour on: they paused, or forgot their positions.
    ///
    /// - Returns: what they are told of it, "" when nothing is shown.
    func hide(_ database: Writer, _ viewer: Viewer, _ now: Timestamp) throws -> String {
        try hide(database, viewer.id, RelativeTimeFormatter(viewer.timeZone, now: now), now)
    }

    private func hide(
        _ database: Writer, _ account: ID<Account>, _ words: RelativeTimeFormatter, _ now: Timestamp
    ) throws -> String {
        try change(database, account) { $0.hidden(now: now) }
        let end = try AreaQueries.trail(database, of: account).endOfShown(now)
        return end.map { "Friends stop seeing your area at \(words.clock($0))." } ?? ""
    }

    /// Follows somebody's choices, from the next full half hour on.
    ///
    /// - Returns: as `hide`.
    func follow(
        _ database: Writer, _ viewer: Viewer, _ preferences: Preferences, _ now: Timestamp
    ) throws -> String {
        guard preferences.area else {
            let zone = TimeZone(identifier: preferences.timeZone) ?? .gmt
            return try hide(database, viewer.id, RelativeTimeFormatter(zone, now: now), now)
        }
        try change(database, viewer.id) { $0.kept(hours: preferences.retentionHours, now: now) }
        return ""
    }

    /// Most of what happens changes nothing.
    private func change(_ database: Writer, _ account: ID<Account>, _ body: (AreaTrail) -> AreaTrail) throws {
        let trail = try AreaQueries.trail(database, of: account)
        let next = body(trail)
        if next != trail { try AreaQueries.set(database, account, next) }
    }

    /// The area of a person as the viewer sees it; nil when there is none for them. One's own is what friends see.
    func part(_ person: ID<Account>, _ viewer: Viewer, _ now: Timestamp, _ database: Reader) throws -> AreaPart? {
        let area =
            person == viewer.id
            ? try AreaQueries.trail(database, of: person).shown(now)
            : try AreaQueries.shown(database, of: person, to: viewer.id, now)
        return area.map { AreaPart($0, viewer, now, site.basemaps) }
    }

    /// When a person's own area disappears for their friends by their own will; nil when it does not.
    func endOfShown(_ person: ID<Account>, _ now: Timestamp, _ database: Reader) throws -> Timestamp? {
        try AreaQueries.trail(database, of: person).endOfShown(now)
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
        time = TimePart(day: area.takenAt, RelativeTimeFormatter(area.zone, now: now))
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
