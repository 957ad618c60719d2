import Atlas
import Database
import Foundation
import HTTP
import Proximity

/// Notes that people leave at places for friends, who find them by being there.
struct Notes: Feature {
    let site: Site
    let uploads: Uploads
    let friends: Friends
    let positions: Positions
    let basemaps: Basemaps

    var notices: Notices { friends.notices }
    var moderation: Moderation { friends.moderation }

    /// Where its form is made.
    var composer: Composer { Composer(site: site, uploads: uploads, positions: positions, basemaps: basemaps) }

    /// What drafts of photos are for.
    static let draftPurpose = "note"

    static let migrations = NoteSchema.migrations + NoteWords.migrations + NoteQueries.linkMigrations

    var routes: [Route] {
        [
            .get("/notes/new", showCompose),
            .upload("/notes/new", bodyLimit: Uploads.pictureFormBytes, resume: "/notes/new", preview),
            .upload("/notes", bodyLimit: Uploads.pictureFormBytes, resume: "/notes/new", create),
            .get("/notes", showSent), .get("/notes/{id}", showNote),
            .get("/notes/{id}/card", showCard), .get("/notes/{id}/waiting", showWaiting),
            .get("/notes/{id}/edit", showEdit), .post("/notes/{id}/edit", resume: "/notes/new", edit),
            .post("/notes/{id}/withdraw", withdraw),
            .post("/notes/{id}/delete", deleteSent), .post("/notes/{id}/restore", restoreSent),
            .post("/notes/{id}/resend", resendNote), .post("/notes/{id}/reminders", switchReminders),
            .post("/notes/{id}/heart", heart), .post("/notes/{id}/report", report),
            .post("/notes/{id}/link", makeLink), .post("/notes/{id}/link/revoke", revokeLink),
            .openGet("/note-link/{token}", showLink), .post("/note-link/{token}", followLink),
            .get("/archive", showArchive), .post("/archive/{id}/keep", keep),
            .post("/archive/{id}/delete", deleteFromArchive), .post("/archive/{id}/restore", restoreToArchive),
        ]
    }

    var navigation: [NavigationEntry] {
        [
            NavigationEntry(slot: .bar, rank: 20, path: Frame.Section.archive.path, icon: "archive", words: "Archive"),
            NavigationEntry(slot: .own, rank: 10, path: Frame.Section.archive.path, icon: "archive", words: "Archive"),
            // First for the keyboard, as it is in the rail.
            NavigationEntry(
                slot: .bar, rank: 5, path: Frame.Section.drop.path, icon: "plus", words: "New", isProminent: true),
            NavigationEntry(
                slot: .drop, rank: 10, path: NotePaths.new, icon: "mail-open", words: "Note",
                detail: { _ in "For friends, who find it by being there" }),
            NavigationEntry(slot: .own, rank: 20, path: Frame.Section.sent.path, icon: "send", words: "Sent"),
        ]
    }

    /// Who finds or opens a note may keep that to themselves, and an author may be an administrator.
    var metricsLabel: String? { "notes" }

    var jobKinds: [JobKind] {
        [
            JobKind(name: NoteQueries.forgetting, isPromised: true) { [site] job in
                guard let id = ID<Note>(job.payload) else { return }
                try site.database.write { try NoteQueries.forget($0, id, job.now) }
            },
            receiptJob, reminderJob,
        ]
    }

    var galleryExamples: [GalleryExample] { NoteExamples(basemaps: basemaps).all + ReminderExamples.all }

    /// A link turned off after the backup must not become valid again.
    func restored(_ database: Writer) throws { try NoteQueries.endLinks(database) }

    /// Leaves a note. A form that was sent before gives the note that it made then.
    ///
    /// - Throws: `ValidationErrors` on `to` if somebody is not a friend or does not exist; on `photo` if it is no
    ///   longer stored.
    @discardableResult
    func create(
        _ note: NewNote, from author: ID<Account>, zone: TimeZone, _ now: Timestamp
    ) throws -> ID<Note> {
        let seed = note.isByLink ? LinkToken.seed(site) : nil
        return try site.database.write { database in
            if let earlier = try NoteQueries.note(database, of: author, submission: note.submission) { return earlier }
            let friends = try friends.friends(database, of: author).map { (Username.fold($0.username), $0.id) }
            let ids = Dictionary(friends) { first, _ in first }
            let recipients = try note.recipients.map { name in
                guard let friend = ids[Username.fold(name)] else {
                    throw ValidationErrors("to", "\(name.prefix(32)) is not among your friends.")
                }
                return friend
            }
            if let photo = note.photo,
                try !Uploads.claimDraft(database, photo, of: author, for: Notes.draftPurpose, now)
            {
                throw ValidationErrors("photo", "That photo is not kept any more. Choose it again.")
            }
            let id = try NoteQueries.insert(database, note, author: author, zone: zone, recipients: recipients, now)
            if let seed { _ = try setLink(database, of: id, by: author, seed: seed, now) }
            return id
        }
    }
}

extension Frame.Section {
    static let archive = Frame.Section(path: NotePaths.archive)
    static let sent = Frame.Section(path: NotePaths.sent)
}
