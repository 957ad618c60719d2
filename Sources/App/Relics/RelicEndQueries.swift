import Database
import Media
import Proximity

/// SQL on the end of relics. A relic is hidden from its very last second on, because every query compares; its row and
/// its files go a little later, by jobs. What was deleted can come back for ``Flash/undoTime``, until its row goes.
extension RelicQueries {
    /// The job that removes what has ended by then.
    static let ending = "relics.end"
    /// Most relics that end in one transaction.
    static let endedAtOnce = 100

    /// Enqueues the removal of what ends at a time. Relics that end at the same time share a job.
    static func endLater(_ database: Writer, at time: Timestamp) throws {
        try Job.enqueue(database, kind: ending, key: "\(ending) \(time.milliseconds)", at: time)
    }

    /// Hides a relic from everybody; false if it is not theirs. It stops counting for its maker at once.
    static func delete(_ database: Writer, _ id: ID<Relic>, by maker: ID<Account>, at now: Timestamp) throws -> Bool {
        guard let relic = try open(database, id, to: maker, at: now), relic.known.isOwn else { return false }
        try database.execute(
            "UPDATE relic SET deleted_at = \(now), submission = \(FormKey.ofDeleted(id)) WHERE id = \(id)")
        try Uploads.disown(database, relic.media, at: now)
        try count(database, id, isAdded: false)
        try endLater(database, at: now + Flash.keepTime)
        return true
    }

    /// Puts a deleted relic back; false if it is not theirs, has ended meanwhile, or it is too late.
    static func restore(_ database: Writer, _ id: ID<Relic>, by maker: ID<Account>, at now: Timestamp) throws -> Bool {
        let media: String? = try database.value(
            """
            UPDATE relic SET deleted_at = NULL
            WHERE id = \(id) AND maker_id = \(maker) AND deleted_at > \(now - Flash.undoTime)
              AND (expires_at IS NULL OR expires_at > \(now))
            RETURNING media
            """)
        guard let media else { return false }
        if let name = MediaName(media) { try Uploads.own(database, name) }
        try count(database, id, isAdded: true)
        return true
    }

    /// Some relics whose time is over, and some whose deletion cannot be undone any more.
    static func ended(_ database: Reader, _ now: Timestamp) throws -> [ID<Relic>] {
        let expired: [ID<Relic>] = try database.all(
            "SELECT id FROM relic WHERE expires_at <= \(now) LIMIT \(endedAtOnce)"
        ) { try $0["id"] }
        let deleted: [ID<Relic>] = try database.all(
            "SELECT id FROM relic WHERE deleted_at <= \(now - Flash.keepTime) LIMIT \(endedAtOnce)"
        ) { try $0["id"] }
        return expired + deleted.filter { !expired.contains($0) }
    }

    /// Some relics of a maker, whatever their state.
    static func all(_ database: Reader, by maker: ID<Account>, limit: Int) throws -> [ID<Relic>] {
        try database.all("SELECT id FROM relic WHERE maker_id = \(maker) LIMIT \(limit)") { try $0["id"] }
    }

    /// Ends all relics of a maker now, so that nobody knows of them any more; they go with what has ended.
    static func endAll(_ database: Writer, by maker: ID<Account>, _ now: Timestamp) throws {
        try database.execute("UPDATE relic SET expires_at = \(now) WHERE maker_id = \(maker)")
        try endLater(database, at: now)
    }

    /// Deletes relics, with who opened them and their visitors' books, their files and their place in counts. Nothing else
    /// deletes rows of relics.
    static func forget(_ database: Writer, _ relics: [ID<Relic>], at now: Timestamp) throws {
        for id in try counted(database, among: relics) { try count(database, id, isAdded: false) }
        let files: [String] = try database.all("DELETE FROM relic WHERE id IN \(relics) RETURNING media") {
            try $0["media"]
        }
        for name in files.compactMap({ MediaName($0) }) { try Uploads.release(database, name, at: now) }
    }

    /// Those that counts hold: deleting a relic takes it out of them.
    private static func counted(_ database: Reader, among relics: [ID<Relic>]) throws -> [ID<Relic>] {
        try database.all("SELECT id FROM relic WHERE id IN \(relics) AND deleted_at IS NULL") { try $0["id"] }
    }

    /// A notice that was told because of a relic.
    struct Told: Sendable {
        let kind: String
        let subject: Int64
        let account: ID<Account>
    }

    /// What was told because of relics: their makers of entries in their books, others that they are near.
    static func told(_ database: Reader, of relics: [ID<Relic>]) throws -> [Told] {
        try database.all(
            """
            SELECT \(Relics.visited) AS kind, relic_visit.id AS subject, maker_id AS account_id
            FROM relic_visit JOIN relic ON relic.id = relic_visit.relic_id WHERE relic_visit.relic_id IN \(relics)
            UNION ALL SELECT \(Relics.nearKind), relic_id, account_id FROM relic_near WHERE relic_id IN \(relics)
            """, told)
    }

    /// What was told because of some entries that a person wrote into visitors' books.
    static func toldOfVisits(_ database: Reader, by account: ID<Account>, _ limit: Int) throws -> [Told] {
        try database.all(
            """
            SELECT \(Relics.visited) AS kind, relic_visit.id AS subject, maker_id AS account_id
            FROM relic_visit JOIN relic ON relic.id = relic_visit.relic_id
            WHERE relic_visit.account_id = \(account) LIMIT \(limit)
            """, told)
    }

    private static func told(_ row: Row) throws -> Told {
        Told(kind: try row["kind"], subject: try row["subject"], account: try row["account_id"])
    }
}
