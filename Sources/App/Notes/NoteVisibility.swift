import Database
import Proximity

extension Notes: FriendshipObserver {
    var friendshipEnd: FriendshipEnd {
        FriendshipEnd(
            before: "Notes that wait between you are withdrawn.",
            after: "Notes that waited between you are withdrawn and stay so.",
            undone: "Notes that were withdrawn stay so.")
    }

    /// Withdraws the notes of two people for each other. A finder keeps what they found, and its author does not learn
    /// of it.
    func friendshipEnded(
        _ database: Writer, _ one: ID<Account>, and other: ID<Account>, at now: Timestamp
    ) throws {
        try NoteQueries.withdraw(database, from: one, to: other, now)
        try NoteQueries.withdraw(database, from: other, to: one, now)
    }
}

extension Notes: VisibilitySource {
    func visibilityLines(_ database: Reader, for viewer: Viewer, _ now: Timestamp) throws -> [VisibilityLine] {
        let awaited = try NoteQueries.awaited(database, by: viewer.id, now)
        return [
            VisibilityLine(
                .things, rank: 10, icon: "send", title: "Notes you left",
                badge: awaited.isEmpty ? BadgePart("Nobody", kind: .good) : BadgePart("Chosen friends", kind: .info),
                words: awaited.isEmpty
                    ? "No note is waiting. People keep the notes they found."
                    : "Notes wait for \(WordList.join(awaited)). Before they find one, they learn at most that something waits within about a kilometre, with its hint, and the place of those that you put on their map.",
                link: LinkPart("View", NotePaths.sent)),
            VisibilityLine(
                .things, rank: 20, icon: "mail-open", title: "Notes you open",
                badge: viewer.receipts ? BadgePart("Senders", kind: .info) : BadgePart("Nobody", kind: .good),
                words: viewer.receipts
                    ? "People who left you a note learn in which part of the day you opened it, never when you came by."
                    : "Switched off. Nobody learns that you opened their note.",
                link: LinkPart("Change", SitePaths.settings)),
        ]
    }
}
