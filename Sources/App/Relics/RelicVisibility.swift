import Database
import Proximity

extension Relics: FriendshipObserver {
    var friendshipEnd: FriendshipEnd {
        FriendshipEnd(
            before: "Relics for friends are not shown to each other any more.",
            after: "Relics for friends are not shown to each other any more.")
    }

    /// Nothing is stored: who may know of a relic for friends is asked each time.
    func friendshipEnded(_ database: Writer, _ one: ID<Account>, _ other: ID<Account>, _ now: Timestamp) throws {}
}

extension Relics: VisibilitySource {
    func visibilityLines(_ database: Reader, for viewer: Viewer, _ now: Timestamp) throws -> [VisibilityLine] {
        let audience = try RelicQueries.widestAudience(database, of: viewer.id, now)
        return [
            VisibilityLine(
                .things, rank: 30, "gem", "Relics you left",
                audience.map { BadgePart($0.words, .info) } ?? BadgePart("Nobody", .good),
                audience == nil
                    ? "None lies anywhere."
                    : "They learn where one lies, its kind, whether it is locked, that it is yours, and roughly how old it is and how long it stays. What it shows and what you wrote, only those who come there and open it.",
                LinkPart("Look", RelicPaths.own)),
            VisibilityLine(
                .things, rank: 40, "footprints", "Relics you open",
                viewer.receipts ? BadgePart("Makers", .info) : BadgePart("Nobody", .good),
                viewer.receipts
                    ? "Who left a relic counts you among those who opened it, from the next half hour on. If you sign its visitors’ book, everyone who has opened it reads that."
                    : "Switched off. Nobody learns that you opened their relic, unless you sign its visitors’ book.",
                LinkPart("Change", SitePaths.settings)),
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
