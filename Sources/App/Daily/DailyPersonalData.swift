import Database
import Export
import Media
import Proximity

/// The photos of the day that a person posted, and what they answered to others.
extension Daily {
    var personalData: PersonalData {
        PersonalData(
            exported: ["moment", "moment_comment", "moment_reaction"],
            leftOut: ["daily_prompt": "says only on which day the camera was last shown"],
            files: [
                .init(path: "daily/photos.json", words: "your photos of the day; their files are in media"),
                .init(path: "daily/comments.json", words: "what you wrote under photos of the day"),
                .init(path: "daily/reactions.json", words: "your reactions to photos of the day"),
            ],
            deleted: [
                .init(
                    icon: "camera", title: "Your photos of the day",
                    words: "With all comments on them and reactions to them, for everybody."),
                .init(
                    icon: "message-circle", title: "Your comments and reactions",
                    words: "On the photos of others as well."),
            ],
            count: { database, account in try DailyPostQueries.count(database, of: account) },
            export: { writer, account in try export(writer, account) },
            delete: { database, account, now in try DailyPostQueries.hideAll(database, of: account, now) },
            erase: { database, account, limit, now in try erase(database, account, limit: limit, at: now) },
            isHeld: { database, account in
                try database.exists("SELECT 1 FROM moment WHERE account_id = \(account)")
            })
    }

    private func export(_ writer: ExportWriter, _ account: ID<Account>) throws {
        try writer.list("daily/photos.json") { database, cursor in
            let (posts, next) = try DailyPostQueries.own(database, of: account, after: cursor)
            return (try posts.map { try DailyPostExport.Photo($0, database) }, next)
        }
        try writer.list("daily/comments.json") { database, cursor in
            try DailyPostQueries.ownComments(database, of: account, after: cursor)
        }
        try writer.list("daily/reactions.json") { database, cursor in
            try DailyPostQueries.ownReactions(database, of: account, after: cursor)
        }
    }

    /// Erases some of what a deleted person posted and answered.
    private func erase(_ database: Writer, _ account: ID<Account>, limit: Int, at now: Timestamp) throws -> Int {
        let posts = try DailyPostQueries.all(database, of: account, limit: min(limit, DailyPostQueries.removedAtOnce))
        if !posts.isEmpty {
            try forget(database, posts, at: now)
            return posts.count
        }
        let told = try DailyPostQueries.told(database, by: account, limit)
        if !told.isEmpty {
            try takeBack(database, told)
            let faces = try DailyPostQueries.erase(database, answers: told.map { $0.subject })
            for name in faces { try Uploads.release(database, name, at: now) }
            return told.count
        }
        return try DailyPostQueries.eraseTraces(database, of: account)
    }
}

extension Daily: MediaAccess {
    /// A photo is for who sees the photo of the day that it belongs to; the face of a reaction for who sees its person as well.
    func mayRead(_ database: Reader, _ name: MediaName, for viewer: Viewer) throws -> Bool {
        try database.exists(
            """
            SELECT 1 \(DailyPostQueries.seen(by: viewer.id, site.now)) AND moment.id IN
              (SELECT id FROM moment WHERE back = \(name.text) UNION ALL SELECT id FROM moment WHERE front = \(name.text)
               UNION ALL SELECT moment_reaction.moment_id FROM moment_reaction
               JOIN \(Person.visible(to: viewer.id)) AS face ON face.id = moment_reaction.account_id
               WHERE moment_reaction.photo = \(name.text))
            """)
    }
}

/// Photos of the day in an export.
enum DailyPostExport {
    struct Photo: Encodable {
        let day: String
        let back: String?
        let front: String?
        let caption: String
        let place: String
        let lat: Double?
        let lon: Double?
        let retakes: Int
        let secondsLate: Int64
        let audience: String
        let posted: String

        init(_ post: SeenDailyPost, _ database: Reader) throws {
            day = post.day.text
            back = try Uploads.exportedName(database, post.back).map { "media/" + $0 }
            front = try post.front.flatMap { try Uploads.exportedName(database, $0) }.map { "media/" + $0 }
            caption = post.caption
            place = post.place.rawValue
            (lat, lon) = (post.coordinate?.latitude, post.coordinate?.longitude)
            retakes = post.retakes
            secondsLate = post.late / 1_000
            audience = post.audience.rawValue
            posted = RelativeTimeFormatter.machine(post.postedAt)
        }
    }

    struct Comment: Encodable {
        let text: String
        let written: String
    }

    struct Reaction: Encodable {
        let emoji: String
        let photo: String?
        let made: String
    }
}
