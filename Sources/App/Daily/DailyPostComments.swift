import Database
import HTTP
import Proximity

/// A comment on a photo of the day. A marker for ids.
enum DailyPostComment {
    /// Comments on a page.
    static let pageSize = 20
}

/// A comment as its reader sees it.
struct SeenComment: Sendable {
    let id: ID<DailyPostComment>
    let writer: Person
    let text: String
    let createdAt: Timestamp
}

/// Comments on photos of the day: by everybody who sees the photo.
extension Daily {
    /// `POST /moments/{id}/comments`
    func comment(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let post = try seenPost(context, viewer)
        do {
            let text = MultilineText.normalized(context.form["text"])
            if text.isEmpty { throw ValidationErrors("text", "Write a few words.") }
            if text.unicodeScalars.count > DailyPost.maxCommentLength {
                throw ValidationErrors("text", ValidationErrors.tooLong(DailyPost.maxCommentLength))
            }
            try site.throttles.attempt([(.message, "\(viewer.id)")], context.now)
            let key = site.formKey(of: context.form)
            try site.database.write { try add($0, text, key: key, to: post.id, by: viewer, at: context.now) }
        } catch let errors as ValidationErrors {
            return try dailyPostPage(post, in: context, for: viewer, status: .unprocessableContent, errors: errors)
        }
        return context.redirect(to: DailyPaths.post(post.id))
    }

    /// Adds a comment, once, and tells the author and the pages that are open at it.
    private func add(
        _ database: Writer, _ text: String, key: String, to id: ID<DailyPost>, by viewer: Viewer, at now: Timestamp
    ) throws {
        // It may have gone since it was read.
        guard let post = try DailyPostQueries.post(database, id, to: viewer.id, at: now) else { throw Failure.notFound }
        let comment = try DailyPostQueries.insertComment(database, text, on: id, by: viewer.id, formKey: key, at: now)
        guard let comment else { return }
        if !post.isOwn {
            try notices.notify(
                database, Daily.commented, subject: comment.rawValue, to: post.author.id, from: viewer.id, at: now)
        }
        try tell(database, Daily.part(id), of: id, by: viewer.id, at: now)
    }

    /// `POST /moments/{id}/comments/{comment}/delete`: by who wrote it or whose photo it is on.
    func removeComment(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let id = try postID(context)
        try site.database.write { database in
            guard let comment = ID<DailyPostComment>(context.parameters["comment"] ?? ""),
                let post = try DailyPostQueries.post(database, id, to: viewer.id, at: context.now),
                let writer = try DailyPostQueries.deleteComment(database, comment, on: post, by: viewer.id)
            else { throw Failure.notFound }
            try notices.takeBack(database, Daily.commented, subject: comment.rawValue, of: post.author.id)
            try tell(database, Daily.part(id), of: id, by: writer, at: context.now)
        }
        return context.redirect(to: DailyPaths.post(id), saying: "Comment deleted.")
    }
}

extension DailyPostQueries {
    /// Comments by people whom the viewer sees, the newest first: a page, and the last of it if there are more.
    static func comments(
        _ database: Reader, on post: ID<DailyPost>, to viewer: ID<Account>, after last: ID<DailyPostComment>?
    ) throws -> ([SeenComment], ID<DailyPostComment>?) {
        let shown = try last.flatMap { try comment(database, $0, on: post, to: viewer) }
        let cursor = shown.map { Cursor(time: $0.createdAt, id: $0.id.rawValue) }
        let rows = Cursor.rows(
            after: cursor, by: "moment_comment.created_at", "moment_comment.id", limit: DailyPostComment.pageSize + 1)
        let comments = try database.all(
            """
            SELECT moment_comment.id AS comment_id, moment_comment.text AS text,
              moment_comment.created_at AS created_at, \(Person.columns)
            FROM moment_comment JOIN \(Person.visible(to: viewer)) AS person ON person.id = moment_comment.account_id
            WHERE moment_comment.moment_id = \(post) AND \(rows)
            """
        ) { row in
            SeenComment(
                id: try row["comment_id"], writer: try Person(row), text: try row["text"],
                createdAt: try row["created_at"])
        }
        let (page, next) = Cursor.page(comments, size: DailyPostComment.pageSize) {
            Cursor(time: $0.createdAt, id: $0.id.rawValue)
        }
        return (page, next.map { ID(rawValue: $0.id) })
    }

    /// A comment that the viewer sees on a photo that they see.
    static func comment(
        _ database: Reader, _ id: ID<DailyPostComment>, on post: ID<DailyPost>, to viewer: ID<Account>
    ) throws -> SeenComment? {
        try database.first(
            """
            SELECT moment_comment.id AS comment_id, moment_comment.text AS text,
              moment_comment.created_at AS created_at, \(Person.columns)
            FROM moment_comment JOIN \(Person.visible(to: viewer)) AS person ON person.id = moment_comment.account_id
            WHERE moment_comment.id = \(id) AND moment_comment.moment_id = \(post)
            """
        ) { row in
            SeenComment(
                id: try row["comment_id"], writer: try Person(row), text: try row["text"],
                createdAt: try row["created_at"])
        }
    }

    /// Adds a comment; nil if its form was sent before.
    static func insertComment(
        _ database: Writer, _ text: String, on post: ID<DailyPost>, by account: ID<Account>, formKey: String,
        at now: Timestamp
    ) throws -> ID<DailyPostComment>? {
        let id = try database.newID(DailyPostComment.self)
        return try database.value(
            """
            INSERT INTO moment_comment (id, moment_id, account_id, submission, text, created_at)
            VALUES (\(id), \(post), \(account), \(formKey), \(text), \(now))
            ON CONFLICT (account_id, moment_id, submission) DO NOTHING RETURNING id
            """)
    }

    /// Deletes a comment that somebody sees and that is theirs or on a photo of theirs; who wrote it, or nil if there was
    /// none.
    static func deleteComment(
        _ database: Writer, _ id: ID<DailyPostComment>, on post: SeenDailyPost, by account: ID<Account>
    ) throws -> ID<Account>? {
        try database.value(
            """
            DELETE FROM moment_comment WHERE id = \(id) AND moment_id = \(post.id)
              AND (account_id = \(account) OR \(post.isOwn))
              AND EXISTS (SELECT 1 FROM \(Person.visible(to: account)) AS person
                WHERE person.id = moment_comment.account_id)
            RETURNING account_id
            """)
    }
}
