import Database
import Foundation
import Media
import Proximity

/// All SQL on relics.
enum RelicQueries {
    /// Most relics per page.
    static let maxListed = 50

    /// FROM and WHERE of the relics that a viewer may know of, joined with their makers as `person`: one's own, and those
    /// that have appeared, of people who are visible, for everyone or for friends. Nothing else may select relics for
    /// anybody but their maker. Conditions follow by AND.
    static func known(to viewer: ID<Account>, _ now: Timestamp) -> SQL {
        """
        FROM relic JOIN \(Person.visible(to: viewer)) AS person ON person.id = relic.maker_id
        WHERE \(isKnown(to: viewer, now))
        """
    }

    /// The condition of ``known(to:_:)`` for a relic whose maker is visible to the viewer.
    static func isKnown(to viewer: ID<Account>, _ now: Timestamp) -> SQL {
        """
        (relic.deleted_at IS NULL AND (relic.expires_at IS NULL OR relic.expires_at > \(now))
          AND (relic.maker_id = \(viewer) OR (relic.appears_at <= \(now)
            AND (relic.audience = 'everyone'
              OR relic.maker_id IN (SELECT friend.id FROM \(Person.friends(of: viewer)) AS friend)))))
        """
    }

    /// The columns of `KnownRelic`, after ``known(to:_:)``.
    static func columns(for viewer: ID<Account>) -> SQL {
        """
        relic.id AS relic_id, relic.kind AS kind, relic.lat AS lat, relic.lon AS lon, relic.radius_m AS radius_m,
          relic.password IS NOT NULL AS is_locked, relic.appears_at AS appears_at, relic.expires_at AS expires_at,
          relic.age_step_ms AS age_step_ms, relic.lifetime AS lifetime,
          EXISTS (SELECT 1 FROM relic_opening WHERE relic_opening.relic_id = relic.id
            AND relic_opening.account_id = \(viewer)) AS is_opened,
          \(Person.columns)
        """
    }

    /// The columns of `OpenRelic`, besides those of `KnownRelic`.
    static let openColumns: SQL = """
        relic.media AS media, relic.description AS description, relic.audience AS audience,
          relic.created_at AS created_at, relic.zone AS zone
        """

    /// A relic that the viewer may know of; otherwise nil.
    static func known(
        _ database: Reader, _ id: ID<Relic>, to viewer: ID<Account>, at now: Timestamp
    ) throws -> KnownRelic? {
        try database.first(
            "SELECT \(columns(for: viewer)) \(known(to: viewer, now)) AND relic.id = \(id)"
        ) { try KnownRelic($0, viewer: viewer, at: now) }
    }

    /// A relic that the viewer left or has opened; otherwise nil.
    static func open(
        _ database: Reader, _ id: ID<Relic>, to viewer: ID<Account>, at now: Timestamp
    ) throws -> OpenRelic? {
        try database.first(
            """
            SELECT \(columns(for: viewer)), \(openColumns) \(known(to: viewer, now)) AND relic.id = \(id)
              AND \(isOpen(to: viewer))
            """
        ) { try OpenRelic($0, viewer: viewer, at: now) }
    }

    /// A condition: the viewer left the relic or has opened it. Of one that they may know of.
    static func isOpen(to viewer: ID<Account>) -> SQL {
        """
        (relic.maker_id = \(viewer) OR EXISTS (SELECT 1 FROM relic_opening
          WHERE relic_opening.relic_id = relic.id AND relic_opening.account_id = \(viewer)))
        """
    }

    /// The relic that a form has left already.
    static func relic(_ database: Reader, of maker: ID<Account>, formKey: String) throws -> ID<Relic>? {
        try database.value("SELECT id FROM relic WHERE maker_id = \(maker) AND submission = \(formKey)")
    }

    static func insert(
        _ database: Writer, _ relic: NewRelic, maker: ID<Account>, zone: TimeZone, at now: Timestamp
    ) throws -> ID<Relic> {
        // Others see the id in the address: it must not tell them when the maker stood there.
        let id = database.newUnorderedID(Relic.self)
        // At a full half hour: the second at which it appears must not tell the one at which it was left.
        let appears = relic.appearsLater ? HalfHour.next(after: now + (Relic.delay - 0.001)) : now
        let expires = relic.lifetime.seconds.map { appears + $0 }
        let step = Int64(relic.lifetime.step * 1_000)
        try database.execute(
            """
            INSERT INTO relic (id, maker_id, submission, media, kind, description, lat, lon, cell, radius_m, reach,
              lifetime, age_step_ms, password, audience, zone, created_at, appears_at, expires_at)
            VALUES (\(id), \(maker), \(relic.formKey), \(relic.media.text), \(relic.kind.rawValue),
              \(relic.description), \(relic.coordinate.latitude), \(relic.coordinate.longitude),
              \(CellID(relic.coordinate).signed), \(relic.radius.value), \(RadiusBucket(relic.radius).rawValue),
              \(relic.lifetime.rawValue), \(step), \(relic.password), \(relic.audience.rawValue), \(zone.identifier),
              \(now), \(appears), \(expires))
            """)
        if let expires { try endLater(database, at: expires) }
        try count(database, id, isAdded: true)
        return id
    }

    /// Keeps that somebody has opened a relic; the first time counts.
    ///
    /// - Parameter givesReceipt: whether its maker may count them, from the next full half hour on.
    static func setOpened(
        _ database: Writer, _ id: ID<Relic>, by account: ID<Account>, isTyped: Bool, givesReceipt: Bool,
        at now: Timestamp
    ) throws {
        let receipt = givesReceipt ? HalfHour.next(after: now) : nil
        try database.execute(
            """
            INSERT INTO relic_opening (relic_id, account_id, opened_at, is_typed, receipt_at)
            VALUES (\(id), \(account), \(now), \(isTyped), \(receipt)) ON CONFLICT DO NOTHING
            """)
    }
}

extension KnownRelic {
    /// From the columns of `RelicQueries.columns(for:)`.
    init(_ row: Row, viewer: ID<Account>, at now: Timestamp) throws {
        id = try row["relic_id"]
        maker = try Person(row)
        kind = try RelicQueries.value(row, "kind")
        coordinate = try row.coordinate()
        radius = Metres(try row["radius_m"])
        isLocked = try row["is_locked"]
        isOpened = try row["is_opened"]
        isOwn = maker.id == viewer
        let step: Int64 = try row["age_step_ms"]
        age = RelicAge(
            appearsAt: try row["appears_at"], ageStep: Double(step) / 1_000,
            lifetime: try RelicQueries.value(row, "lifetime"), expiresAt: try row["expires_at"], now: now)
    }
}

extension OpenRelic {
    /// From the columns of `RelicQueries.columns(for:)` and `openColumns`.
    init(_ row: Row, viewer: ID<Account>, at now: Timestamp) throws {
        known = try KnownRelic(row, viewer: viewer, at: now)
        let name: String = try row["media"]
        guard let media = MediaName(name) else { throw RelicQueries.Unreadable(column: "media", text: name) }
        self.media = media
        description = try row["description"]
        lifetime = try RelicQueries.value(row, "lifetime")
        audience = try RelicQueries.value(row, "audience")
        createdAt = try row["created_at"]
        appearsAt = try row["appears_at"]
        expiresAt = try row["expires_at"]
        let zone: String = try row["zone"]
        self.zone = TimeZone(identifier: zone) ?? .gmt
    }
}

extension RelicQueries {
    /// A column holds text that no row has: the schema allows no other.
    struct Unreadable: Error {
        let column: String
        let text: String
    }

    /// A value that is stored as its text.
    static func value<Value: RawRepresentable>(_ row: Row, _ column: String) throws -> Value
    where Value.RawValue == String {
        let text: String = try row[column]
        guard let value = Value(rawValue: text) else { throw Unreadable(column: column, text: text) }
        return value
    }
}
