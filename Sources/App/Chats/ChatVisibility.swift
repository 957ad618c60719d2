import Database
import Proximity

extension Chats: VisibilitySource {
    func visibilityLines(_ database: Reader, for viewer: Viewer, _ now: Timestamp) throws -> [VisibilityLine] {
        let settings = try ChatQueries.settings(database, of: viewer.id)
        let change = LinkPart("Change", ChatPaths.settings)
        return [
            VisibilityLine(
                .who, rank: 42, icon: "message-circle", title: "Who can write to you",
                badge: settings.takesRequests ? BadgePart("Everyone", kind: .info) : BadgePart("Friends", kind: .good),
                words: settings.takesRequests
                    ? "Friends can always write. Others can send one message, without photos, until you answer."
                    : "Friends only. Nobody else can ask.", link: change),
            VisibilityLine(
                .who, rank: 44, icon: "eye", title: "That you were here today",
                badge: settings.showsActivity ? BadgePart("Friends", kind: .info) : BadgePart("Nobody", kind: .good),
                words: settings.showsActivity
                    ? "Your friends see “active today” beside your chat, never a time."
                    : "Switched off. You don’t see it of your friends either.", link: change),
            VisibilityLine(
                .things, rank: 50, icon: "mail-open", title: "Messages you read",
                badge: viewer.receipts ? BadgePart("Who wrote them", kind: .info) : BadgePart("Nobody", kind: .good),
                words: viewer.receipts
                    ? "People who write to you see how far you’ve read, if they share it too. A friend in the same open chat sees when you’re writing. Nobody learns anything about a request you haven’t answered."
                    : "Switched off. You don’t see it of others either.",
                link: LinkPart("Change", SitePaths.settings)),
        ]
    }
}
