import Crypto
import Database
import Foundation
import HTTP
import Media
import Proximity

/// A reaction to a photo of the day. A marker for ids.
enum MomentReaction {
    /// Different emoji of one person on one photo.
    static let most = 6
}

/// Reactions: an emoji, or a small photo of oneself. The same again takes it back.
extension Daily {
    /// `POST /moments/{id}/reactions`
    func react(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let moment = try seenMoment(context, viewer)
        do {
            if let file = context.form.file("photo"), file.byteCount > 0 {
                return try react(with: file, to: moment, context, viewer)
            }
            if context.form["photo_remove"] != nil {
                try site.database.write { try removePhoto($0, moment.id, viewer, context.now) }
                return context.redirect(to: DailyPaths.moment(moment.id))
            }
            guard let emoji = Emoji.one(context.form["emoji"]) else {
                throw ValidationErrors("emoji", "Choose one emoji.")
            }
            try site.throttles.attempt([(.message, "\(viewer.id)")], context.now)
            try site.database.write { try toggle($0, emoji, moment.id, viewer, context.now) }
        } catch let errors as ValidationErrors {
            return try momentPage(moment, context, viewer, status: .unprocessableContent, errors)
        }
        return context.redirect(to: DailyPaths.moment(moment.id))
    }

    private func toggle(
        _ database: Writer, _ emoji: String, _ id: ID<Moment>, _ viewer: Viewer, _ now: Timestamp
    ) throws {
        guard let moment = try MomentQueries.moment(database, id, to: viewer.id, now) else { throw Failure.notFound }
        if let taken = try MomentQueries.deleteReaction(database, emoji, on: id, by: viewer.id) {
            try notices.takeBack(database, Daily.reacted, subject: taken.rawValue, of: moment.author.id)
        } else {
            guard try MomentQueries.reactions(database, on: id, by: viewer.id) < MomentReaction.most else {
                throw ValidationErrors("emoji", "Six different reactions are enough. Take one back first.")
            }
            let reaction = try MomentQueries.insertReaction(database, emoji, nil, on: id, by: viewer.id, now)
            if !moment.isOwn {
                try notices.announce(
                    database, Daily.reacted, subject: reaction.rawValue, to: moment.author.id, from: viewer.id, now)
            }
        }
        try tell(database, Daily.part(id), of: id, by: viewer.id, now)
    }

    /// A small photo of oneself; a new one takes the place of the last.
    private func react(
        with file: UploadedFile, to moment: SeenMoment, _ context: RequestContext, _ viewer: Viewer
    ) throws -> Response {
        let now = context.now
        let digest = try Daily.digest(file)
        let isSame = try site.database.write { database in
            guard try MomentQueries.digest(database, on: moment.id, by: viewer.id) == digest else { return false }
            try removePhoto(database, moment.id, viewer, now)
            return true
        }
        if isSame { return context.redirect(to: DailyPaths.moment(moment.id)) }
        do {
            let prepared = try uploads.take(file, asOneOf: [.avatar], for: viewer.id, uploadID: "", now)
            try uploads.keep(prepared, of: viewer.id, now) { database, name in
                guard let seen = try MomentQueries.moment(database, moment.id, to: viewer.id, now) else {
                    throw Failure.notFound
                }
                try removePhoto(database, seen.id, viewer, now)
                let reaction = try MomentQueries.insertReaction(
                    database, "", (name, digest), on: seen.id, by: viewer.id, now)
                if !seen.isOwn {
                    try notices.announce(
                        database, Daily.reacted, subject: reaction.rawValue, to: seen.author.id, from: viewer.id, now)
                }
                try tell(database, Daily.part(seen.id), of: seen.id, by: viewer.id, now)
            }
        } catch let refusal as RefusedUpload {
            let errors = ValidationErrors("photo", refusal.sentence)
            return refusal.answer(try momentPage(moment, context, viewer, status: refusal.status, errors))
        }
        return context.redirect(to: DailyPaths.moment(moment.id))
    }

    /// What tells a file from others.
    private static func digest(_ file: UploadedFile) throws -> String {
        let bytes = try Data(contentsOf: URL(filePath: file.file.path), options: .mappedIfSafe)
        return Base64URL.encode(SHA256.hash(bytes))
    }

    private func removePhoto(
        _ database: Writer, _ id: ID<Moment>, _ viewer: Viewer, _ now: Timestamp
    ) throws {
        guard let moment = try MomentQueries.moment(database, id, to: viewer.id, now) else { throw Failure.notFound }
        guard let old = try MomentQueries.deletePhotoReaction(database, on: id, by: viewer.id) else { return }
        try Uploads.release(database, old.photo, now)
        try notices.takeBack(database, Daily.reacted, subject: old.id.rawValue, of: moment.author.id)
        try tell(database, Daily.part(id), of: id, by: viewer.id, now)
    }
}

/// A reaction as a viewer sees it.
struct SeenReaction: Sendable {
    let person: Person
    /// "" for a photo.
    let emoji: String
    let photo: MediaName?
}

extension MomentQueries {
    /// Most reactions that a page counts one by one.
    private static let mostReactions = 2_000

    /// Reactions to a photo by people whom the viewer sees, the first one first.
    static func reactions(
        _ database: Reader, on moment: ID<Moment>, to viewer: ID<Account>
    ) throws -> [SeenReaction] {
        try database.all(
            """
            SELECT moment_reaction.emoji AS emoji, moment_reaction.photo AS photo, \(Person.columns)
            FROM moment_reaction
            JOIN \(Person.visible(to: viewer)) AS person ON person.id = moment_reaction.account_id
            WHERE moment_reaction.moment_id = \(moment) ORDER BY moment_reaction.id LIMIT \(mostReactions)
            """
        ) { row in
            let photo: String? = try row["photo"]
            return SeenReaction(
                person: try Person(row), emoji: try row["emoji"], photo: photo.flatMap { MediaName($0) })
        }
    }

    /// How many emoji a person has put on a photo.
    static func reactions(_ database: Reader, on moment: ID<Moment>, by account: ID<Account>) throws -> Int {
        let count: Int64? = try database.value(
            """
            SELECT count(id) FROM moment_reaction
            WHERE moment_id = \(moment) AND account_id = \(account) AND photo IS NULL
            """)
        return Int(count ?? 0)
    }

    @discardableResult
    static func insertReaction(
        _ database: Writer, _ emoji: String, _ photo: (name: MediaName, digest: String)?, on moment: ID<Moment>,
        by account: ID<Account>,
        _ now: Timestamp
    ) throws -> ID<MomentReaction> {
        let id = try database.newID(MomentReaction.self)
        try database.execute(
            """
            INSERT INTO moment_reaction (id, moment_id, account_id, emoji, photo, digest, created_at)
            VALUES (\(id), \(moment), \(account), \(emoji), \(photo?.name.text), \(photo?.digest), \(now))
            """)
        return id
    }

    /// The digest of a person's small photo; nil if there is none.
    static func digest(_ database: Reader, on moment: ID<Moment>, by account: ID<Account>) throws -> String? {
        try database.value(
            """
            SELECT digest FROM moment_reaction
            WHERE moment_id = \(moment) AND account_id = \(account) AND emoji = ''
            """)
    }

    /// Takes an emoji back; nil if there was none.
    static func deleteReaction(
        _ database: Writer, _ emoji: String, on moment: ID<Moment>, by account: ID<Account>
    ) throws -> ID<MomentReaction>? {
        try database.value(
            """
            DELETE FROM moment_reaction
            WHERE moment_id = \(moment) AND account_id = \(account) AND emoji = \(emoji) AND photo IS NULL RETURNING id
            """)
    }

    /// Takes a photo back; nil if there was none. Its file is the caller's to release.
    static func deletePhotoReaction(
        _ database: Writer, on moment: ID<Moment>, by account: ID<Account>
    ) throws -> (id: ID<MomentReaction>, photo: MediaName)? {
        let row: (ID<MomentReaction>, String)? = try database.first(
            """
            DELETE FROM moment_reaction
            WHERE moment_id = \(moment) AND account_id = \(account) AND emoji = '' RETURNING id, photo
            """
        ) { (try $0["id"], try $0["photo"]) }
        return row.flatMap { row in MediaName(row.1).map { (row.0, $0) } }
    }
}
