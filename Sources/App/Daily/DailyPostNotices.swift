import Database
import Proximity

/// What authors are told of the answers to their photos. Subjects are the comment and the reaction.
extension Daily {
    static let commented = "daily.comment"
    static let reacted = "daily.reaction"

    /// Says who, never what: that is on the photo's page.
    static let answerKinds = [
        NoticeKind(
            name: commented, icon: "message-circle", words: "Somebody comments on your photo of the day",
            holds: .untilWritten
        ) { database, notices, author, _ in
            let answers = try DailyPostQueries.comments(database, notices.map { $0.subject }, to: author)
            return texts(notices, answers: answers) { "\($0) commented on your photo of the day" }
        },
        NoticeKind(
            name: reacted, icon: "smile", words: "Somebody reacts to your photo of the day",
            push: PushOptions(urgency: .low), holds: .untilWritten
        ) { database, notices, author, _ in
            let answers = try DailyPostQueries.reactions(database, notices.map { $0.subject }, to: author)
            return texts(notices, answers: answers) { "\($0) reacted to your photo of the day" }
        },
    ]

    private static func texts(
        _ notices: [Notice], answers: [Int64: DailyPostQueries.Answer], title: (String) -> String
    ) -> [ID<Notice>: NoticeText] {
        let texts = notices.compactMap { notice in
            answers[notice.subject].map { answer in
                (notice.id, NoticeText(title: title(answer.name), path: DailyPaths.post(answer.post)))
            }
        }
        return Dictionary(uniqueKeysWithValues: texts)
    }

    /// Who looks at their photo has read what they were told of the answers.
    func markRead(_ id: ID<DailyPost>, for viewer: Viewer, at now: Timestamp) throws {
        let read: [(kind: String, subject: Int64)] = try site.database.read { database in
            let comments = try notices.unread(database, Daily.commented, of: viewer.id)
            let reactions = try notices.unread(database, Daily.reacted, of: viewer.id)
            let told = try comments.isEmpty && reactions.isEmpty ? [] : DailyPostQueries.told(database, of: [id])
            return told.filter { (comments + reactions).contains($0.subject) }.map { ($0.kind, $0.subject) }
        }
        guard !read.isEmpty else { return }
        try site.writeIfPossible { database in
            for notice in read {
                try notices.markRead(database, notice.kind, subject: notice.subject, of: viewer.id, at: now)
            }
        }
    }
}

extension DailyPostQueries {
    /// Who answered, and to which photo.
    struct Answer: Sendable {
        let name: String
        let post: ID<DailyPost>
    }

    /// Those among some comments that are on photos of an author, by people whom they see.
    static func comments(
        _ database: Reader, _ comments: [Int64], to author: ID<Account>
    ) throws -> [Int64: Answer] {
        let rows: [(Int64, Answer)] = try database.all(
            """
            SELECT moment_comment.id AS subject, moment.id AS moment_id, \(Person.columns)
            FROM moment_comment JOIN moment ON moment.id = moment_comment.moment_id
            JOIN \(Person.visible(to: author)) AS person ON person.id = moment_comment.account_id
            WHERE moment_comment.id IN \(comments) AND moment.account_id = \(author) AND moment.deleted_at IS NULL
            """, answer)
        return Dictionary(uniqueKeysWithValues: rows)
    }

    /// Those among some reactions that are to photos of an author, by people whom they see.
    static func reactions(
        _ database: Reader, _ reactions: [Int64], to author: ID<Account>
    ) throws -> [Int64: Answer] {
        let rows: [(Int64, Answer)] = try database.all(
            """
            SELECT moment_reaction.id AS subject, moment.id AS moment_id, \(Person.columns)
            FROM moment_reaction JOIN moment ON moment.id = moment_reaction.moment_id
            JOIN \(Person.visible(to: author)) AS person ON person.id = moment_reaction.account_id
            WHERE moment_reaction.id IN \(reactions) AND moment.account_id = \(author) AND moment.deleted_at IS NULL
            """, answer)
        return Dictionary(uniqueKeysWithValues: rows)
    }

    private static func answer(_ row: Row) throws -> (Int64, Answer) {
        (try row["subject"], Answer(name: try Person(row).name, post: try row["moment_id"]))
    }
}
