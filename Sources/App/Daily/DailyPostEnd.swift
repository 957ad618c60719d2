import Database
import HTTP
import Media
import Proximity

/// The end of photos of the day. A deleted one is hidden at once and can come back for ``Flash/undoTime``; its row and files
/// go later, by a job.
extension Daily {
    var dailyPostJobs: [JobKind] {
        [JobKind.sweep("daily.sweep") { try removeDeleted($0.now) }]
    }

    /// `POST /moments/{id}/delete`
    func delete(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let id = try postID(context)
        try site.database.write { database in
            guard let day = try DailyPostQueries.delete(database, id, by: viewer.id, at: context.now) else {
                throw Failure.notFound
            }
            try tell(database, Daily.part(day), of: id, by: viewer.id, at: context.now)
        }
        return context.redirect(
            to: DailyPaths.calendar, saying: "Photo deleted for everybody.", undo: DailyPaths.restore(id))
    }

    /// `POST /moments/{id}/restore`
    func restore(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let id = try postID(context)
        let refusal: String? = try site.database.write { database in
            guard let day = try DailyPostQueries.restorableDay(database, id, by: viewer.id, at: context.now) else {
                return "That can’t be undone any more."
            }
            guard try DailyPostQueries.post(database, of: viewer.id, on: day) == nil else {
                return "You’ve posted another photo of that day: this one stays deleted."
            }
            try DailyPostQueries.restore(database, id)
            try tell(database, Daily.part(day), of: id, by: viewer.id, at: context.now)
            return nil
        }
        if let refusal { return context.redirect(to: DailyPaths.calendar, saying: refusal) }
        return context.redirect(to: DailyPaths.post(id), saying: "It’s back.")
    }

    /// Removes what was deleted, in short transactions.
    func removeDeleted(_ now: Timestamp) throws {
        while true {
            let count = try site.database.write { database in
                let posts = try DailyPostQueries.deleted(database, before: now - Flash.keepTime)
                try forget(database, posts, at: now)
                return posts.count
            }
            if count < DailyPostQueries.removedAtOnce { return }
        }
    }

    /// Deletes photos with all that was answered and told about them.
    func forget(_ database: Writer, _ posts: [ID<DailyPost>], at now: Timestamp) throws {
        guard !posts.isEmpty else { return }
        try takeBack(database, DailyPostQueries.told(database, of: posts))
        for name in try DailyPostQueries.forget(database, posts) { try Uploads.release(database, name, at: now) }
    }

    /// Takes notices back whose reason goes.
    func takeBack(_ database: Writer, _ told: [DailyPostQueries.Told]) throws {
        for notice in told {
            try notices.takeBack(database, notice.kind, subject: notice.subject, of: notice.account)
        }
    }
}

extension DailyPostQueries {
    /// Most photos that are removed in one transaction.
    static let removedAtOnce = 100

    /// Hides a photo from everybody; its day, or nil if it is not theirs. It stops counting for its author at once.
    static func delete(
        _ database: Writer, _ id: ID<DailyPost>, by account: ID<Account>, at now: Timestamp
    ) throws -> CalendarDay? {
        let row: (CalendarDay, [String])? = try database.first(
            """
            UPDATE moment SET deleted_at = \(now), submission = \(FormKey.ofDeleted(id))
            WHERE id = \(id) AND account_id = \(account) AND deleted_at IS NULL RETURNING day, back, front
            """
        ) { row in
            let front: String? = try row["front"]
            return (try row["day"], [try row["back"], front ?? ""])
        }
        guard let (day, files) = row else { return nil }
        for name in files.compactMap({ MediaName($0) }) { try Uploads.disown(database, name, at: now) }
        return day
    }

    /// The day of a deleted photo that its author may put back; otherwise nil.
    static func restorableDay(
        _ database: Reader, _ id: ID<DailyPost>, by account: ID<Account>, at now: Timestamp
    ) throws -> CalendarDay? {
        try database.value(
            """
            SELECT day FROM moment
            WHERE id = \(id) AND account_id = \(account) AND deleted_at > \(now - Flash.undoTime)
            """)
    }

    /// Puts a deleted photo back; it counts for its author again.
    static func restore(_ database: Writer, _ id: ID<DailyPost>) throws {
        let files: [String]? = try database.first(
            "UPDATE moment SET deleted_at = NULL WHERE id = \(id) RETURNING back, front"
        ) { row in
            let front: String? = try row["front"]
            return [try row["back"], front ?? ""]
        }
        for name in (files ?? []).compactMap({ MediaName($0) }) { try Uploads.own(database, name) }
    }

    /// Some photos whose deletion cannot be undone any more.
    static func deleted(_ database: Reader, before time: Timestamp) throws -> [ID<DailyPost>] {
        try database.all("SELECT id FROM moment WHERE deleted_at <= \(time) LIMIT \(removedAtOnce)") { try $0["id"] }
    }

    /// Deletes photos with their comments and reactions; the files that nothing shows any more.
    static func forget(_ database: Writer, _ posts: [ID<DailyPost>]) throws -> [MediaName] {
        let faces: [String] = try database.all(
            "SELECT photo FROM moment_reaction WHERE moment_id IN \(posts) AND photo IS NOT NULL"
        ) { try $0["photo"] }
        let photos: [[String]] = try database.all("DELETE FROM moment WHERE id IN \(posts) RETURNING back, front") {
            let front: String? = try $0["front"]
            return [try $0["back"], front ?? ""]
        }
        return (faces + photos.flatMap { $0 }).compactMap { MediaName($0) }
    }

    /// A notice that was told because of an answer.
    struct Told: Sendable {
        let kind: String
        let subject: Int64
        let account: ID<Account>
    }

    /// What authors were told of the answers to their photos.
    static func told(_ database: Reader, of posts: [ID<DailyPost>]) throws -> [Told] {
        try database.all(
            """
            SELECT \(Daily.commented) AS kind, moment_comment.id AS subject, moment.account_id AS account_id
            FROM moment_comment JOIN moment ON moment.id = moment_comment.moment_id
            WHERE moment_comment.moment_id IN \(posts)
            UNION ALL SELECT \(Daily.reacted), moment_reaction.id, moment.account_id
            FROM moment_reaction JOIN moment ON moment.id = moment_reaction.moment_id
            WHERE moment_reaction.moment_id IN \(posts)
            """, told)
    }

    static func told(_ row: Row) throws -> Told {
        Told(kind: try row["kind"], subject: try row["subject"], account: try row["account_id"])
    }
}
