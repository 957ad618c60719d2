import Database
import HTTP
import Media
import Proximity

/// The photo of a note that is being written: made ready and stored, shown by nothing but its author's form.
struct DraftPhoto: Sendable {
    let name: MediaName
    let origin: PhotoOrigin
}

/// Photos of notes, from the compose form to those who may see them.
extension Notes {
    /// What a form brings as its photo.
    struct PhotoArrival {
        /// The new one, else the one that an earlier answer kept.
        var photo: DraftPhoto?
        /// Why a new one was not taken.
        var refusal: RefusedUpload?

        /// The refusal as a problem of its field.
        var errors: ValidationErrors { refusal.map { ValidationErrors("photo", $0.sentence) } ?? ValidationErrors() }
    }

    /// Takes the photo out of a form. A new one is stored as a draft, in place of the one before: so neither a click on the
    /// map nor a field that is wrong makes anybody send it twice.
    func takePhoto(_ context: RequestContext, _ viewer: Viewer) throws -> PhotoArrival {
        var arrival = PhotoArrival(photo: try keptPhoto(context.form, viewer))
        if context.form["photo_remove"] != nil, let old = arrival.photo {
            try site.database.write { try NoteQueries.releaseDrafts($0, [old.name], of: viewer.id, context.now) }
            arrival.photo = nil
        }
        guard let file = context.form.file("photo") else { return arrival }
        do {
            let prepared = try uploads.take(
                file, as: .photo, for: viewer.id, uploadID: context.form["upload_id"] ?? "", context.now)
            let old = arrival.photo
            let name = try uploads.keep(prepared, of: viewer.id, context.now) { database, name in
                try NoteQueries.insertDraft(database, name, of: viewer.id, context.now)
                if let old { try NoteQueries.releaseDrafts(database, [old.name], of: viewer.id, context.now) }
            }
            arrival.photo = DraftPhoto(name: name, origin: PhotoOrigin(prepared.hints))
        } catch let refusal as RefusedUpload {
            arrival.refusal = refusal
        }
        return arrival
    }

    /// The photo that an earlier answer kept for this form; nil when it is not there any more.
    private func keptPhoto(_ form: FormFields, _ viewer: Viewer) throws -> DraftPhoto? {
        guard let name = MediaName(form["photo_kept"] ?? "") else { return nil }
        let isTheirs = try site.database.read { try NoteQueries.isDraft($0, name, of: viewer.id) }
        return isTheirs ? DraftPhoto(name: name, origin: PhotoOrigin(form["photo_origin"] ?? "")) : nil
    }

    /// Lets go of photos whose note was never left.
    func sweep(_ now: Timestamp) throws {
        try site.database.write { try NoteQueries.releaseOldDrafts($0, before: now - Notes.draftSeconds, now) }
    }

    /// How long the photo of a note that is being written is kept: whoever comes back to the form after a day chooses it
    /// again.
    static let draftSeconds = 86_400.0
}
