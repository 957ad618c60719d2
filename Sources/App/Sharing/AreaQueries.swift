import Database
import Foundation
import Proximity

/// All SQL on areas.
enum AreaQueries {
    /// A trail, and how many hours its owner wants positions kept.
    struct Kept {
        let trail: AreaTrail
        let retentionHours: Int
    }

    /// Whether a person's positions become an area now, and what it is so far.
    enum Following {
        case off
        case on(AreaTrail?)
    }

    private static let columns: SQL = "snapping, cell, taken_at, opens_at, earlier_cell, earlier_taken_at"

    /// The area of a person as a friend of theirs sees it; nil for everybody else.
    static func shown(
        _ database: Reader, of person: ID<Account>, to viewer: ID<Account>, _ now: Timestamp
    ) throws -> Area? {
        try shown(
            database, of: person, now,
            and: "EXISTS (SELECT 1 FROM \(FriendQueries.friends(of: viewer)) AS friend WHERE friend.id = \(person))")
    }

    /// A person's own area as every friend of theirs sees it.
    static func shown(_ database: Reader, of person: ID<Account>, _ now: Timestamp) throws -> Area? {
        try shown(database, of: person, now, and: "1 = 1")
    }

    /// What is shown depends on no one but its owner: who asks decides only whether.
    private static func shown(
        _ database: Reader, of person: ID<Account>, _ now: Timestamp, and condition: SQL
    ) throws -> Area? {
        let kept = try database.first(
            """
            SELECT \(columns), retention_h FROM shared_area
            JOIN \(AccountQueries.sharing) AS choice ON choice.id = shared_area.account_id
            WHERE shared_area.account_id = \(person) AND \(shares(now)) AND \(condition)
            """
        ) { Kept(trail: try trail($0), retentionHours: try $0["retention_h"]) }
        return kept.flatMap { $0.trail.shown(now, retentionHours: $0.retentionHours) }
    }

    /// A condition: somebody lets friends see their area, and is not paused.
    private static func shares(_ now: Timestamp) -> SQL {
        "choice.area = 1 AND (choice.paused_until IS NULL OR choice.paused_until <= \(now))"
    }

    static func following(_ database: Reader, _ account: ID<Account>, _ now: Timestamp) throws -> Following {
        try database.first(
            """
            SELECT \(columns) FROM \(AccountQueries.sharing) AS choice
            LEFT JOIN shared_area ON shared_area.account_id = choice.id
            WHERE choice.id = \(account) AND \(shares(now))
            """
        ) { row in
            let cell: Int64? = try row["cell"]
            return .on(cell == nil ? nil : try trail(row))
        } ?? .off
    }

    static func set(_ database: Writer, _ account: ID<Account>, _ trail: AreaTrail) throws {
        let snapping = String(decoding: try JSONEncoder().encode(trail.snapping), as: UTF8.self)
        try database.execute(
            """
            INSERT INTO shared_area (account_id, \(columns))
            VALUES (\(account), \(snapping), \(trail.latest.position.cell.signed), \(trail.latest.takenAt),
              \(trail.opensAt), \(trail.earlier?.position.cell.signed), \(trail.earlier?.takenAt))
            ON CONFLICT (account_id) DO UPDATE
            SET snapping = excluded.snapping, cell = excluded.cell, taken_at = excluded.taken_at,
              opens_at = excluded.opens_at, earlier_cell = excluded.earlier_cell,
              earlier_taken_at = excluded.earlier_taken_at
            """)
    }

    static func forget(_ database: Writer, _ account: ID<Account>) throws {
        try database.execute("DELETE FROM shared_area WHERE account_id = \(account)")
    }

    /// Deletes what is older than its owner wants positions kept, and what is shown no more.
    static func deleteOld(_ database: Writer, _ now: Timestamp) throws {
        let hour = 3_600_000
        try database.execute(
            """
            DELETE FROM shared_area WHERE account_id IN (
              SELECT kept.id FROM \(AccountQueries.retention) AS kept
              JOIN shared_area AS old ON old.account_id = kept.id AND old.taken_at <= \(now) - kept.retention_h * \(hour))
            """)
        try database.execute(
            """
            UPDATE shared_area SET earlier_cell = NULL, earlier_taken_at = NULL
            WHERE earlier_cell IS NOT NULL AND opens_at <= \(now)
            """)
    }

    /// A row that no trail has: the table is written by `set` alone.
    private struct BadTrail: Error {}

    private static func trail(_ row: Row) throws -> AreaTrail {
        let json: String = try row["snapping"]
        let earlierCell: Int64? = try row["earlier_cell"]
        let earlierTime: Timestamp? = try row["earlier_taken_at"]
        var earlier: Area?
        if let earlierCell, let earlierTime { earlier = try area(earlierCell, earlierTime) }
        return AreaTrail(
            snapping: try JSONDecoder().decode(Snapping.self, from: Data(json.utf8)),
            latest: try area(try row["cell"], try row["taken_at"]), opensAt: try row["opens_at"], earlier: earlier)
    }

    private static func area(_ cell: Int64, _ time: Timestamp) throws -> Area {
        guard let position = CellID(signed: cell).flatMap({ SnappedPosition(cell: $0) }) else { throw BadTrail() }
        return Area(position: position, takenAt: time)
    }
}
