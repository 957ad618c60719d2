import Database
import Proximity

/// A relic that somebody opened.
struct FoundRelic: Sendable {
    let relic: OpenRelic
    let openedAt: Timestamp
}

/// SQL on relics that somebody opened.
extension RelicQueries {
    /// The relics of others that a person opened, which still lie there and of which they may still know; the last opened
    /// first: one page and the cursor of the next.
    static func found(
        _ database: Reader, by viewer: ID<Account>, after cursor: Cursor? = nil, _ now: Timestamp
    ) throws -> (relics: [FoundRelic], next: Cursor?) {
        let relics = try database.all(
            """
            SELECT \(columns(for: viewer)), \(openColumns), opening.opened_at AS opened_at \(found(by: viewer, now))
              AND \(Cursor.rows(after: cursor, by: "opening.opened_at", "opening.relic_id", limit: maxListed + 1))
            """
        ) { FoundRelic(relic: try OpenRelic($0, viewer: viewer, at: now), openedAt: try $0["opened_at"]) }
        return Cursor.page(relics, size: maxListed) { Cursor(time: $0.openedAt, id: $0.relic.known.id.rawValue) }
    }

    /// FROM and WHERE of the relics that a person found, from their openings on.
    static func found(by viewer: ID<Account>, _ now: Timestamp) -> SQL {
        """
        FROM relic_opening AS opening JOIN relic ON relic.id = opening.relic_id
        JOIN \(Person.visible(to: viewer)) AS person ON person.id = relic.maker_id
        WHERE opening.account_id = \(viewer) AND relic.maker_id <> \(viewer) AND \(isKnown(to: viewer, now))
        """
    }
}
