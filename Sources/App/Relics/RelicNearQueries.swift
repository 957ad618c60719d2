import Database
import Foundation
import Proximity

/// SQL on relics around somebody.
extension RelicQueries {
    /// Most relics of which a position tells.
    static let maxNear = 20

    /// The relics of others whose gate opens by a fix that counts, nearest first. Where there are too many, the nearest of
    /// each maker before the second nearest of any: nobody hides another's by leaving many beside it.
    ///
    /// - Parameter area: what `covering(of:)` says of the fix.
    ///
    /// One statement: each class of radii has a covering of its own, so that of dense small relics only those around are
    /// read.
    static func near(
        _ database: Reader, _ fix: Fix, in area: SQL, for account: ID<Account>, at now: Timestamp
    ) throws -> [KnownRelic] {
        // The joins' order wants relic_by_reach: the other way round, the relics of all people are read.
        let nearest = try database.all(
            """
            SELECT near.* FROM (SELECT \(columns(for: account)), \(roughDistance(to: fix.coordinate)) AS distance,
              row_number() OVER (PARTITION BY relic.maker_id ORDER BY \(roughDistance(to: fix.coordinate)), relic.id)
                AS turn
            FROM \(area) CROSS JOIN relic CROSS JOIN \(Person.visible(to: account)) AS person
            WHERE relic.reach = span.reach AND relic.cell BETWEEN span.low AND span.high
              AND person.id = relic.maker_id AND \(isKnown(to: account, now)) AND relic.maker_id <> \(account) AND \(mayReach(fix))
            ) AS near ORDER BY near.turn, near.distance, near.relic_id LIMIT \(maxRead)
            """
        ) { try KnownRelic($0, viewer: account, at: now) }
        let open = nearest.compactMap { relic -> (relic: KnownRelic, distance: Metres)? in
            let distance = relic.coordinate.distance(to: fix.coordinate)
            let reach = Gate(centre: relic.coordinate, radius: relic.radius).reach(accuracy: fix.accuracy)
            return distance <= reach ? (relic, distance) : nil
        }.sorted { ($0.distance.value, $0.relic.id.rawValue) < ($1.distance.value, $1.relic.id.rawValue) }
        // Turns are counted again: the rough distance is not exact enough to say who is the twentieth.
        var turns: [ID<Account>: Int] = [:]
        let turned = open.enumerated().map { place, found in
            turns[found.relic.maker.id, default: 0] += 1
            return (turn: turns[found.relic.maker.id, default: 0], place: place)
        }
        let first = turned.sorted { ($0.turn, $0.place) < ($1.turn, $1.place) }.prefix(maxNear)
        return first.map { $0.place }.sorted().map { open[$0].relic }
    }

    /// The rough distance lets in a few that are a little too far.
    private static let maxRead = 4 * maxNear

    /// A covering around a fix for each class of radii.
    static func covering(of fix: Fix) -> SQL {
        let rows: [SQL] = RadiusBucket.allCases.flatMap { bucket in
            let radius = Gate(centre: fix.coordinate, radius: bucket.radius).reach(accuracy: fix.accuracy)
            return Covering.of(centre: fix.coordinate, radius: radius).signedRanges.map { row($0, of: bucket) }
        }
        return SQL.spans(rows)
    }

    /// How far around somebody relics are counted.
    static let counted: Metres = 50
    /// Most relics that are counted: one more than is told.
    static let maxCounted = 100

    /// The relics of others within ``counted`` that a person may know of and has not opened.
    ///
    /// - Parameter area: what `surroundings(of:)` says of the fix.
    static func count(
        _ database: Reader, around fix: Fix, in area: SQL, for account: ID<Account>, _ now: Timestamp
    ) throws -> Int {
        let limit = counted.value * counted.value
        // The joins' order wants relic_by_reach, as above.
        return try database.value(
            """
            SELECT count(*) FROM (SELECT 1 FROM \(area) CROSS JOIN relic
            CROSS JOIN \(Person.visible(to: account)) AS person
            WHERE relic.reach = span.reach AND relic.cell BETWEEN span.low AND span.high
              AND person.id = relic.maker_id AND \(isKnown(to: account, now)) AND relic.maker_id <> \(account) AND NOT \(isOpen(to: account))
              AND \(roughDistance(to: fix.coordinate)) <= \(limit) LIMIT \(maxCounted)) AS near
            """) ?? 0
    }

    /// A covering of ``counted`` around a fix, for relics of each class of radii.
    static func surroundings(of fix: Fix) -> SQL {
        let ranges = Covering.of(centre: fix.coordinate, radius: counted).signedRanges
        return SQL.spans(RadiusBucket.allCases.flatMap { reach in ranges.map { row($0, of: reach) } })
    }

    private static func row(_ range: ClosedRange<Int64>, of reach: RadiusBucket) -> SQL {
        """
        SELECT CAST(\(reach.rawValue) AS BIGINT) AS reach, CAST(\(range.lowerBound) AS BIGINT) AS low,
          CAST(\(range.upperBound) AS BIGINT) AS high
        """
    }

    /// The square of the distance in metres as on a flat map; exact to a thousandth within a few kilometres.
    private static func roughDistance(to place: Coordinate) -> SQL {
        let metresPerDegree = 111_300.0
        let across = metresPerDegree * cos(place.latitude * .pi / 180)
        // The shorter way around the earth: as it is up to half around, and what is missing to a whole turn beyond.
        let turn: SQL = "(180.0 - abs(180.0 - abs(relic.lon - \(place.longitude)))) * \(across)"
        let rise: SQL = "(relic.lat - \(place.latitude)) * \(metresPerDegree)"
        return "(\(turn)) * (\(turn)) + \(rise) * \(rise)"
    }

    /// A condition that lets in every relic whose gate opens: rounder than the gate by a hundredth and a metre. Near the
    /// poles, where a flat map is wrong, it lets in all.
    private static func mayReach(_ fix: Fix) -> SQL {
        if abs(fix.coordinate.latitude) > 85 { return "1 = 1" }
        let slack = Gate(centre: fix.coordinate, radius: 0).reach(accuracy: fix.accuracy).value + 1
        return """
            \(roughDistance(to: fix.coordinate)) <= (relic.radius_m * 1.01 + \(slack)) * (relic.radius_m * 1.01 + \(slack))
            """
    }

    /// Those among `ids` that a viewer may know of.
    static func known(
        _ database: Reader, _ ids: [ID<Relic>], to viewer: ID<Account>, at now: Timestamp
    ) throws -> [KnownRelic] {
        try database.all(
            "SELECT \(columns(for: viewer)) \(known(to: viewer, now)) AND relic.id IN \(ids)"
        ) { try KnownRelic($0, viewer: viewer, at: now) }
    }

    /// Keeps that somebody was told of a relic now; false if they were told less than `rest` seconds ago.
    static func setNear(
        _ database: Writer, _ id: ID<Relic>, account: ID<Account>, rest: Double, at now: Timestamp
    ) throws -> Bool {
        try database.execute(
            """
            INSERT INTO relic_near (account_id, relic_id, told_at) VALUES (\(account), \(id), \(now))
            ON CONFLICT (account_id, relic_id) DO UPDATE SET told_at = excluded.told_at
            WHERE relic_near.told_at <= \(now - rest)
            """) > 0
    }

    static func deleteNear(_ database: Writer, before time: Timestamp) throws {
        try database.execute("DELETE FROM relic_near WHERE told_at <= \(time)")
    }
}
