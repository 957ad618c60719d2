import Database
import Foundation
import Media
import Proximity

/// The photo of the day as one picture: what was in front of the person, with themselves in a corner. A tap on the small
/// one swaps the two, without scripts too.
struct MomentPicturePart {
    /// Addresses; "" for no second photo.
    let back: String
    let front: String
    /// What screen readers say.
    let alt: String

    init(_ moment: SeenMoment, _ size: MediaSize = .large) {
        self.init(back: moment.back, front: moment.front, size, alt: MomentWords.title(moment))
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
enum MomentWords {
    /// "Photo from Leena", "Your photo".
    static func title(_ moment: SeenMoment) -> String {
        moment.isOwn ? "Your photo" : "Photo from \(moment.author.name)"
    }

    /// "42 min late", "3 h late"; "" in time.
    static func late(_ moment: SeenMoment) -> String {
        let minutes = (moment.late + 59_999) / 60_000
        return minutes == 0 ? "" : minutes < 60 ? "\(minutes) min late" : "\((minutes + 30) / 60) h late"
    }

    /// "Retaken twice"; "" for the first shot.
    static func retakes(_ moment: SeenMoment) -> String {
        switch moment.retakes {
        case 0: ""
        case 1: "Retaken once"
        case 2: "Retaken twice"
        default: "Retaken \(moment.retakes) times"
        }
    }

    /// "Monday 23 November 2026"
    static func day(_ day: CalendarDay) -> String {
        "\(weekdays[day.weekday]) \(day.date.day) \(months[day.date.month - 1]) \(day.date.year)"
    }

    /// "November 2026"
    static func month(_ month: CalendarMonth) -> String { "\(months[month.month - 1]) \(month.year)" }

    /// From Sunday.
    static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
}

/// What people have answered to a photo, as far as a viewer sees them.
struct MomentCounts: Sendable, Equatable {
    var comments = 0
    var reactions = 0
}

extension MomentQueries {
    /// The numbers of comments and reactions on some photos that the viewer sees, by people whom they see.
    static func counts(
        _ database: Reader, of ids: [ID<Moment>], to viewer: ID<Account>
    ) throws -> [ID<Moment>: MomentCounts] {
        var counts: [ID<Moment>: MomentCounts] = [:]
        let comments: [(ID<Moment>, Int64)] = try database.all(
            """
            SELECT moment_comment.moment_id AS id, count(moment_comment.id) AS number FROM moment_comment
            JOIN \(Person.visible(to: viewer)) AS person ON person.id = moment_comment.account_id
            WHERE moment_comment.moment_id IN \(ids) GROUP BY moment_comment.moment_id
            """
        ) { (try $0["id"], try $0["number"]) }
        let reactions: [(ID<Moment>, Int64)] = try database.all(
            """
            SELECT moment_reaction.moment_id AS id, count(moment_reaction.id) AS number FROM moment_reaction
            JOIN \(Person.visible(to: viewer)) AS person ON person.id = moment_reaction.account_id
            WHERE moment_reaction.moment_id IN \(ids) GROUP BY moment_reaction.moment_id
            """
        ) { (try $0["id"], try $0["number"]) }
        for (id, number) in comments { counts[id, default: MomentCounts()].comments = Int(number) }
        for (id, number) in reactions { counts[id, default: MomentCounts()].reactions = Int(number) }
        return counts
    }
}

/// The parts of open pages that change while people look.
extension Daily {
    /// What the live map and strip of a day are called.
    static func part(_ day: CalendarDay) -> String { "daily-\(day.text)" }
    /// What the live answers to a photo are called.
    static func part(_ moment: ID<Moment>) -> String { "moment-\(moment)" }
}
