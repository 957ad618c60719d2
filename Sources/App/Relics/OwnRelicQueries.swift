import Database
import Media
import Proximity

/// A relic for its maker.
struct OwnRelic: Sendable {
    let relic: OpenRelic
    /// Who opened it, as far as receipts tell: people whom the maker sees.
    let openings: Int
    /// Entries in its visitors' book by people whom the maker sees.
    let visits: Int
}

/// SQL on relics as their maker sees them.
extension RelicQueries {
    /// The relics that a person left, newest first: one page and the cursor of the next.
    static func left(
        _ database: Reader, by maker: ID<Account>, after cursor: Cursor? = nil, _ now: Timestamp
    ) throws -> (relics: [OwnRelic], next: Cursor?) {
        let relics = try database.all(
            """
            \(own(by: maker, now))
              AND \(Cursor.rows(after: cursor, by: "relic.created_at", "relic.id", limit: maxListed + 1))
            """
        ) { try OwnRelic($0, maker: maker, at: now) }
        return Cursor.page(relics, size: maxListed) { Cursor(time: $0.relic.createdAt, id: $0.relic.known.id.rawValue) }
    }

    /// Those among `relics` that a person left.
    static func left(
        _ database: Reader, _ relics: [ID<Relic>], by maker: ID<Account>, at now: Timestamp
    ) throws -> [OwnRelic] {
        try database.all("\(own(by: maker, now)) AND relic.id IN \(relics)") { try OwnRelic($0, maker: maker, at: now) }
    }

    /// Where a person left relics. The quota keeps their number small.
    static func places(_ database: Reader, by maker: ID<Account>, _ now: Timestamp) throws -> [KnownRelic] {
        try database.all("SELECT \(columns(for: maker)) \(known(to: maker, now)) AND relic.maker_id = \(maker)") {
            try KnownRelic($0, viewer: maker, at: now)
        }
    }

    /// Changes what is said of a relic and, with a lifetime, when it ends: counted from now, or from when it appears.
    /// False if it is not theirs.
    static func edit(
        _ database: Writer, _ id: ID<Relic>, to edit: RelicEdit, by maker: ID<Account>, at now: Timestamp
    ) throws -> Bool {
        guard let relic = try known(database, id, to: maker, at: now), relic.isOwn else { return false }
        try database.execute("UPDATE relic SET description = \(edit.description) WHERE id = \(id)")
        guard let lifetime = edit.lifetime else { return true }
        let appears: Timestamp? = try database.value("SELECT appears_at FROM relic WHERE id = \(id)")
        let ends = lifetime.seconds.map { max(now, appears ?? now) + $0 }
        try database.execute(
            "UPDATE relic SET lifetime = \(lifetime.rawValue), expires_at = \(ends) WHERE id = \(id)")
        if let ends { try endLater(database, at: ends) }
        return true
    }

    private static func own(by maker: ID<Account>, _ now: Timestamp) -> SQL {
        """
        SELECT \(columns(for: maker)), \(openColumns),
          (SELECT count(*) FROM relic_opening JOIN \(Person.visible(to: maker)) AS opener
            ON opener.id = relic_opening.account_id
            WHERE relic_opening.relic_id = relic.id AND relic_opening.receipt_at <= \(now)) AS openings,
          (SELECT count(*) FROM relic_visit JOIN \(Person.visible(to: maker)) AS visitor
            ON visitor.id = relic_visit.account_id WHERE relic_visit.relic_id = relic.id) AS visits
        \(known(to: maker, now)) AND relic.maker_id = \(maker)
        """
    }
}

extension OwnRelic {
    fileprivate init(_ row: Row, maker: ID<Account>, at now: Timestamp) throws {
        relic = try OpenRelic(row, viewer: maker, at: now)
        openings = try row["openings"]
        visits = try row["visits"]
    }
}
