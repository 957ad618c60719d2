import Database
import Foundation
import Proximity

/// SQL on visitors' books, and on openings as receipts tell of them.
extension RelicQueries {
    /// Entries by people whom the viewer sees, newest first: a page, and the last entry of it if there are more.
    ///
    /// Pages continue after an entry, not after a time: an address tells nobody when somebody was there.
    static func visits(
        _ database: Reader, of relic: ID<Relic>, to viewer: ID<Account>, after last: ID<RelicVisit>?
    ) throws -> ([RelicVisitEntry], ID<RelicVisit>?) {
        let cursor = try last.flatMap { try position(database, of: relic, $0) }
        let rows = Cursor.rows(
            after: cursor, by: "relic_visit.created_at", "relic_visit.id", limit: RelicVisits.pageSize + 1)
        let visits = try database.all(
            """
            SELECT relic_visit.id AS visit_id, relic_visit.text AS text, relic_visit.zone AS zone,
              relic_visit.created_at AS created_at, \(Person.columns)
            FROM relic_visit JOIN \(Person.visible(to: viewer)) AS person ON person.id = relic_visit.account_id
            WHERE relic_visit.relic_id = \(relic) AND \(rows)
            """
        ) { row in
            let zone: String = try row["zone"]
            return RelicVisitEntry(
                id: try row["visit_id"], visitor: try Person(row), text: try row["text"],
                createdAt: try row["created_at"], zone: TimeZone(identifier: zone) ?? .gmt)
        }
        let (page, next) = Cursor.page(visits, size: RelicVisits.pageSize) {
            Cursor(time: $0.createdAt, id: $0.id.rawValue)
        }
        return (page, next.map { ID(rawValue: $0.id) })
    }

    private static func position(_ database: Reader, of relic: ID<Relic>, _ id: ID<RelicVisit>) throws -> Cursor? {
        try database.first("SELECT id, created_at FROM relic_visit WHERE id = \(id) AND relic_id = \(relic)") {
            let id: ID<RelicVisit> = try $0["id"]
            return Cursor(time: try $0["created_at"], id: id.rawValue)
        }
    }

    /// Adds an entry; nil if its form was sent before.
    static func insertVisit(
        _ database: Writer, _ relic: ID<Relic>, by visitor: ID<Account>, text: String, zone: TimeZone,
        formKey: String, at now: Timestamp
    ) throws -> ID<RelicVisit>? {
        // Others see the id in addresses: it must not tell them when the visitor stood there.
        let id = database.newUnorderedID(RelicVisit.self)
        return try database.value(
            """
            INSERT INTO relic_visit (id, relic_id, account_id, submission, text, zone, created_at)
            VALUES (\(id), \(relic), \(visitor), \(formKey), \(text), \(zone.identifier), \(now))
            ON CONFLICT (account_id, submission) DO NOTHING RETURNING id
            """)
    }

    /// Deletes an entry that somebody sees and that is theirs or in the book of a relic of theirs; its writer, or nil.
    static func deleteVisit(
        _ database: Writer, _ id: ID<RelicVisit>, of relic: KnownRelic, by account: ID<Account>
    ) throws -> ID<Account>? {
        try database.value(
            """
            DELETE FROM relic_visit WHERE id = \(id) AND relic_id = \(relic.id)
              AND (account_id = \(account) OR \(relic.isOwn))
              AND EXISTS (SELECT 1 FROM \(Person.visible(to: account)) AS person WHERE person.id = relic_visit.account_id)
            RETURNING account_id
            """)
    }

    /// Most people whose open pages are told of an entry.
    private static let maxReaders = 500

    /// Who reads a book and sees a person: its maker and who has opened it, as far as they may still know of it.
    static func bookReaders(
        _ database: Reader, of relic: ID<Relic>, seeing writer: ID<Account>, _ now: Timestamp
    ) throws -> [ID<Account>] {
        let openers: [ID<Account>] = try database.all(
            """
            SELECT relic_opening.account_id AS id FROM relic_opening
            JOIN \(Person.visible(to: writer)) AS person ON person.id = relic_opening.account_id
            WHERE relic_opening.relic_id = \(relic) LIMIT \(maxReaders)
            """
        ) { try $0["id"] }
        let maker: ID<Account>? = try database.value("SELECT maker_id FROM relic WHERE id = \(relic)")
        let readers = openers + [maker].compactMap { $0 }
        return try readers.filter { try known(database, relic, to: $0, at: now) != nil }
    }

    /// How many people have opened a relic, as far as their receipts tell its maker.
    static func toldOpenings(
        _ database: Reader, of relic: ID<Relic>, to maker: ID<Account>, _ now: Timestamp
    ) throws -> Int {
        try database.value(
            """
            SELECT count(relic_opening.opened_at) FROM relic_opening
            JOIN \(Person.visible(to: maker)) AS person ON person.id = relic_opening.account_id
            WHERE relic_opening.relic_id = \(relic) AND relic_opening.receipt_at <= \(now)
            """) ?? 0
    }
}
