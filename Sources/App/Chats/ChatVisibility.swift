import Database
import Proximity

extension Chats: VisibilitySource {
    func visibilityLines(_ database: Reader, for viewer: Viewer, _ now: Timestamp) throws -> [VisibilityLine] {
        let settings = try ChatQueries.settings(database, of: viewer.id)
        let change = LinkPart("Change", ChatPaths.settings)
        return [
            VisibilityLine(
                .who, rank: 42, "message-circle", "Who can write to you",
                settings.takesRequests ? BadgePart("Everyone here", .info) : BadgePart("Friends", .good),
                settings.takesRequests
                    ? "Friends write freely. Others can ask once, in words alone, until you answer."
                    : "Friends only. Nobody else can ask.", change),
            VisibilityLine(
                .who, rank: 44, "eye", "That you were here today",
                settings.showsActivity ? BadgePart("Friends", .info) : BadgePart("Nobody", .good),
                settings.showsActivity
                    ? "Your friends read “active today” beside your chat, never a time."
                    : "Switched off. You don't see it of your friends either.", change),
            VisibilityLine(
                .things, rank: 50, "mail-open", "Messages you read",
                viewer.receipts ? BadgePart("Who wrote them", .info) : BadgePart("Nobody", .good),
                viewer.receipts
                    ? "Who writes to you learns how far you have read, if they let others know as well. Of a request you have not answered, nobody learns it."
                    : "Switched off. You don't see it of others either.",
                LinkPart("Change", SitePaths.settings)),
        ]
    }
}
