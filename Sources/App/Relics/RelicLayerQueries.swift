import Atlas
import Database
import Proximity

/// SQL on relics for maps.
extension RelicQueries {
    /// The relics in a frame that a viewer may know of and wants to see. Only where ``crowd(_:_:for:in:_:)`` is nil: then
    /// they are few.
    static func within(
        _ database: Reader, _ bounds: Bounds, _ filter: RelicFilter, for viewer: ID<Account>, _ now: Timestamp
    ) throws -> [KnownRelic] {
        let area = Covering.of(bounds, maxCells: cellsOfFrame)
        return try database.all(
            """
            SELECT \(columns(for: viewer))
            FROM \(area.spans) CROSS JOIN relic ON relic.cell BETWEEN span.low AND span.high
            CROSS JOIN \(Person.visible(to: viewer)) AS person ON person.id = relic.maker_id
            WHERE \(isKnown(to: viewer, now)) AND \(isWanted(filter, for: viewer))
              AND relic.lat BETWEEN \(bounds.south) AND \(bounds.north) AND \(isBetween(bounds))
            ORDER BY relic.id
            """
        ) { try KnownRelic($0, viewer, now) }
    }

    private static func isBetween(_ bounds: Bounds) -> SQL {
        bounds.west <= bounds.east
            ? "relic.lon BETWEEN \(bounds.west) AND \(bounds.east)"
            : "(relic.lon >= \(bounds.west) OR relic.lon <= \(bounds.east))"
    }

    /// More cells fit a frame more tightly: fewer rows outside it are read.
    private static let cellsOfFrame = 24

    /// The condition of a filter.
    static func isWanted(_ filter: RelicFilter, for viewer: ID<Account>) -> SQL {
        var condition: SQL = "relic.kind IN \(filter.kinds.map { $0.rawValue })"
        if filter.isOfFriends {
            condition =
                condition
                + " AND +relic.maker_id IN (SELECT friend.id FROM \(Person.friends(of: viewer)) AS friend)"
        }
        if filter.isUnfound {
            condition = condition + " AND NOT \(isOpen(to: viewer))"
        }
        return condition
    }

    /// The counts of what ``within(_:_:_:for:_:)`` would return, if that is too much to draw; otherwise nil.
    static func crowd(
        _ database: Reader, _ filter: RelicFilter, for viewer: ID<Account>, in viewport: Viewport, _ now: Timestamp
    ) throws -> [CellCount]? {
        let shares = try shares(database, filter, for: viewer)
        return try GridCounts.crowd(
            database, shares, less: { try counted($0, filter, for: viewer, now) }, in: viewport)
    }

    /// The layers whose sum a viewer may know of.
    private static func shares(
        _ database: Reader, _ filter: RelicFilter, for viewer: ID<Account>
    ) throws -> [GridCounts.Share] {
        let friends = try makers(database, Person.friends(of: viewer))
        var added: [(Relic.Kind) -> GridCounts.Layer] = friends.map { id in { RelicCounts.friends($0, by: id) } }
        var taken: [(Relic.Kind) -> GridCounts.Layer] = []
        if filter.isOfFriends {
            added += friends.map { id in { RelicCounts.everyone($0, by: id) } }
        } else {
            let hidden = try makers(database, Person.hidden(from: viewer))
            added.append { RelicCounts.everyone($0) }
            taken += hidden.map { id in { RelicCounts.everyone($0, by: id) } }
            if filter.isUnfound {
                taken.append { RelicCounts.everyone($0, by: viewer) }
            } else {
                added.append { RelicCounts.friends($0, by: viewer) }
            }
        }
        return filter.kinds.flatMap { kind in
            added.map { GridCounts.Share(layer: $0(kind), isAdded: true) }
                + taken.map { GridCounts.Share(layer: $0(kind), isAdded: false) }
        }
    }

    /// Those among people who have left relics.
    private static func makers(_ database: Reader, _ people: SQL) throws -> [ID<Account>] {
        try database.all(
            """
            SELECT maker.id AS id FROM \(people) AS maker
            WHERE EXISTS (SELECT 1 FROM relic WHERE relic.maker_id = maker.id)
            """
        ) { try $0["id"] }
    }

    /// The places of relics that ``shares(_:_:for:)`` counts and the viewer does not get to see: those that have not
    /// appeared, those that are over and wait for their removal, and those that they have opened, if they want others.
    private static func counted(
        _ database: Reader, _ filter: RelicFilter, for viewer: ID<Account>, _ now: Timestamp
    ) throws -> [Coordinate] {
        // A plus keeps the planner from another index than that of the time: only there are they few.
        let counted: SQL = """
            SELECT relic.lat AS lat, relic.lon AS lon
            FROM relic CROSS JOIN \(Person.visible(to: viewer)) AS person ON person.id = relic.maker_id
            WHERE \(isCounted(filter, for: viewer))
            """
        let place = { @Sendable (row: Row) throws -> Coordinate in try row.coordinate() }
        let over = try database.all("\(counted) AND relic.expires_at <= \(now)", place)
        let ahead = try database.all(
            """
            \(counted) AND relic.appears_at > \(now) AND +relic.maker_id <> \(viewer)
              AND (+relic.expires_at IS NULL OR +relic.expires_at > \(now))
            """, place)
        guard filter.isUnfound else { return ahead + over }
        let opened = try database.all(
            """
            \(counted) AND +relic.appears_at <= \(now) AND (+relic.expires_at IS NULL OR +relic.expires_at > \(now))
              AND relic.id IN (SELECT relic_id FROM relic_opening WHERE relic_opening.account_id = \(viewer))
            """, place)
        return ahead + over + opened
    }

    /// The condition that ``shares(_:_:for:)`` counts a relic, whether it is there or not.
    private static func isCounted(_ filter: RelicFilter, for viewer: ID<Account>) -> SQL {
        let friend: SQL = "+relic.maker_id IN (SELECT friend.id FROM \(Person.friends(of: viewer)) AS friend)"
        let counted: SQL = "relic.deleted_at IS NULL AND relic.kind IN \(filter.kinds.map { $0.rawValue })"
        if filter.isOfFriends { return "\(counted) AND \(friend)" }
        if filter.isUnfound {
            return "\(counted) AND +relic.maker_id <> \(viewer) AND (relic.audience = 'everyone' OR \(friend))"
        }
        return "\(counted) AND (relic.audience = 'everyone' OR +relic.maker_id = \(viewer) OR \(friend))"
    }

    /// Most places that outline a person's relics.
    private static let maxOutline = 200
    /// How far around somebody a first view looks for relics of others.
    private static let nearby: Metres = 500

    /// Places for the first view of a map: of one's own relics and those of friends, and of some around.
    static func outline(
        _ database: Reader, for viewer: ID<Account>, around place: Coordinate?, _ now: Timestamp
    ) throws -> [Coordinate] {
        let own: [Coordinate] = try database.all(
            """
            SELECT relic.lat AS lat, relic.lon AS lon \(known(to: viewer, now)) AND relic.maker_id IN
              (SELECT near.id FROM \(Person.friends(of: viewer)) AS near UNION SELECT \(viewer))
            LIMIT \(maxOutline)
            """
        ) { try $0.coordinate() }
        guard let place else { return own }
        let area = Covering.of(centre: place, radius: nearby)
        let around: [Coordinate] = try database.all(
            """
            SELECT relic.lat AS lat, relic.lon AS lon
            FROM \(area.spans) CROSS JOIN relic ON relic.cell BETWEEN span.low AND span.high
            CROSS JOIN \(Person.visible(to: viewer)) AS person ON person.id = relic.maker_id
            WHERE \(isKnown(to: viewer, now)) LIMIT \(maxOutline)
            """
        ) { try $0.coordinate() }
        return own + around
    }
}
