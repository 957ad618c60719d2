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
            icon: "users", title: "Your friends", badge: BadgePart("Friends in common", kind: .info),
            words:
                "\(count). Others only see the ones they know too. Friends of your friends may get you as a "
                + "suggestion.",
            link: LinkPart("View", FriendPaths.friends))
    }

    private static func findable(_ reach: Reach) -> VisibilityLine {
        let isOn = reach.isFindable
        return VisibilityLine(
            .who, rank: 40,
            icon: "book-user", title: "Found by your email address",
            badge: isOn ? BadgePart("Contacts", kind: .waiting) : BadgePart("Nobody", kind: .good),
            words: isOn
                ? "Anyone with your confirmed address in their contacts can find you by it. Every member can find you by name."
                : "Off. Every member can find you by name.",
            link: LinkPart("Change", FriendPaths.contacts))
    }

    private static func invite(_ reach: Reach, _ formatter: RelativeTimeFormatter) -> VisibilityLine {
        let words =
            reach.inviteEndsAt.map {
                "Anyone with the link can see your name and send you a request, until \(formatter.moment($0))."
            } ?? "It’s off."
        return VisibilityLine(
            .who, rank: 50,
            icon: "qr-code", title: "Your invite link",
            badge: reach.inviteEndsAt == nil
                ? BadgePart("Nobody", kind: .good) : BadgePart("People with the link", kind: .waiting), words: words,
            link: LinkPart("Change", FriendPaths.invite))
    }

    private static func blocked(_ reach: Reach) -> VisibilityLine {
        let count = reach.blockedCount
        let words =
            count == 0
            ? "Nobody is blocked. If somebody bothers you, open their page and choose Block."
            : "\(count == 1 ? "One person is" : "\(count) people are") blocked. You can’t see or contact each other."
        return VisibilityLine(
            .out, rank: 10,
            icon: "ban", title: "Blocked people", badge: BadgePart("Nothing at all", kind: .good), words: words,
            link: LinkPart("View", FriendPaths.blocked))
    }
}
