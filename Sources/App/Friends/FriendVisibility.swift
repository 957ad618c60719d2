import Database
import Proximity

extension Friends: VisibilitySource {
    func visibilityLines(_ database: Reader, for viewer: Viewer, _ now: Timestamp) throws -> [VisibilityLine] {
        let reach = try reach(database, of: viewer.id, now)
        let formatter = RelativeTimeFormatter(viewer.timeZone, now: now)
        return [
            Friends.friends(reach), Friends.findable(reach), Friends.invite(reach, formatter), Friends.blocked(reach),
        ]
    }

    private static func friends(_ reach: Reach) -> VisibilityLine {
        let count = CountWords.starting(reach.friendCount, "friend")
        return VisibilityLine(
            .who, rank: 30,
            "users", "Your friends", BadgePart("In common", .info),
            "\(count). Others see only those whom they know too. You may be suggested to friends of your friends.",
            LinkPart("Look", FriendPaths.friends))
    }

    private static func findable(_ reach: Reach) -> VisibilityLine {
        let isOn = reach.isFindable
        return VisibilityLine(
            .who, rank: 40,
            "book-user", "Found by your e-mail address",
            isOn ? BadgePart("Contacts", .waiting) : BadgePart("Nobody", .good),
            isOn
                ? "Who has your confirmed address in their contacts finds you by it. Everybody finds you by your name."
                : "Switched off. Everybody who is signed in finds you by your name.",
            LinkPart("Change", FriendPaths.contacts))
    }

    private static func invite(_ reach: Reach, _ formatter: RelativeTimeFormatter) -> VisibilityLine {
        let words =
            reach.inviteEndsAt.map {
                "Who has the link sees your name, until \(formatter.moment($0)). It lets them ask you, no more."
            } ?? "None works at the moment."
        return VisibilityLine(
            .who, rank: 50,
            "qr-code", "Your invite link",
            reach.inviteEndsAt == nil ? BadgePart("Nobody", .good) : BadgePart("Who has it", .waiting), words,
            LinkPart("Change", FriendPaths.invite))
    }

    private static func blocked(_ reach: Reach) -> VisibilityLine {
        let count = reach.blockedCount
        let words =
            count == 0
            ? "Nobody is blocked. Should somebody trouble you: open their page, and choose Block."
            : "\(count == 1 ? "One person is" : "\(count) people are") blocked. You are not there for each other."
        return VisibilityLine(
            .out, rank: 10,
            "ban", "Blocked people", BadgePart("Nothing at all", .good), words, LinkPart("Look", FriendPaths.blocked))
    }
}
