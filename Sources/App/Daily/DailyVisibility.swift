import Database
import HTML
import Proximity

extension Daily: FriendshipObserver {
    var friendshipEnd: FriendshipEnd {
        FriendshipEnd(
            before: "You no longer see each other’s photos of the day.",
            after: "You no longer see each other’s photos of the day.")
    }

    /// Nothing is stored: who sees a photo is asked each time.
    func friendshipEnded(_ database: Writer, _ one: ID<Account>, and other: ID<Account>, at now: Timestamp) throws {}
}

extension Daily: VisibilitySource {
    func visibilityLines(_ database: Reader, for viewer: Viewer, _ now: Timestamp) throws -> [VisibilityLine] {
        let audience = try DailyPostQueries.widestAudience(database, of: viewer.id)
        let badge =
            switch audience {
            case .everyone: BadgePart("Everyone", kind: .waiting)
            case .friends: BadgePart("Friends", kind: .info)
            case nil: BadgePart("Nobody", kind: .good)
            }
        return [
            VisibilityLine(
                .things, rank: 50, icon: "camera", title: "Your photos of the day", badge: badge,
                words: audience == nil
                    ? "You haven’t posted any."
                    : "They see the photo, what you wrote, when you posted it and, as you chose, where: the place, the area of about a kilometre, or nothing.",
                link: LinkPart("View", DailyPaths.calendar))
        ]
    }
}

/// A person's photos of the day on their page: the last few that the viewer sees.
extension Daily: PersonPageSource {
    private static let fewOfPerson = 6

    func personPart(
        _ database: Reader, of person: Person, for viewer: Viewer, _ now: Timestamp
    ) throws -> DeferredPart? {
        let posts = try DailyPostQueries.latest(
            database, of: person.id, to: viewer.id, limit: Daily.fewOfPerson, now)
        if posts.isEmpty { return nil }
        return { Markup(PersonDailyPostsPart(posts)) }
    }
}

/// The last photos of the day of a person.
struct PersonDailyPostsPart {
    let photos: [Photo]

    struct Photo {
        let address: String
        let picture: String
        /// "Monday 23 November 2026"
        let day: String
    }

    init(_ posts: [SeenDailyPost]) {
        photos = posts.map {
            Photo(
                address: DailyPaths.post($0.id), picture: MediaPaths.of($0.back.text, .small) ?? "",
                day: $0.day.longText)
        }
    }
}

extension DailyPostQueries {
    /// Who sees any of a person's photos; nil if there is none.
    static func widestAudience(_ database: Reader, of account: ID<Account>) throws -> DailyPost.Audience? {
        // "everyone" comes before "friends".
        let widest: String? = try database.value(
            """
            SELECT audience FROM moment WHERE account_id = \(account) AND deleted_at IS NULL
            ORDER BY audience LIMIT 1
            """)
        return widest.flatMap { DailyPost.Audience(rawValue: $0) }
    }

    /// The last photos of a person that a viewer sees.
    static func latest(
        _ database: Reader, of account: ID<Account>, to viewer: ID<Account>, limit: Int, _ now: Timestamp
    ) throws -> [SeenDailyPost] {
        try database.all(
            """
            SELECT \(columns) \(seen(by: viewer, now)) AND moment.account_id = \(account)
            ORDER BY moment.day DESC LIMIT \(limit)
            """
        ) { try SeenDailyPost($0, to: viewer) }
    }
}
