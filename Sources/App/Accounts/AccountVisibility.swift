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
            "user", "Names, picture and bio", BadgePart("Members", .info),
            "Every member of this site, except people you've blocked or who blocked you.",
            LinkPart("Change", AccountPaths.profile))
    }

    private static func details() -> VisibilityLine {
        VisibilityLine(
            .who, rank: 20,
            "mail", "Email, phone, date of birth", BadgePart("Nobody", .good),
            "No page shows them to anyone else.", LinkPart("Change", AccountPaths.password))
    }

    private static func sessions(_ sessionCount: Int) -> VisibilityLine {
        let count = CountWords.starting(sessionCount, "session")
        return VisibilityLine(
            .out, rank: 20,
            "key-round", "Your sessions", BadgePart("Nobody", .good),
            "\(count). Sign out any you don't recognize: whoever uses it sees all that you see.",
            LinkPart("View", AccountPaths.sessions)
        )
    }
}
