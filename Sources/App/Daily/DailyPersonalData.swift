import Database
import Export
import Media
import Proximity

/// The photos of the day that a person posted, and what they answered to others.
extension Daily {
    var personalData: PersonalData {
        PersonalData(
            exported: ["moment", "moment_comment", "moment_reaction"],
            leftOut: [
                "daily_prompt": "says only on which day the camera was last shown",
                "calendar_feed": "the version of the calendar’s secret address alone",
                "recap": "the photos that it shows are exported by themselves",
            ],
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
            count: { database, account in try MomentQueries.count(database, of: account) },
            export: { writer, account in try export(writer, account) },
            delete: { database, account, now in
                try MomentQueries.hideAll(database, of: account, now)
                try RecapQueries.delete(database, of: account)
                try CalendarFeedQueries.delete(database, of: account)
            },
            erase: { database, account, limit, now in try erase(database, account, limit, now) },
            isHeld: { database, account in
                try database.exists("SELECT 1 FROM moment WHERE account_id = \(account)")
            })
    }

    private func export(_ writer: ExportWriter, _ account: ID<Account>) throws {
        try writer.list("daily/photos.json") { database, cursor in
            let (moments, next) = try MomentQueries.own(database, of: account, after: cursor)
            return (try moments.map { try MomentExport.Photo($0, database) }, next)
        }
        try writer.list("daily/comments.json") { database, cursor in
            try MomentQueries.ownComments(database, of: account, after: cursor)
        }
        try writer.list("daily/reactions.json") { database, cursor in
            try MomentQueries.ownReactions(database, of: account, after: cursor)
        }
    }

    /// Erases some of what a deleted person posted and answered.
    private func erase(_ database: Writer, _ account: ID<Account>, _ limit: Int, _ now: Timestamp) throws -> Int {
        let moments = try MomentQueries.all(database, of: account, limit: min(limit, MomentQueries.removedAtOnce))
        if !moments.isEmpty {
            try forget(database, moments, now)
            return moments.count
        }
        let told = try MomentQueries.told(database, by: account, limit)
        if !told.isEmpty {
            try takeBack(database, told)
            let faces = try MomentQueries.erase(database, answers: told.map { $0.subject })
            for name in faces { try Uploads.release(database, name, now) }
            return told.count
        }
        return try MomentQueries.eraseTraces(database, of: account)
    }
}

extension Daily: MediaAccess {
    /// A photo is for who sees the photo of the day that it belongs to; the face of a reaction for who sees its person as well.
    func mayRead(_ database: Reader, _ name: MediaName, _ viewer: Viewer) throws -> Bool {
        try database.exists(
            """
            SELECT 1 \(MomentQueries.seen(by: viewer.id, site.now)) AND moment.id IN
              (SELECT id FROM moment WHERE back = \(name.text) UNION ALL SELECT id FROM moment WHERE front = \(name.text)
               UNION ALL SELECT moment_reaction.moment_id FROM moment_reaction
               JOIN \(Person.visible(to: viewer.id)) AS face ON face.id = moment_reaction.account_id
               WHERE moment_reaction.photo = \(name.text))
            """)
    }
}

/// Photos of the day in an export.
enum MomentExport {
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

        init(_ moment: SeenMoment, _ database: Reader) throws {
            day = moment.day.text
            back = try Uploads.exportedName(database, moment.back).map { "media/" + $0 }
            front = try moment.front.flatMap { try Uploads.exportedName(database, $0) }.map { "media/" + $0 }
            caption = moment.caption
            place = moment.place.rawValue
            (lat, lon) = (moment.coordinate?.latitude, moment.coordinate?.longitude)
            retakes = moment.retakes
            secondsLate = moment.late / 1_000
            audience = moment.audience.rawValue
            posted = RelativeTimeFormatter.machine(moment.postedAt)
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
