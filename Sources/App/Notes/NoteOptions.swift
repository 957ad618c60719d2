import Database
import Foundation
import Proximity

/// What an author chose for a note beside its words: when it can be found, and what its recipients know before.
struct NoteOptions: Sendable {
    var hint = ""
    var opensAt: Timestamp?
    var closesAt: Timestamp?
    var isOnMap = false
}

/// SQL on the options of notes, for their author.
extension NoteQueries {
    static func options(
        _ database: Reader, of notes: [ID<Note>], by author: ID<Account>
    ) throws -> [ID<Note>: NoteOptions] {
        let rows: [(ID<Note>, NoteOptions)] = try database.all(
            """
            SELECT id, hint, opens_at, closes_at, is_on_map FROM note WHERE id IN \(notes) AND author_id = \(author)
            """
        ) { row in
            (
                try row["id"],
                NoteOptions(
                    hint: try row["hint"], opensAt: try row["opens_at"], closesAt: try row["closes_at"],
                    isOnMap: try row["is_on_map"])
            )
        }
        return Dictionary(uniqueKeysWithValues: rows)
    }
}

/// The options of a note on its author's pages; shows nothing where nothing was chosen.
struct NoteOptionsPart {
    let options: NoteOptions
    /// "Saturday 12 March, 19:00" in the author's zone; nil for none.
    let opens: TimePart?
    let closes: TimePart?

    var isEmpty: Bool { options.hint.isEmpty && opens == nil && closes == nil && !options.isOnMap }

    init(_ options: NoteOptions, _ words: RelativeTimeFormatter) {
        self.options = options
        opens = options.opensAt.map { TimePart(moment: $0, words) }
        closes = options.closesAt.map { TimePart(moment: $0, words) }
    }
}

/// What an author can still do with a note. Offered as far as they may know: what was found in silence counts as
/// waiting.
struct NoteActionsPart {
    let id: ID<Note>
    /// Nil when it waits for nobody.
    let withdraw: ConfirmPart?
    let canEdit: Bool
    let reminders: NoteRemindersPart?

    var isEmpty: Bool { withdraw == nil && !canEdit && reminders == nil }

    /// - Parameter explains: whether to say what reminders are.
    init(_ frame: Frame, _ id: ID<Note>, _ own: OwnNote, _ words: RelativeTimeFormatter, explains: Bool = false) {
        self.id = id
        canEdit = own.isEditable
        reminders = NoteRemindersPart(
            id, own.resending, in: words.zone, words.now, frame.csrf, explains: explains)
        let waits = own.link != nil || own.receipts.contains { $0.state == .waiting }
        withdraw =
            waits
            ? ConfirmPart(
                frame, post: NotePaths.withdraw(id), opener: "Withdraw",
                words: "Friends who haven’t found it no longer can. Anyone who has keeps it. This can’t be undone.",
                button: "Withdraw the note", icon: "undo-2") : nil
    }
}
