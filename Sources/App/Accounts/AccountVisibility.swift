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
            "user", "Name, picture, words about you", BadgePart("Members", .info),
            "Everybody who is signed in to this site, but for those with whom there is a block.",
            LinkPart("Change", AccountPaths.profile))
    }

    private static func details() -> VisibilityLine {
        VisibilityLine(
            .who, rank: 20,
            "mail", "E-mail, telephone, birth date", BadgePart("Nobody", .good),
            "No page shows them to anybody else.", LinkPart("Change", AccountPaths.password))
    }

    private static func sessions(_ sessionCount: Int) -> VisibilityLine {
        let count = CountWords.starting(sessionCount, "browser")
        return VisibilityLine(
            .out, rank: 20,
            "key-round", "Signed in as you", BadgePart("Nobody", .good),
            "\(count). Sign out what you do not know: it sees all that you see.",
            LinkPart("Look", AccountPaths.sessions)
        )
    }
}
