import Database
import Media
import Proximity

/// What people have answered to the photos of a page, as far as a viewer sees them.
struct DayAnswers: Sendable {
    let comments: [ID<DailyPost>: RecentComments]
    let reactions: [ID<DailyPost>: [SeenReaction]]

    init(comments: [ID<DailyPost>: RecentComments] = [:], reactions: [ID<DailyPost>: [SeenReaction]] = [:]) {
        (self.comments, self.reactions) = (comments, reactions)
    }

    /// Two statements, for however many photos.
    init(_ database: Reader, on ids: [ID<DailyPost>], to viewer: ID<Account>) throws {
        if ids.isEmpty {
            self.init()
        } else {
            self.init(
                comments: try DailyPostQueries.recentComments(database, on: ids, to: viewer),
                reactions: try DailyPostQueries.reactions(database, on: ids, to: viewer))
        }
    }
}

/// The last comments on a photo.
struct RecentComments: Sendable {
    /// The newest first.
    var comments: [SeenComment] = []
    /// How many there are in all, up to one more than ``counted``.
    var count = 0

    /// Comments below a photo among others.
    static let shown = 3
    /// Most comments that are counted.
    static let counted = 99
}

extension DailyPostQueries {
    /// The last comments on some photos that the viewer sees, by people whom they see.
    static func recentComments(
        _ database: Reader, on ids: [ID<DailyPost>], to viewer: ID<Account>
    ) throws -> [ID<DailyPost>: RecentComments] {
        // The joins' order wants moment_comment_by_moment for each photo: the other way round, it begins with all accounts.
        let rows: [(id: ID<DailyPost>, comment: SeenComment, number: Int64)] = try database.all(
            """
            SELECT moment.id AS moment_id, moment_comment.id AS comment_id, moment_comment.text AS text,
              moment_comment.created_at AS created_at, \(Person.columns),
              (SELECT count(*) FROM
                (SELECT 1 FROM moment_comment AS some CROSS JOIN \(Person.visible(to: viewer)) AS writer
                 WHERE some.moment_id = moment.id AND writer.id = some.account_id
                 LIMIT \(RecentComments.counted + 1)) AS recent) AS number
            FROM moment CROSS JOIN moment_comment CROSS JOIN \(Person.visible(to: viewer)) AS person
            WHERE moment.id IN \(ids) AND moment_comment.id IN
                (SELECT last.id FROM moment_comment AS last CROSS JOIN \(Person.visible(to: viewer)) AS writer
                 WHERE last.moment_id = moment.id AND writer.id = last.account_id
                 ORDER BY last.created_at DESC, last.id DESC LIMIT \(RecentComments.shown))
              AND person.id = moment_comment.account_id
            ORDER BY moment_id, created_at DESC, comment_id DESC
            """
        ) { row in
            let comment = SeenComment(
                id: try row["comment_id"], writer: try Person(row), text: try row["text"],
                createdAt: try row["created_at"])
            return (id: try row["moment_id"], comment: comment, number: try row["number"])
        }
        return Dictionary(grouping: rows) { $0.id }.mapValues { rows in
            RecentComments(comments: rows.map { $0.comment }, count: Int(rows[0].number))
        }
    }
}
