import Crypto
import Database
import Foundation
import HTTP
import Media
import Proximity

/// A reaction to a photo of the day. A marker for ids.
enum DailyPostReaction {
    /// Different emoji of one person on one photo.
    static let most = 6
}

/// Reactions: an emoji, or a small photo of oneself. The same again takes it back.
extension Daily {
    /// `POST /moments/{id}/reactions`
    func react(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let post = try seenPost(context, viewer)
        do {
            if let file = context.form.file("photo"), file.byteCount > 0 {
                return try react(with: file, to: post, context, viewer)
            }
            if context.form["photo_remove"] != nil {
                try site.database.write { try removePhoto($0, post.id, by: viewer, at: context.now) }
                return context.redirect(to: DailyPaths.post(post.id))
            }
            guard let emoji = Emoji.one(context.form["emoji"]) else {
                throw ValidationErrors("emoji", "Choose one emoji.")
            }
            try site.throttles.attempt([(.message, "\(viewer.id)")], context.now)
            try site.database.write { try toggle($0, emoji, id: post.id, by: viewer, at: context.now) }
        } catch let errors as ValidationErrors {
            return try dailyPostPage(post, in: context, for: viewer, status: .unprocessableContent, errors: errors)
        }
        return context.redirect(to: DailyPaths.post(post.id))
    }

    private func toggle(
        _ database: Writer, _ emoji: String, id: ID<DailyPost>, by viewer: Viewer, at now: Timestamp
    ) throws {
        guard let post = try DailyPostQueries.post(database, id, to: viewer.id, at: now) else { throw Failure.notFound }
        if let taken = try DailyPostQueries.deleteReaction(database, emoji, on: id, by: viewer.id) {
            try notices.takeBack(database, Daily.reacted, subject: taken.rawValue, of: post.author.id)
        } else {
            guard try DailyPostQueries.reactions(database, on: id, by: viewer.id) < DailyPostReaction.most else {
                throw ValidationErrors("emoji", "Six different reactions are enough. Take one back first.")
            }
            let reaction = try DailyPostQueries.insertReaction(
                database, emoji, photo: nil, on: id, by: viewer.id, at: now)
            if !post.isOwn {
                try notices.notify(
                    database, Daily.reacted, subject: reaction.rawValue, to: post.author.id, from: viewer.id, at: now)
            }
        }
        try tell(database, Daily.part(id), of: id, by: viewer.id, at: now)
    }

    /// A small photo of oneself; a new one takes the place of the last.
    private func react(
        with file: UploadedFile, to post: SeenDailyPost, _ context: RequestContext, _ viewer: Viewer
    ) throws -> Response {
        let now = context.now
        let digest = try Daily.digest(file)
        let isSame = try site.database.write { database in
            guard try DailyPostQueries.digest(database, on: post.id, by: viewer.id) == digest else { return false }
            try removePhoto(database, post.id, by: viewer, at: now)
            return true
        }
        if isSame { return context.redirect(to: DailyPaths.post(post.id)) }
        do {
            let prepared = try uploads.take(file, asOneOf: [.avatar], for: viewer.id, uploadID: "", now)
            try uploads.keep(prepared, of: viewer.id, now) { database, name in
                guard let seen = try DailyPostQueries.post(database, post.id, to: viewer.id, at: now) else {
                    throw Failure.notFound
                }
                try removePhoto(database, seen.id, by: viewer, at: now)
                let reaction = try DailyPostQueries.insertReaction(
                    database, "", photo: (name, digest), on: seen.id, by: viewer.id, at: now)
                if !seen.isOwn {
                    try notices.notify(
                        database, Daily.reacted, subject: reaction.rawValue, to: seen.author.id, from: viewer.id,
                        at: now)
                }
                try tell(database, Daily.part(seen.id), of: seen.id, by: viewer.id, at: now)
            }
        } catch let refusal as RefusedUpload {
            let errors = ValidationErrors("photo", refusal.sentence)
            return refusal.answer(
                try dailyPostPage(post, in: context, for: viewer, status: refusal.status, errors: errors))
        }
        return context.redirect(to: DailyPaths.post(post.id))
    }

    /// What tells a file from others.
    private static func digest(_ file: UploadedFile) throws -> String {
        let bytes = try Data(contentsOf: URL(filePath: file.file.path), options: .mappedIfSafe)
        return Base64URL.encode(SHA256.hash(bytes))
    }

    private func removePhoto(
        _ database: Writer, _ id: ID<DailyPost>, by viewer: Viewer, at now: Timestamp
    ) throws {
        guard let post = try DailyPostQueries.post(database, id, to: viewer.id, at: now) else { throw Failure.notFound }
        guard let old = try DailyPostQueries.deletePhotoReaction(database, on: id, by: viewer.id) else { return }
        try Uploads.release(database, old.photo, at: now)
        try notices.takeBack(database, Daily.reacted, subject: old.id.rawValue, of: post.author.id)
        try tell(database, Daily.part(id), of: id, by: viewer.id, at: now)
    }
}

/// A reaction as a viewer sees it.
struct SeenReaction: Sendable {
    let person: Person
    /// "" for a photo.
    let emoji: String
    let photo: MediaName?
}

extension DailyPostQueries {
    /// Most reactions that a page counts one by one. Each person has a few at most on a photo.
    private static let maxReactions = 4_000

    /// Reactions to some photos by people whom the viewer sees, the first one first.
    static func reactions(
        _ database: Reader, on ids: [ID<DailyPost>], to viewer: ID<Account>
    ) throws -> [ID<DailyPost>: [SeenReaction]] {
        // The joins' order wants the reactions by their photos: the other way round, it begins with all accounts.
        let rows: [(id: ID<DailyPost>, reaction: SeenReaction)] = try database.all(
            """
            SELECT moment_reaction.moment_id AS moment_id, moment_reaction.emoji AS emoji,
              moment_reaction.photo AS photo, \(Person.columns)
            FROM moment_reaction CROSS JOIN \(Person.visible(to: viewer)) AS person
            WHERE moment_reaction.moment_id IN \(ids) AND person.id = moment_reaction.account_id
            ORDER BY moment_reaction.moment_id, moment_reaction.id LIMIT \(maxReactions)
            """
        ) { row in
            let photo: String? = try row["photo"]
            let reaction = SeenReaction(
                person: try Person(row), emoji: try row["emoji"], photo: photo.flatMap { MediaName($0) })
            return (id: try row["moment_id"], reaction: reaction)
        }
        return Dictionary(grouping: rows) { $0.id }.mapValues { rows in rows.map { $0.reaction } }
    }

    /// How many emoji a person has put on a photo.
    static func reactions(_ database: Reader, on post: ID<DailyPost>, by account: ID<Account>) throws -> Int {
        let count: Int64? = try database.value(
            """
            SELECT count(id) FROM moment_reaction
            WHERE moment_id = \(post) AND account_id = \(account) AND photo IS NULL
            """)
        return Int(count ?? 0)
    }

    @discardableResult
    static func insertReaction(
        _ database: Writer, _ emoji: String, photo: (name: MediaName, digest: String)?, on post: ID<DailyPost>,
        by account: ID<Account>,
        at now: Timestamp
    ) throws -> ID<DailyPostReaction> {
        let id = try database.newID(DailyPostReaction.self)
        try database.execute(
            """
            INSERT INTO moment_reaction (id, moment_id, account_id, emoji, photo, digest, created_at)
            VALUES (\(id), \(post), \(account), \(emoji), \(photo?.name.text), \(photo?.digest), \(now))
            """)
        return id
    }

    /// The digest of a person's small photo; nil if there is none.
    static func digest(_ database: Reader, on post: ID<DailyPost>, by account: ID<Account>) throws -> String? {
        try database.value(
            """
            SELECT digest FROM moment_reaction
            WHERE moment_id = \(post) AND account_id = \(account) AND emoji = ''
            """)
    }

    /// Takes an emoji back; nil if there was none.
    static func deleteReaction(
        _ database: Writer, _ emoji: String, on post: ID<DailyPost>, by account: ID<Account>
    ) throws -> ID<DailyPostReaction>? {
        try database.value(
            """
            DELETE FROM moment_reaction
            WHERE moment_id = \(post) AND account_id = \(account) AND emoji = \(emoji) AND photo IS NULL RETURNING id
            """)
    }

    /// Takes a photo back; nil if there was none. Its file is the caller's to release.
    static func deletePhotoReaction(
        _ database: Writer, on post: ID<DailyPost>, by account: ID<Account>
    ) throws -> (id: ID<DailyPostReaction>, photo: MediaName)? {
        let row: (ID<DailyPostReaction>, String)? = try database.first(
            """
            DELETE FROM moment_reaction
            WHERE moment_id = \(post) AND account_id = \(account) AND emoji = '' RETURNING id, photo
            """
        ) { (try $0["id"], try $0["photo"]) }
        return row.flatMap { row in MediaName(row.1).map { (row.0, $0) } }
    }
}
