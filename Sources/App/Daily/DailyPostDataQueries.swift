import Database
import Media
import Proximity

/// SQL on what one person posted and answered, for their export and for the end of their account.
extension DailyPostQueries {
    /// Counts what an export writes.
    static func count(_ database: Reader, of account: ID<Account>) throws -> Int {
        let photos: Int? = try database.value(
            "SELECT count(*) FROM moment WHERE account_id = \(account) AND deleted_at IS NULL")
        let comments: Int? = try database.value("SELECT count(*) FROM moment_comment WHERE account_id = \(account)")
        let reactions: Int? = try database.value("SELECT count(*) FROM moment_reaction WHERE account_id = \(account)")
        return (photos ?? 0) + (comments ?? 0) + (reactions ?? 0)
    }

    /// A person's own photos, the newest day first: one page and the cursor of the next, whose number is the day's.
    static func own(
        _ database: Reader, of account: ID<Account>, after cursor: Cursor?
    ) throws -> ExportWriter.Page<SeenDailyPost> {
        let posts = try database.all(
            """
            SELECT \(columns) FROM moment JOIN \(Person.everyone) AS person ON person.id = moment.account_id
            WHERE moment.account_id = \(account) AND moment.deleted_at IS NULL
              AND moment.day < \((cursor ?? .newest).id) ORDER BY moment.day DESC LIMIT \(exportedAtOnce + 1)
            """
        ) { try SeenDailyPost($0, to: account) }
        return Cursor.page(posts, size: exportedAtOnce) { Cursor(time: $0.postedAt, id: $0.day.rawValue) }
    }

    private static let exportedAtOnce = 500

    static func ownComments(
        _ database: Reader, of account: ID<Account>, after cursor: Cursor?
    ) throws -> ExportWriter.Page<DailyPostExport.Comment> {
        let rows: [(Cursor, DailyPostExport.Comment)] = try database.all(
            """
            SELECT id, text, created_at FROM moment_comment
            WHERE account_id = \(account) AND id < \((cursor ?? .newest).id) ORDER BY id DESC
            LIMIT \(exportedAtOnce + 1)
            """
        ) { row in
            let (id, time): (ID<DailyPostComment>, Timestamp) = (try row["id"], try row["created_at"])
            let comment = DailyPostExport.Comment(text: try row["text"], written: RelativeTimeFormatter.machine(time))
            return (Cursor(time: time, id: id.rawValue), comment)
        }
        let (page, next) = Cursor.page(rows, size: exportedAtOnce) { $0.0 }
        return (page.map { $0.1 }, next)
    }

    static func ownReactions(
        _ database: Reader, of account: ID<Account>, after cursor: Cursor?
    ) throws -> ExportWriter.Page<DailyPostExport.Reaction> {
        let rows: [(Cursor, DailyPostExport.Reaction)] = try database.all(
            """
            SELECT id, emoji, photo, created_at FROM moment_reaction
            WHERE account_id = \(account) AND id < \((cursor ?? .newest).id) ORDER BY id DESC
            LIMIT \(exportedAtOnce + 1)
            """
        ) { row in
            let (id, time): (ID<DailyPostReaction>, Timestamp) = (try row["id"], try row["created_at"])
            let photo: String? = try row["photo"]
            let name = try photo.flatMap { MediaName($0) }.flatMap { try Uploads.exportedName(database, $0) }
            let reaction = DailyPostExport.Reaction(
                emoji: try row["emoji"], photo: name.map { "media/" + $0 },
                made: RelativeTimeFormatter.machine(time))
            return (Cursor(time: time, id: id.rawValue), reaction)
        }
        let (page, next) = Cursor.page(rows, size: exportedAtOnce) { $0.0 }
        return (page.map { $0.1 }, next)
    }

    /// Some photos of a person, whatever their state.
    static func all(_ database: Reader, of account: ID<Account>, limit: Int) throws -> [ID<DailyPost>] {
        let shown: [ID<DailyPost>] = try database.all(
            "SELECT id FROM moment WHERE account_id = \(account) LIMIT \(limit)"
        ) { try $0["id"] }
        return shown
    }

    /// Hides all photos of a person from everybody at once.
    static func hideAll(_ database: Writer, of account: ID<Account>, _ now: Timestamp) throws {
        try database.execute(
            "UPDATE moment SET deleted_at = \(now) WHERE account_id = \(account) AND deleted_at IS NULL")
    }

    /// Some of what authors were told of a person's answers: each answer once, whether it was told or not.
    static func told(_ database: Reader, by account: ID<Account>, _ limit: Int) throws -> [Told] {
        try database.all(
            """
            SELECT \(Daily.commented) AS kind, moment_comment.id AS subject, moment.account_id AS account_id
            FROM moment_comment JOIN moment ON moment.id = moment_comment.moment_id
            WHERE moment_comment.account_id = \(account)
            UNION ALL SELECT \(Daily.reacted), moment_reaction.id, moment.account_id
            FROM moment_reaction JOIN moment ON moment.id = moment_reaction.moment_id
            WHERE moment_reaction.account_id = \(account) LIMIT \(limit)
            """, told)
    }

    /// Deletes comments and reactions; the files that nothing shows any more.
    static func erase(_ database: Writer, answers: [Int64]) throws -> [MediaName] {
        try database.execute("DELETE FROM moment_comment WHERE id IN \(answers)")
        let faces: [String?] = try database.all("DELETE FROM moment_reaction WHERE id IN \(answers) RETURNING photo") {
            try $0["photo"]
        }
        return faces.compactMap { $0 }.compactMap { MediaName($0) }
    }

    /// Deletes what says when a person was last asked; how many rows there were.
    static func eraseTraces(_ database: Writer, of account: ID<Account>) throws -> Int {
        try database.execute("DELETE FROM daily_prompt WHERE account_id = \(account)")
    }
}
