import Database
import Proximity

extension Relics: FriendshipObserver {
    var friendshipEnd: FriendshipEnd {
        FriendshipEnd(
            before: "You no longer see each other’s relics for friends.",
            after: "You no longer see each other’s relics for friends.")
    }

    /// Nothing is stored: who may know of a relic for friends is asked each time.
    func friendshipEnded(_ database: Writer, _ one: ID<Account>, and other: ID<Account>, at now: Timestamp) throws {}
}

extension Relics: VisibilitySource {
    func visibilityLines(_ database: Reader, for viewer: Viewer, _ now: Timestamp) throws -> [VisibilityLine] {
        let audience = try RelicQueries.widestAudience(database, of: viewer.id, now)
        return [
            VisibilityLine(
                .things, rank: 30, icon: "gem", title: "Relics you left",
                badge: audience.map { BadgePart($0.words, kind: .info) } ?? BadgePart("Nobody", kind: .good),
                words: audience == nil
                    ? "You haven’t left any."
                    : "They see where a relic is, its kind, whether it’s locked, that it’s yours, roughly how old it is and how long it stays. Only people who go there and open it see what’s in it and what you wrote.",
                link: LinkPart("View", RelicPaths.own)),
            VisibilityLine(
                .things, rank: 40, icon: "footprints", title: "Relics you open",
                badge: viewer.receipts ? BadgePart("Makers", kind: .info) : BadgePart("Nobody", kind: .good),
                words: viewer.receipts
                    ? "The person who left it counts you among those who opened it, from the next half hour on. If you sign its visitors’ book, everyone who has opened it can read that."
                    : "Switched off. Nobody learns that you opened their relic, unless you sign its visitors’ book.",
                link: LinkPart("Change", SitePaths.settings)),
        ]
    }
}

extension RelicQueries {
    /// Who may know of any of a person's relics that lie there; nil if there is none.
    static func widestAudience(
        _ database: Reader, of maker: ID<Account>, _ now: Timestamp
    ) throws -> Relic.Audience? {
        // "everyone" comes before "friends".
        let widest: String? = try database.value(
            """
            SELECT relic.audience \(known(to: maker, now)) AND relic.maker_id = \(maker)
            ORDER BY relic.audience LIMIT 1
            """)
        return widest.flatMap { Relic.Audience(rawValue: $0) }
    }
}
