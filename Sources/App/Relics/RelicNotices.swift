import Database
import Proximity

extension Relics: NoticeSource {
    var noticeTopic: NoticeTopic { .places }

    var noticeKinds: [NoticeKind] { [nearNotice, Relics.visitedKind] }
}

/// What a maker is told of the visitors' book.
extension Relics {
    /// Somebody signed the book. Its subject is the entry.
    static let visited = "relic.visited"

    /// Says who, never what they wrote and where: that is on the relic's page.
    static let visitedKind = NoticeKind(
        name: visited, icon: "book-user", words: "Somebody signs the book of a relic that you left",
        holds: .until { database, notices, _, now in
            let visits = notices.map { ID<RelicVisit>(rawValue: $0.subject) }
            return try RelicQueries.nextChange(
                database, of: try RelicQueries.relics(database, of: visits), after: now)
        }
    ) { database, notices, viewer, now in
        let signed = try RelicQueries.signed(database, notices.map { ID(rawValue: $0.subject) }, to: viewer, at: now)
        let texts = notices.compactMap { notice in
            signed[ID(rawValue: notice.subject)].map { entry in
                (
                    notice.id,
                    NoticeText(
                        title: "\(entry.name) signed your relic’s book", path: RelicPaths.relic(entry.relic))
                )
            }
        }
        return Dictionary(uniqueKeysWithValues: texts)
    }

    /// Who looks at a relic has read what they were told of it.
    func markRead(_ id: ID<Relic>, for viewer: Viewer, at now: Timestamp) throws {
        let read: [(kind: String, subject: Int64)] = try site.database.read { database in
            let entries = try notices.unread(database, Relics.visited, of: viewer.id).map {
                ID<RelicVisit>(rawValue: $0)
            }
            let visits = entries.isEmpty ? [] : try RelicQueries.visits(database, entries, of: id)
            let near = try notices.unread(database, Relics.nearKind, of: viewer.id).filter { $0 == id.rawValue }
            return visits.map { (Relics.visited, $0.rawValue) } + near.map { (Relics.nearKind, $0) }
        }
        guard !read.isEmpty else { return }
        try site.writeIfPossible { database in
            for notice in read {
                try notices.markRead(database, notice.kind, subject: notice.subject, of: viewer.id, at: now)
            }
        }
    }
}

extension RelicQueries {
    /// Who wrote an entry, and of which relic.
    struct Signed {
        let name: String
        let relic: ID<Relic>
    }

    /// Those among some entries that are in the books of a maker's relics, by people whom they see.
    static func signed(
        _ database: Reader, _ visits: [ID<RelicVisit>], to maker: ID<Account>, at now: Timestamp
    ) throws -> [ID<RelicVisit>: Signed] {
        let rows: [(ID<RelicVisit>, Signed)] = try database.all(
            """
            SELECT relic_visit.id AS visit_id, relic.id AS relic_id, \(Person.columns)
            FROM relic_visit JOIN relic ON relic.id = relic_visit.relic_id
            JOIN \(Person.visible(to: maker)) AS person ON person.id = relic_visit.account_id
            WHERE relic_visit.id IN \(visits) AND relic.maker_id = \(maker) AND \(isKnown(to: maker, now))
            """
        ) { (try $0["visit_id"], Signed(name: try Person($0).name, relic: try $0["relic_id"])) }
        return Dictionary(uniqueKeysWithValues: rows)
    }

    /// The relics in whose books some entries are.
    static func relics(_ database: Reader, of visits: [ID<RelicVisit>]) throws -> [ID<Relic>] {
        try database.all("SELECT relic_id FROM relic_visit WHERE id IN \(visits)") { try $0["relic_id"] }
    }

    /// When the first of some relics appears or ends after a time; nil for none that does.
    static func nextChange(
        _ database: Reader, of relics: [ID<Relic>], after time: Timestamp
    ) throws -> Timestamp? {
        try database.value(
            """
            SELECT min(CASE WHEN appears_at > \(time) THEN appears_at ELSE expires_at END) FROM relic
            WHERE id IN \(relics) AND (appears_at > \(time) OR expires_at > \(time))
            """, as: Timestamp?.self) ?? nil
    }

    /// Those among some entries that are in the book of a relic.
    static func visits(
        _ database: Reader, _ visits: [ID<RelicVisit>], of relic: ID<Relic>
    ) throws -> [ID<RelicVisit>] {
        try database.all("SELECT id FROM relic_visit WHERE id IN \(visits) AND relic_id = \(relic)") { try $0["id"] }
    }
}
