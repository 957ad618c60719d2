import Database
import Proximity

/// A note in a message: for its author and who has found it, and without a word of what it says.
extension Notes: CardSource {
    func cardPath(_ path: String) -> String? { NotePaths.noteID(path).map { NotePaths.note($0) } }

    func knownCards(
        _ database: Reader, at paths: [String], for viewer: Viewer, _ now: Timestamp
    ) throws -> [String: CardMaker] {
        let ids = paths.compactMap { NotePaths.noteID($0) }
        guard !ids.isEmpty else { return [:] }
        var cards: [String: CardMaker] = [:]
        for note in try NoteQueries.readable(database, ids, viewer: viewer.id) {
            cards[NotePaths.note(note.id)] = { CardPart(note, isOwn: note.author.id == viewer.id) }
        }
        return cards
    }
}

extension CardPart {
    /// "Note from Leena"
    init(_ note: ReadableNote, isOwn: Bool) {
        self.init(
            path: NotePaths.note(note.id), icon: IconPart("mail-open"),
            title: isOwn ? "Your note" : "Note from \(note.author.name)",
            detail: isOwn || note.isOpened ? "" : "Not opened yet")
    }
}
