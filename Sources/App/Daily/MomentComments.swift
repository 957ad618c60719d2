import Database
import HTTP
import Proximity

/// A comment on a photo of the day. A marker for ids.
enum MomentComment {
    /// Comments on a page.
    static let pageSize = 20
}

/// A comment as its reader sees it.
struct SeenComment: Sendable {
    let id: ID<MomentComment>
    let writer: Person
    let text: String
    let createdAt: Timestamp
}

/// Comments on photos of the day: by everybody who sees the photo.
extension Daily {
    /// `POST /moments/{id}/comments`
    func comment(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let moment = try seenMoment(context, viewer)
        do {
            let text = MultilineText.normalized(context.form["text"])
            if text.isEmpty { throw ValidationErrors("text", "Write a few words.") }
            if text.unicodeScalars.count > Moment.longestComment {
                throw ValidationErrors("text", "That's too long: 1,000 characters at most.")
            }
            try site.throttles.attempt([(.message, "\(viewer.id)")], context.now)
            let key = SubmissionKey.read(context.form) ?? Base64URL.encode(site.environment.randomBytes(15))
            try site.database.write { try add($0, text, key, to: moment.id, viewer, context.now) }
        } catch let errors as ValidationErrors {
            return try momentPage(moment, context, viewer, status: .unprocessableContent, errors)
        }
        return context.redirect(to: DailyPaths.moment(moment.id))
    }

    /// Adds a comment, once, and tells the author and the pages that are open at it.
    private func add(
        _ database: Writer, _ text: String, _ key: String, to id: ID<Moment>, _ viewer: Viewer, _ now: Timestamp
    ) throws {
        // It may have gone since it was read.
        guard let moment = try MomentQueries.moment(database, id, to: viewer.id, now) else { throw Failure.notFound }
        let comment = try MomentQueries.insertComment(database, text, on: id, by: viewer.id, submission: key, now)
        guard let comment else { return }
        if !moment.isOwn {
            try notices.announce(
                database, Daily.commented, subject: comment.rawValue, to: moment.author.id, from: viewer.id, now)
        }
        try tell(database, Daily.part(id), of: id, by: viewer.id, now)
    }

    /// `POST /moments/{id}/comments/{comment}/delete`: by who wrote it or whose photo it is on.
    func removeComment(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let id = try momentID(context)
        try site.database.write { database in
            guard let comment = ID<MomentComment>(context.parameters["comment"] ?? ""),
                let moment = try MomentQueries.moment(database, id, to: viewer.id, context.now),
                let writer = try MomentQueries.deleteComment(database, comment, on: moment, by: viewer.id)
            else { throw Failure.notFound }
            try notices.takeBack(database, Daily.commented, subject: comment.rawValue, of: moment.author.id)
            try tell(database, Daily.part(id), of: id, by: writer, context.now)
        }
        return context.redirect(to: DailyPaths.moment(id), saying: "The comment is gone.")
    }
}

extension MomentQueries {
    /// Comments by people whom the viewer sees, the newest first: a page, and the last of it if there are more.
    static func comments(
        _ database: Reader, on moment: ID<Moment>, to viewer: ID<Account>, after last: ID<MomentComment>?
    ) throws -> ([SeenComment], ID<MomentComment>?) {
        let shown = try last.flatMap { try comment(database, $0, on: moment, to: viewer) }
        let cursor = shown.map { Cursor(time: $0.createdAt, id: $0.id.rawValue) } ?? Cursor.newest
        let comments = try database.all(
            """
            SELECT moment_comment.id AS comment_id, moment_comment.text AS text,
              moment_comment.created_at AS created_at, \(Person.columns)
            FROM moment_comment JOIN \(Person.visible(to: viewer)) AS person ON person.id = moment_comment.account_id
            WHERE moment_comment.moment_id = \(moment)
              AND (moment_comment.created_at, moment_comment.id) < (\(cursor.time), \(cursor.id))
            ORDER BY moment_comment.created_at DESC, moment_comment.id DESC LIMIT \(MomentComment.pageSize + 1)
            """, seenComment)
        let (page, next) = Cursor.page(comments, MomentComment.pageSize) {
            Cursor(time: $0.createdAt, id: $0.id.rawValue)
        }
        return (page, next.map { ID(rawValue: $0.id) })
    }

    /// A comment that the viewer sees on a photo that they see.
    static func comment(
        _ database: Reader, _ id: ID<MomentComment>, on moment: ID<Moment>, to viewer: ID<Account>
    ) throws -> SeenComment? {
        try database.first(commentQuery(id, on: moment, by: Person.visible(to: viewer)), seenComment)
    }

    /// A comment on a photo that the viewer sees, which they saw until they blocked who wrote it.
    static func blockedComment(
        _ database: Reader, _ id: ID<MomentComment>, on moment: ID<Moment>, to viewer: ID<Account>
    ) throws -> SeenComment? {
        let isKnown = Person.sawBeforeBlocking("\(viewer)", "person.id", at: "moment_comment.created_at")
        return try database.first("\(commentQuery(id, on: moment, by: Person.everyone)) AND \(isKnown)", seenComment)
    }

    private static func commentQuery(_ id: ID<MomentComment>, on moment: ID<Moment>, by writers: SQL) -> SQL {
        """
        SELECT moment_comment.id AS comment_id, moment_comment.text AS text,
          moment_comment.created_at AS created_at, \(Person.columns)
        FROM moment_comment JOIN \(writers) AS person ON person.id = moment_comment.account_id
        WHERE moment_comment.id = \(id) AND moment_comment.moment_id = \(moment)
        """
    }

    private static func seenComment(_ row: Row) throws -> SeenComment {
        SeenComment(
            id: try row["comment_id"], writer: try Person(row), text: try row["text"],
            createdAt: try row["created_at"])
    }

    /// Adds a comment; nil if its form was sent before.
    static func insertComment(
        _ database: Writer, _ text: String, on moment: ID<Moment>, by account: ID<Account>, submission: String,
        _ now: Timestamp
    ) throws -> ID<MomentComment>? {
        let id = try database.newID(MomentComment.self)
        return try database.value(
            """
            INSERT INTO moment_comment (id, moment_id, account_id, submission, text, created_at)
            VALUES (\(id), \(moment), \(account), \(submission), \(text), \(now))
            ON CONFLICT (account_id, moment_id, submission) DO NOTHING RETURNING id
            """)
    }

    /// Deletes a comment that somebody sees and that is theirs or on a photo of theirs; who wrote it, or nil if there was
    /// none.
    static func deleteComment(
        _ database: Writer, _ id: ID<MomentComment>, on moment: SeenMoment, by account: ID<Account>
    ) throws -> ID<Account>? {
        try database.value(
            """
            DELETE FROM moment_comment WHERE id = \(id) AND moment_id = \(moment.id)
              AND (account_id = \(account) OR \(moment.isOwn))
              AND EXISTS (SELECT 1 FROM \(Person.visible(to: account)) AS person
                WHERE person.id = moment_comment.account_id)
            RETURNING account_id
            """)
    }
}
