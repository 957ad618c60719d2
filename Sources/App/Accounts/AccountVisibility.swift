import Database
import Proximity

extension Accounts: VisibilitySource {
    func visibilityLines(_ database: Reader, for viewer: Viewer, _ now: Timestamp) throws -> [VisibilityLine] {
        let sessionCount = try AccountQueries.sessions(database, of: viewer.id, now).count
        return [Accounts.profile(), Accounts.details(), Accounts.sessions(sessionCount)]
    }

    private static func profile() -> VisibilityLine {
        VisibilityLine(
            .who, rank: 10,
            icon: "user", title: "Names, picture and bio", badge: BadgePart("Members", kind: .info),
            words: "Every member of this site, except people you’ve blocked or who blocked you.",
            link: LinkPart("Change", AccountPaths.profile))
    }

    private static func details() -> VisibilityLine {
        VisibilityLine(
            .who, rank: 20,
            icon: "mail", title: "Email, phone, date of birth", badge: BadgePart("Nobody", kind: .good),
            words: "No page shows them to anyone else.", link: LinkPart("Change", AccountPaths.password))
    }

    private static func sessions(_ sessionCount: Int) -> VisibilityLine {
        let count = CountWords.starting(sessionCount, "session")
        return VisibilityLine(
            .out, rank: 20,
            icon: "key-round", title: "Your sessions", badge: BadgePart("Nobody", kind: .good),
            words: "\(count). Sign out any you don’t recognize: whoever uses it sees all that you see.",
            link: LinkPart("View", AccountPaths.sessions)
        )
    }
}
