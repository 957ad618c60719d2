import Database
import Export
import Media
import Proximity

/// The relics that a person left or found, and what they wrote into visitors' books.
extension Relics {
    var personalData: PersonalData {
        PersonalData(
            exported: ["relic", "relic_opening", "relic_visit"],
            leftOut: ["relic_near": "when you were last told that a relic is near you, for a day"],
            files: [
                .init(
                    path: "relics/left.json",
                    words: "the relics you left, as far as they still lie there; their files are in media"),
                .init(path: "relics/left.gpx", words: "the places where they lie"),
                .init(path: "relics/found.json", words: "the relics you opened that still lie there"),
                .init(path: "relics/visits.json", words: "what you wrote into visitors’ books"),
            ],
            deleted: [
                .init(
                    icon: "gem", title: "Relics you left",
                    words: "Their files and their visitors’ books go with them, for everybody."),
                .init(
                    icon: "pencil", title: "What you wrote into visitors’ books",
                    words: "And that you opened the relics of others."),
            ],
            count: { [site] database, account in try RelicQueries.count(database, of: account, site.now) },
            export: { writer, account in try export(writer, account) },
            delete: { database, account, now in try RelicQueries.endAll(database, by: account, now) },
            erase: { database, account, limit, now in try erase(database, account, limit: limit, at: now) },
            isHeld: { database, account in
                try database.exists("SELECT 1 FROM relic WHERE maker_id = \(account)")
            })
    }

    private func export(_ writer: ExportWriter, _ account: ID<Account>) throws {
        try writer.list("relics/left.json") { database, cursor in
            let (relics, next) = try RelicQueries.left(database, by: account, after: cursor, writer.now)
            return (try relics.map { try RelicExport.Left($0, database) }, next)
        }
        try writer.places("relics/left", title: "Relics I left") { database, cursor in
            let (relics, next) = try RelicQueries.left(database, by: account, after: cursor, writer.now)
            return (relics.compactMap { RelicExport.point($0.relic) }, next)
        }
        try writer.list("relics/found.json") { database, cursor in
            let (relics, next) = try RelicQueries.found(database, by: account, after: cursor, writer.now)
            return (relics.map { RelicExport.Found($0) }, next)
        }
        try writer.list("relics/visits.json") { database, cursor in
            let page = try RelicQueries.visits(database, by: account, after: cursor)
            let relics = try RelicQueries.known(database, page.items.map { $0.relic }, to: account, at: writer.now)
            let visits = page.items.map { visit in
                RelicExport.Visit(visit, relics.first { $0.id == visit.relic })
            }
            return (visits, page.next)
        }
    }

    /// Erases some of what a deleted person left and wrote.
    private func erase(_ database: Writer, _ account: ID<Account>, limit: Int, at now: Timestamp) throws -> Int {
        let relics = try RelicQueries.all(database, by: account, limit: min(limit, RelicQueries.endedAtOnce))
        if !relics.isEmpty {
            try forget(database, relics, at: now)
            return relics.count
        }
        let told = try RelicQueries.toldOfVisits(database, by: account, limit)
        if !told.isEmpty {
            try takeBack(database, told)
            return try RelicQueries.erase(database, visits: told.map { ID(rawValue: $0.subject) })
        }
        return try RelicQueries.eraseTraces(database, of: account, limit)
    }
}

/// An entry in a visitors' book, for who wrote it.
struct OwnVisit: Sendable {
    let id: ID<RelicVisit>
    let relic: ID<Relic>
    let text: String
    let writtenAt: Timestamp
}

extension RelicQueries {
    /// Counts what an export writes; one's own are in two files.
    static func count(_ database: Reader, of account: ID<Account>, _ now: Timestamp) throws -> Int {
        let left: Int? = try database.value(
            "SELECT count(*) \(known(to: account, now)) AND relic.maker_id = \(account)")
        let found: Int? = try database.value("SELECT count(*) \(found(by: account, now))")
        let visits: Int? = try database.value("SELECT count(*) FROM relic_visit WHERE account_id = \(account)")
        return 2 * (left ?? 0) + (found ?? 0) + (visits ?? 0)
    }

    /// What somebody wrote into visitors' books: one page and the cursor of the next.
    static func visits(
        _ database: Reader, by account: ID<Account>, after cursor: Cursor?
    ) throws -> ExportWriter.Page<OwnVisit> {
        let visits = try database.all(
            """
            SELECT id, relic_id, text, created_at FROM relic_visit
            WHERE account_id = \(account) AND id < \((cursor ?? .newest).id) ORDER BY id DESC LIMIT \(maxListed + 1)
            """
        ) { row in
            OwnVisit(
                id: try row["id"], relic: try row["relic_id"], text: try row["text"],
                writtenAt: try row["created_at"])
        }
        return Cursor.page(visits, size: maxListed) { Cursor(time: $0.writtenAt, id: $0.id.rawValue) }
    }

    /// Deletes entries of visitors' books; returns how many.
    static func erase(_ database: Writer, visits: [ID<RelicVisit>]) throws -> Int {
        try database.execute("DELETE FROM relic_visit WHERE id IN \(visits)")
    }

    /// Deletes some of what says where a person was: what they opened, and what they were told of; returns how many.
    static func eraseTraces(_ database: Writer, of account: ID<Account>, _ limit: Int) throws -> Int {
        let openings = try database.execute(
            """
            DELETE FROM relic_opening WHERE account_id = \(account) AND relic_id IN
              (SELECT relic_id FROM relic_opening WHERE account_id = \(account) LIMIT \(limit))
            """)
        if openings > 0 { return openings }
        return try database.execute(
            """
            DELETE FROM relic_near WHERE account_id = \(account) AND relic_id IN
              (SELECT relic_id FROM relic_near WHERE account_id = \(account) LIMIT \(limit))
            """)
    }
}

private enum RelicExport {
    struct Left: Encodable {
        let kind: String
        let file: String?
        let description: String
        let lat: Double
        let lon: Double
        let radiusM: Double
        let lifetime: String
        let audience: String
        let isLocked: Bool
        let left: String
        let appears: String
        let ends: String?
        let openings: Int
        let visits: Int

        init(_ own: OwnRelic, _ database: Reader) throws {
            let relic = own.relic
            kind = relic.known.kind.rawValue
            file = try Uploads.exportedName(database, relic.media).map { "media/" + $0 }
            description = relic.description
            (lat, lon) = (relic.known.coordinate.latitude, relic.known.coordinate.longitude)
            radiusM = relic.known.radius.value
            lifetime = relic.lifetime.rawValue
            audience = relic.audience.rawValue
            isLocked = relic.known.isLocked
            left = RelativeTimeFormatter.machine(relic.createdAt)
            appears = RelativeTimeFormatter.machine(relic.appearsAt)
            ends = relic.expiresAt.map { RelativeTimeFormatter.machine($0) }
            (openings, visits) = (own.openings, own.visits)
        }
    }

    struct Found: Encodable {
        let from: String
        let kind: String
        let description: String
        let lat: Double
        let lon: Double
        let left: String
        let ends: String?
        let opened: String

        init(_ found: FoundRelic) {
            let relic = found.relic
            from = relic.known.maker.username
            kind = relic.known.kind.rawValue
            description = relic.description
            (lat, lon) = (relic.known.coordinate.latitude, relic.known.coordinate.longitude)
            left = RelativeTimeFormatter.machine(relic.createdAt)
            ends = relic.expiresAt.map { RelativeTimeFormatter.machine($0) }
            opened = RelativeTimeFormatter.machine(found.openedAt)
        }
    }

    struct Visit: Encodable {
        let text: String
        let written: String
        let maker: String?
        let lat: Double?
        let lon: Double?

        /// - Parameter relic: nil if its writer may not know of it any more.
        init(_ visit: OwnVisit, _ relic: KnownRelic?) {
            text = visit.text
            written = RelativeTimeFormatter.machine(visit.writtenAt)
            maker = relic?.maker.username
            (lat, lon) = (relic?.coordinate.latitude, relic?.coordinate.longitude)
        }
    }

    static func point(_ relic: OpenRelic) -> GPXDocument.Point? {
        GPXDocument.Point(
            latitude: relic.known.coordinate.latitude, longitude: relic.known.coordinate.longitude,
            time: relic.createdAt.milliseconds, name: RelicWords.noun(relic.known.kind), text: relic.description)
    }
}
