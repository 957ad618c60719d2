import Database
import HTML
import Proximity

extension Daily: FriendshipObserver {
    var friendshipEnd: FriendshipEnd {
        FriendshipEnd(
            before: "Photos of the day are not shown to each other any more.",
            after: "Photos of the day are not shown to each other any more.")
    }

    /// Nothing is stored: who sees a photo is asked each time.
    func friendshipEnded(_ database: Writer, _ one: ID<Account>, _ other: ID<Account>, _ now: Timestamp) throws {}
}

extension Daily: VisibilitySource {
    func visibilityLines(_ database: Reader, for viewer: Viewer, _ now: Timestamp) throws -> [VisibilityLine] {
        let audience = try MomentQueries.widestAudience(database, of: viewer.id)
        let badge =
            switch audience {
            case .everyone: BadgePart("Everyone", .waiting)
            case .friends: BadgePart("Friends", .info)
            case nil: BadgePart("Nobody", .good)
            }
        return [
            VisibilityLine(
                .things, rank: 50, "camera", "Your photos of the day", badge,
                audience == nil
                    ? "You've posted none."
                    : "They see the photo, what you wrote, when you posted it and, as you chose, where: the place, the area of about a kilometre, or nothing.",
                LinkPart("Look", DailyPaths.calendar))
        ]
    }
}

/// A person's photos of the day on their page: the last few that the viewer sees.
extension Daily: PersonPageSource {
    private static let fewOfPerson = 6

    func personPart(
        _ database: Reader, of person: Person, for viewer: Viewer, _ now: Timestamp
    ) throws -> DeferredPart? {
        let moments = try MomentQueries.latest(
            database, of: person.id, to: viewer.id, limit: Daily.fewOfPerson, now)
        if moments.isEmpty { return nil }
        return { Markup(PersonMomentsPart(moments)) }
    }
}

/// The last photos of the day of a person.
struct PersonMomentsPart {
    let photos: [Photo]

    struct Photo {
        let address: String
        let picture: String
        /// "Monday 23 November 2026"
        let day: String
    }

    init(_ moments: [SeenMoment]) {
        photos = moments.map {
            Photo(
                address: DailyPaths.moment($0.id), picture: MediaPaths.of($0.back.text, .small) ?? "",
                day: MomentWords.day($0.day))
        }
    }
}

extension MomentQueries {
    /// Who sees any of a person's photos; nil if there is none.
    static func widestAudience(_ database: Reader, of account: ID<Account>) throws -> Moment.Audience? {
        // "everyone" comes before "friends".
        let widest: String? = try database.value(
            """
            SELECT audience FROM moment WHERE account_id = \(account) AND deleted_at IS NULL
            ORDER BY audience LIMIT 1
            """)
        return widest.flatMap { Moment.Audience(rawValue: $0) }
    }

    /// The last photos of a person that a viewer sees.
    static func latest(
        _ database: Reader, of account: ID<Account>, to viewer: ID<Account>, limit: Int, _ now: Timestamp
    ) throws -> [SeenMoment] {
        try database.all(
            """
            SELECT \(columns) \(seen(by: viewer, now)) AND moment.account_id = \(account)
            ORDER BY moment.day DESC LIMIT \(limit)
            """
        ) { try SeenMoment($0, to: viewer) }
    }
}
