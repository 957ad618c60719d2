import Database
import Foundation
import Proximity

enum AreaQueries {
    private static let columns: SQL = """
        snapping, opens_at, cell, taken_at, ends_at, zone, earlier_cell, earlier_taken_at, earlier_ends_at, earlier_zone
        """

    /// A person's area as a friend sees it; nil for everybody else. The content depends on the owner only; the viewer
    /// decides only whether it is shown.
    static func shown(
        _ database: Reader, of person: ID<Account>, to viewer: ID<Account>, _ now: Timestamp
    ) throws -> Area? {
        let found = try database.first(
            """
            SELECT \(columns) FROM shared_area WHERE account_id = \(person)
              AND EXISTS (SELECT 1 FROM \(Person.friends(of: viewer)) AS friend WHERE friend.id = \(person))
            """, stored)
        return found?.shown(now)
    }

    /// A person's own trail; empty if there is none.
    static func trail(_ database: Reader, of account: ID<Account>) throws -> AreaTrail {
        try database.first("SELECT \(columns) FROM shared_area WHERE account_id = \(account)", stored) ?? AreaTrail()
    }

    static func choices(_ database: Reader, of account: ID<Account>) throws -> AreaChoices? {
        try database.first(
            """
            SELECT choice.area AS area, paused_until, retention_h, time_zone FROM \(Account.sharing) AS choice
            WHERE choice.id = \(account)
            """
        ) {
            AreaChoices(
                isOn: try $0["area"], pausedUntil: try $0["paused_until"], retentionHours: try $0["retention_h"],
                zone: TimeZone(identifier: try $0["time_zone"]) ?? .gmt)
        }
    }

    static func set(_ database: Writer, _ account: ID<Account>, trail: AreaTrail) throws {
        let snapping = try SiteJSON.text(trail.snapping)
        let (latest, earlier) = (trail.latest, trail.earlier)
        try database.execute(
            """
            INSERT INTO shared_area (account_id, \(columns))
            VALUES (\(account), \(snapping), \(trail.opensAt), \(latest?.position.cell.signed), \(latest?.takenAt),
              \(latest?.endsAt), \(latest?.zone.identifier), \(earlier?.position.cell.signed), \(earlier?.takenAt),
              \(earlier?.endsAt), \(earlier?.zone.identifier))
            ON CONFLICT (account_id) DO UPDATE
            SET snapping = excluded.snapping, opens_at = excluded.opens_at, cell = excluded.cell,
              taken_at = excluded.taken_at, ends_at = excluded.ends_at, zone = excluded.zone,
              earlier_cell = excluded.earlier_cell, earlier_taken_at = excluded.earlier_taken_at,
              earlier_ends_at = excluded.earlier_ends_at, earlier_zone = excluded.earlier_zone
            """)
    }

    static func forget(_ database: Writer, _ account: ID<Account>) throws {
        try database.execute("DELETE FROM shared_area WHERE account_id = \(account)")
    }

    /// Deletes areas that are no longer shown.
    static func deleteOld(_ database: Writer, _ now: Timestamp) throws {
        try database.execute(
            "DELETE FROM shared_area WHERE opens_at <= \(now) AND (cell IS NULL OR ends_at <= \(now))")
        try database.execute(
            """
            UPDATE shared_area
            SET earlier_cell = NULL, earlier_taken_at = NULL, earlier_ends_at = NULL, earlier_zone = NULL
            WHERE earlier_cell IS NOT NULL AND opens_at <= \(now)
            """)
    }

    /// A row that is no valid trail: only `set` writes the table.
    private struct BadTrail: Error {}

    private static func stored(_ row: Row) throws -> AreaTrail {
        let json: String = try row["snapping"]
        return AreaTrail(
            snapping: try JSONDecoder().decode(Snapping.self, from: Data(json.utf8)),
            latest: try area(row["cell"], taken: row["taken_at"], ends: row["ends_at"], zone: row["zone"]),
            opensAt: try row["opens_at"],
            earlier: try area(
                row["earlier_cell"], taken: row["earlier_taken_at"], ends: row["earlier_ends_at"],
                zone: row["earlier_zone"]))
    }

    private static func area(_ cell: Int64?, taken: Timestamp?, ends: Timestamp?, zone: String?) throws -> Area? {
        guard let cell else { return nil }
        guard let position = CellID(signed: cell).flatMap({ SnappedPosition(cell: $0) }), let taken, let ends, let zone
        else { throw BadTrail() }
        return Area(
            position: position, takenAt: taken, endsAt: ends, zone: TimeZone(identifier: zone) ?? .gmt)
    }
}
