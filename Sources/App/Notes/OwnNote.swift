import Database
import Proximity

/// What an author may know of a note, and may do with it.
struct OwnNote: Sendable {
    var receipts: [Receipt] = []
    var options = NoteOptions()
    var resending = Resending(isAwaited: false)
    var isEditable = false
    /// Nil without one that works.
    var link: OwnNoteLink?
}

extension NoteQueries {
    /// What a person may know of those among `notes` that are their own.
    static func own(
        _ database: Reader, _ notes: [ID<Note>], by author: ID<Account>, _ now: Timestamp
    ) throws -> [ID<Note>: OwnNote] {
        let options = try options(database, of: notes, by: author)
        let receipts = try receipts(database, of: Array(options.keys), now)
        let resending = try resending(database, notes, by: author, now)
        let editable = try editable(database, among: notes, by: author, now)
        let links = try links(database, of: notes, by: author, now)
        return Dictionary(
            uniqueKeysWithValues: options.map { id, options in
                let own = OwnNote(
                    receipts: receipts[id] ?? [], options: options,
                    resending: resending[id] ?? Resending(isAwaited: false), isEditable: editable.contains(id),
                    link: links[id])
                return (id, own)
            })
    }
}
