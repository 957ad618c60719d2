import Database
import Foundation
import Media
import Proximity

/// The photo of the day as one picture: what was in front of the person, with themselves in a corner. A tap on the small
/// one swaps the two, without scripts too.
struct DailyPostPicturePart {
    /// Addresses; "" for no second photo.
    let back: String
    let front: String
    /// What screen readers say.
    let alt: String

    init(_ post: SeenDailyPost, _ size: MediaSize = .large) {
        self.init(back: post.back, front: post.front, size, alt: DailyPostWords.title(post))
    }

    init(back: MediaName, front: MediaName?, _ size: MediaSize, alt: String) {
        self.back = MediaPaths.of(back.text, size) ?? ""
        self.front = front.flatMap { MediaPaths.of($0.text, size) } ?? ""
        self.alt = alt
    }

    /// Of addresses; "" for no second photo.
    init(back: String, front: String, alt: String) {
        self.back = back
        self.front = front
        self.alt = alt
    }
}

/// What pages say of photos of the day.
enum DailyPostWords {
    /// "Photo from Leena", "Your photo".
    static func title(_ post: SeenDailyPost) -> String {
        post.isOwn ? "Your photo" : "Photo from \(post.author.name)"
    }

    /// "42 min late", "3 h late"; "" in time.
    static func late(_ post: SeenDailyPost) -> String {
        let minutes = (post.late + 59_999) / 60_000
        return minutes == 0 ? "" : minutes < 60 ? "\(minutes) min late" : "\((minutes + 30) / 60) h late"
    }

    /// What a field for a comment says; nil for one's own photo.
    static func comment(to name: String?) -> String { name.map { "Write a comment to \($0)" } ?? "Write a comment" }

    /// "14:31", "14:31 · 42 min late"
    static func time(_ post: SeenDailyPost, _ times: RelativeTimeFormatter) -> String {
        [times.clock(post.postedAt), late(post)].filter { !$0.isEmpty }.joined(separator: " · ")
    }

    /// "Retaken twice"; "" for the first shot.
    static func retakes(_ post: SeenDailyPost) -> String {
        switch post.retakes {
        case 0: ""
        case 1: "Retaken once"
        case 2: "Retaken twice"
        default: "Retaken \(post.retakes) times"
        }
    }
}

/// What people have answered to a photo, as far as a viewer sees them.
struct DailyPostCounts: Sendable, Equatable {
    var comments = 0
    var reactions = 0
}

extension DailyPostQueries {
    /// The numbers of comments and reactions on some photos that the viewer sees, by people whom they see.
    static func counts(
        _ database: Reader, of ids: [ID<DailyPost>], to viewer: ID<Account>
    ) throws -> [ID<DailyPost>: DailyPostCounts] {
        var counts: [ID<DailyPost>: DailyPostCounts] = [:]
        let comments: [(ID<DailyPost>, Int64)] = try database.all(
            """
            SELECT moment_comment.moment_id AS id, count(moment_comment.id) AS number FROM moment_comment
            JOIN \(Person.visible(to: viewer)) AS person ON person.id = moment_comment.account_id
            WHERE moment_comment.moment_id IN \(ids) GROUP BY moment_comment.moment_id
            """
        ) { (try $0["id"], try $0["number"]) }
        let reactions: [(ID<DailyPost>, Int64)] = try database.all(
            """
            SELECT moment_reaction.moment_id AS id, count(moment_reaction.id) AS number FROM moment_reaction
            JOIN \(Person.visible(to: viewer)) AS person ON person.id = moment_reaction.account_id
            WHERE moment_reaction.moment_id IN \(ids) GROUP BY moment_reaction.moment_id
            """
        ) { (try $0["id"], try $0["number"]) }
        for (id, number) in comments { counts[id, default: DailyPostCounts()].comments = Int(number) }
        for (id, number) in reactions { counts[id, default: DailyPostCounts()].reactions = Int(number) }
        return counts
    }
}

/// The parts of open pages that change while people look.
extension Daily {
    /// What the live map and strip of a day are called.
    static func part(_ day: CalendarDay) -> String { "daily-\(day.text)" }
    /// What the live answers to a photo are called.
    static func part(_ post: ID<DailyPost>) -> String { "moment-\(post)" }
}
