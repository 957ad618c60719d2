import Database
import HTML
import Proximity

/// Examples of the reminders of a note.
enum ReminderExamples {
    static var all: [GalleryExample] {
        [
            .part("possible") { try part($0, Resending()) },
            .part("explained") { try part($0, Resending(), explains: true) },
            .part("sent again") { try part($0, Resending(resentAt: $0.ago(40)), explains: true) },
            .part("not open yet") { try part($0, Resending(opensAt: $0.now + NoteReminders.month), explains: true) },
            .part("switched off") { try part($0, Resending(reminds: false), explains: true) },
        ]
    }

    private static func part(
        _ gallery: GalleryContext, _ resending: Resending, explains: Bool = false
    ) throws -> NoteRemindersPart {
        let part = NoteRemindersPart(
            ID(rawValue: 12), resending: resending, in: gallery.viewer.timeZone, at: gallery.now,
            csrf: gallery.frame("Sent").csrf,
            explains: explains)
        guard let part else { throw Failure.notFound }
        return part
    }
}
