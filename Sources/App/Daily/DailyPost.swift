import Database
import Media
import Proximity

/// A photo of the day. A marker for ids, and what all have in common.
enum DailyPost {
    /// Characters.
    static let maxCaptionLength = 200
    static let maxCommentLength = 1_000
    static let maxRetakes = 99

    /// How much of the place is kept.
    enum Place: String, Sendable, CaseIterable {
        case exact
        /// The middle of a cell of about a kilometre.
        case area
        case none
    }

    /// Who sees it, besides people whom a block keeps apart.
    enum Audience: String, Sendable, CaseIterable {
        case friends, everyone
    }
}

/// What a photo of the day is before it is stored.
struct NewDailyPost: Sendable {
    /// The drafts of its photos.
    var back: MediaName
    var front: MediaName?
    var caption = ""
    var place = DailyPost.Place.none
    /// Snapped already for an area; nil without a place.
    var coordinate: Coordinate?
    var retakes = 0
    /// Milliseconds after the closing; 0 in time.
    var late: Int64 = 0
    var formKey: String
}

/// A photo of the day as its viewer sees it.
struct SeenDailyPost: Sendable {
    let id: ID<DailyPost>
    let author: Person
    let day: CalendarDay
    let back: MediaName
    let front: MediaName?
    let caption: String
    let place: DailyPost.Place
    let coordinate: Coordinate?
    let retakes: Int
    /// Milliseconds after the closing; 0 in time.
    let late: Int64
    let audience: DailyPost.Audience
    let postedAt: Timestamp
    let isOwn: Bool
}

extension SeenDailyPost {
    /// Reads ``DailyPostQueries/columns``.
    init(_ row: Row, to viewer: ID<Account>) throws {
        author = try Person(row)
        id = try row["moment_id"]
        day = try row["day"]
        guard let back = MediaName(try row["back"] as String) else { throw BadName() }
        self.back = back
        let front: String? = try row["front"]
        self.front = front.flatMap { MediaName($0) }
        caption = try row["caption"]
        place = DailyPost.Place(rawValue: try row["place"]) ?? .none
        let latitude: Double? = try row["lat"]
        coordinate = try latitude.map { _ in try row.coordinate() }
        let retakes: Int64 = try row["retakes"]
        self.retakes = Int(retakes)
        late = try row["late_ms"]
        audience = DailyPost.Audience(rawValue: try row["audience"]) ?? .friends
        postedAt = try row["posted_at"]
        isOwn = author.id == viewer
    }

    /// The table's CHECK prevents it.
    private struct BadName: Error {}
}
