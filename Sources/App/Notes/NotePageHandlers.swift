import Database
import HTTP
import Proximity

/// A note's page, and what its reader does there.
extension Notes {
    /// A note's page for its author or a finder. A finder's first visit opens it. Whoever sees it waiting on their map
    /// reads how to open it.
    func showNote(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let id = try noteID(context)
        guard let material = try material(id, context, viewer) else {
            return try waitingPage(id, context, viewer, status: .unprocessableContent)
        }
        let opens = material.note.foundAt != nil && !material.note.isOpened && context.request.head.method == .get
        if opens {
            try site.writeIfPossible { try unfold($0, material.note, viewer, context.now) }
        }
        return context.page(
            try page(material, context, viewer, isFirst: opens), copiedAs: material.note.foundAt == nil ? nil : .note)
    }

    /// Opens a found note, of which its author gets a receipt if the finder allows that.
    func unfold(_ database: Writer, _ note: ReadableNote, _ viewer: Viewer, _ now: Timestamp) throws {
        // No receipt between people of whom one has blocked the other.
        let tells = try viewer.receipts && friends.isVisible(database, note.author.id, to: viewer.id)
        try NoteQueries.setOpened(database, note.id, by: viewer.id, zone: viewer.timeZone, tellsSender: tells, now)
        try notices.markRead(database, "note.found", subject: note.id.rawValue, of: viewer.id, now)
    }

    /// What a note's page is made of.
    struct PageMaterial {
        let note: ReadableNote
        let photo: MediaQueries.Extent?
        /// For its author: what they may know and do.
        let own: OwnNote?
        /// Whether the viewer and the author are friends.
        let isFriend: Bool
        /// Whether the viewer sees the author, or has blocked them or been blocked.
        let isSeen: Bool
    }

    func material(_ id: ID<Note>, _ context: RequestContext, _ viewer: Viewer) throws -> PageMaterial? {
        try site.database.read { database -> PageMaterial? in
            guard let note = try NoteQueries.readable(database, id, viewer: viewer.id) else { return nil }
            let isOwn = note.author.id == viewer.id
            return PageMaterial(
                note: note, photo: try note.photo.flatMap { try Uploads.extent(database, $0, .medium) },
                own: isOwn ? try NoteQueries.own(database, [id], by: viewer.id, context.now)[id] : nil,
                isFriend: try friends.friends(database, of: viewer.id).contains { $0.id == note.author.id },
                isSeen: try friends.isVisible(database, note.author.id, to: viewer.id))
        }
    }

    /// Where one answers who left a note, and sends it on.
    private func ways(_ material: PageMaterial, _ viewer: Viewer) -> NoteWays {
        let (note, path) = (material.note, NotePaths.note(material.note.id))
        let mayAnswer = note.author.id != viewer.id && material.isSeen
        return NoteWays(
            answer: mayAnswer ? site.features.writeLink(to: note.author, about: path, "Answer in a chat") : nil,
            send: site.features.shareLink(path))
    }

    private func page(
        _ material: PageMaterial, _ context: RequestContext, _ viewer: Viewer, isFirst: Bool,
        reason: String = "", _ errors: ValidationErrors = ValidationErrors()
    ) throws -> NotePage {
        var page = NotePage(
            viewer, material, RelativeTimeFormatter(viewer.timeZone, now: context.now), basemaps,
            isFirst: isFirst,
            report: NotePage.reportField(reason, errors), ways: ways(material, viewer)
        ) { context.frame($0, $1) }
        page.link = try linkPart(material.own, context.now)
        return page
    }

    /// From a note that was opened for the first time back to the map. It is in the archive since it was found.
    func keep(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let id = try noteID(context)
        let isKept = try site.database.read { try !NoteQueries.found($0, [id], by: viewer.id).isEmpty }
        guard isKept else { throw Failure.notFound }
        return context.redirect(to: SitePaths.home, saying: "Kept in your archive.")
    }

    /// Reports a note to the administrators, with a copy of its words: its author may delete them.
    func report(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let id = try noteID(context)
        guard let material = try material(id, context, viewer), material.note.author.id != viewer.id else {
            throw Failure.notFound
        }
        do {
            try site.database.write { database in
                try moderation.file(
                    database, context.form, by: viewer.id, about: material.note.author.id,
                    copying: .init(subject: Notes.reportSubject, words: material.note.text), context.now)
            }
            return context.redirect(
                to: NotePaths.note(id), saying: "Thank you. Whoever runs this site will read it. Nobody else is told.")
        } catch let errors as ValidationErrors {
            let page = try page(
                material, context, viewer, isFirst: false, reason: context.form["reason"] ?? "", errors)
            return context.page(page, status: .unprocessableContent)
        }
    }

    /// Takes a note back from those for whom it waits, as far as its author may know, and turns its link off. The answer
    /// is the same whether somebody has found it or not.
    func withdraw(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let id = try noteID(context)
        let isDone = try site.database.write { database in
            let withdrawn = try NoteQueries.withdraw(database, id, by: viewer.id, context.now)
            for one in withdrawn where one.waited {
                try notices.takeBack(database, "note.waiting", subject: id.rawValue, of: one.recipient)
            }
            let isUnlinked = try NoteQueries.endLink(database, of: id, by: viewer.id, context.now)
            return isUnlinked || !withdrawn.isEmpty
        }
        guard isDone else { throw Failure.notFound }
        return context.redirect(to: NotePaths.note(id), saying: "Withdrawn. Friends who found it keep it.")
    }

    func deleteSent(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let id = try noteID(context)
        let isDone = try site.database.write { try NoteQueries.deleteSent($0, id, by: viewer.id, context.now) }
        guard isDone else { throw Failure.notFound }
        return context.redirect(
            to: NotePaths.sent, saying: "Deleted. Friends who found it keep their copy.", undo: NotePaths.restore(id))
    }

    func restoreSent(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let id = try noteID(context)
        let isDone = try site.database.write { try NoteQueries.restoreSent($0, id, by: viewer.id, context.now) }
        return context.redirect(to: NotePaths.sent, saying: isDone ? "Your note is back." : Notes.tooLate)
    }

    func deleteFromArchive(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let id = try noteID(context)
        let isDone = try site.database.write { try NoteQueries.deleteFromArchive($0, id, of: viewer.id, context.now) }
        guard isDone else { throw Failure.notFound }
        return context.redirect(
            to: NotePaths.archive, saying: "Deleted from your archive.", undo: NotePaths.putBack(id))
    }

    func restoreToArchive(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let id = try noteID(context)
        let isDone = try site.database.write { try NoteQueries.restoreToArchive($0, id, of: viewer.id, context.now) }
        return context.redirect(to: NotePaths.archive, saying: isDone ? "The note is back." : Notes.tooLate)
    }

    /// The same words whether it is too late, the note is somebody else's or there is none: so the answer does not tell
    /// an author whether a finder still keeps it.
    private static let tooLate = "That can’t be undone any more."
}
