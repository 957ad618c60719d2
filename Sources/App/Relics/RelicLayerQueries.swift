import Atlas
import Database
import Proximity

/// A relic on a map as far as its place and its shape: for those that become numbers.
struct RelicPoint: Sendable {
    let id: ID<Relic>
    let maker: ID<Account>
    let kind: Relic.Kind
    let coordinate: Coordinate
    let isLocked: Bool
    /// Whether it is the viewer's own.
    let isOwn: Bool
}

/// SQL on relics for maps.
extension RelicQueries {
    /// The cells of a frame. More of them fit it more tightly: fewer rows outside it are read.
    static func area(of bounds: Bounds, for viewer: ID<Account>) -> Covering {
        FrameCovering.of(bounds, maxCells: 24, for: viewer)
    }

    /// The relics in a frame that a viewer may know of and wants to see. Only where ``amount(_:_:for:in:at:)`` says
    /// that they are few, or in small areas of the frame.
    ///
    /// - Parameter area: those in these cells alone.
    static func within(
        _ database: Reader, _ bounds: Bounds, area: Covering, filter: RelicFilter, for viewer: ID<Account>,
        at now: Timestamp
    ) throws -> [KnownRelic] {
        try database.all(
            """
            SELECT \(columns(for: viewer))
            \(known(in: bounds, area, filter: filter, to: viewer, at: now)) ORDER BY relic.id
            """
        ) { try KnownRelic($0, viewer: viewer, at: now) }
    }

    /// The points of ``within(_:_:area:filter:for:at:)`` in the same order, without what the viewer knows of each.
    static func points(
        _ database: Reader, _ bounds: Bounds, area: Covering, filter: RelicFilter, for viewer: ID<Account>,
        at now: Timestamp
    ) throws -> [RelicPoint] {
        try database.all(
            """
            SELECT relic.id AS id, relic.maker_id AS maker_id, relic.kind AS kind, relic.lat AS lat, relic.lon AS lon,
              relic.password IS NOT NULL AS is_locked
            \(known(in: bounds, area, filter: filter, to: viewer, at: now)) ORDER BY relic.id
            """
        ) { row in
            let id: ID<Relic> = try row["id"]
            let maker: ID<Account> = try row["maker_id"]
            return RelicPoint(
                id: id, maker: maker, kind: try value(row, "kind"), coordinate: try row.coordinate(),
                isLocked: try row["is_locked"], isOwn: maker == viewer)
        }
    }

    /// FROM and WHERE of the relics in an area of a frame.
    private static func known(
        in bounds: Bounds, _ area: Covering, filter: RelicFilter, to viewer: ID<Account>, at now: Timestamp
    ) -> SQL {
        // The joins' order wants relic_by_cell: the other way round, the relics of all people are read.
        """
        FROM \(area.spans) CROSS JOIN relic CROSS JOIN \(Person.visible(to: viewer)) AS person
        WHERE relic.cell BETWEEN span.low AND span.high AND person.id = relic.maker_id
          AND \(isKnown(to: viewer, now)) AND \(isWanted(filter, for: viewer))
          AND relic.lat BETWEEN \(bounds.south) AND \(bounds.north) AND \(isBetween(bounds))
        """
    }

    private static func isBetween(_ bounds: Bounds) -> SQL {
        bounds.west <= bounds.east
            ? "relic.lon BETWEEN \(bounds.west) AND \(bounds.east)"
            : "(relic.lon >= \(bounds.west) OR relic.lon <= \(bounds.east))"
    }

    static func isWanted(_ filter: RelicFilter, for viewer: ID<Account>) -> SQL {
        var condition: SQL = "relic.kind IN \(filter.kinds.map { $0.rawValue })"
        if filter.isOfFriends {
            // The plus keeps relic_by_cell: by relic_by_maker, all relics of all friends are read.
            condition =
                condition
                + " AND +relic.maker_id IN (SELECT friend.id FROM \(Person.friends(of: viewer)) AS friend)"
        }
        if filter.isUnfound {
            condition = condition + " AND NOT \(isOpen(to: viewer))"
        }
        return condition
    }

    /// How much ``within(_:_:area:filter:for:at:)`` would return in a viewport.
    static func amount(
        _ database: Reader, _ filter: RelicFilter, for viewer: ID<Account>, in viewport: Viewport, at now: Timestamp
    ) throws -> GridCounts.Amount {
        let signedCounts = try signedCounts(database, filter, for: viewer)
        return try GridCounts.amount(
            database, signedCounts, less: { try counted($0, filter, for: viewer, at: now) }, in: viewport)
    }

    /// The layers whose sum a viewer may know of.
    private static func signedCounts(
        _ database: Reader, _ filter: RelicFilter, for viewer: ID<Account>
    ) throws -> [GridCounts.SignedCount] {
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
            added.map { GridCounts.SignedCount(layer: $0(kind), isAdded: true) }
                + taken.map { GridCounts.SignedCount(layer: $0(kind), isAdded: false) }
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

    /// The places of relics that ``signedCounts(_:_:for:)`` counts and the viewer does not get to see: those that have not
    /// appeared, those that are over and wait for their removal, and those that they have opened, if they want others.
    private static func counted(
        _ database: Reader, _ filter: RelicFilter, for viewer: ID<Account>, at now: Timestamp
    ) throws -> [Coordinate] {
        // The plus keeps the indices of the time, relic_by_end and relic_by_beginning, by which they are few, and the joins'
        // order as well: by another one, all relics are read.
        let counted: SQL = """
            SELECT relic.lat AS lat, relic.lon AS lon
            FROM relic CROSS JOIN \(Person.visible(to: viewer)) AS person
            WHERE person.id = relic.maker_id AND \(isCounted(filter, for: viewer))
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

    /// The condition that ``signedCounts(_:_:for:)`` counts a relic, whether it is there or not.
    private static func isCounted(_ filter: RelicFilter, for viewer: ID<Account>) -> SQL {
        // The plus keeps the indices of the time: by relic_by_maker, all relics of these people are read.
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
        // The joins' order wants relic_by_maker, and below relic_by_cell: the other way round, all relics are read.
        let own: [Coordinate] = try database.all(
            """
            SELECT relic.lat AS lat, relic.lon AS lon
            FROM (SELECT friend.id AS id FROM \(Person.friends(of: viewer)) AS friend UNION SELECT \(viewer)) AS near
            CROSS JOIN relic WHERE relic.maker_id = near.id AND \(isKnown(to: viewer, now)) LIMIT \(maxOutline)
            """
        ) { try $0.coordinate() }
        guard let place else { return own }
        let area = Covering.of(centre: place, radius: nearby)
        let around: [Coordinate] = try database.all(
            """
            SELECT relic.lat AS lat, relic.lon AS lon
            FROM \(area.spans) CROSS JOIN relic CROSS JOIN \(Person.visible(to: viewer)) AS person
            WHERE relic.cell BETWEEN span.low AND span.high AND person.id = relic.maker_id
              AND \(isKnown(to: viewer, now)) LIMIT \(maxOutline)
            """
        ) { try $0.coordinate() }
        return own + around
    }
}
