import Database
import HTTP
import Media
import Proximity

/// A file of a form that is being written: processed and stored, shown by nothing but its owner's form.
struct MediaDraft: Sendable {
    let name: MediaName
    let use: MediaUse
    let origin: PhotoOrigin

    /// How long a draft is kept, in seconds: after a day its owner chooses the file again.
    static let life = 86_400.0
}

/// What a form brings as its file.
struct DraftSubmission {
    /// The new one, else the one that an earlier answer kept.
    var draft: MediaDraft?
    /// Why a new one was refused.
    var refusal: RefusedUpload?
    /// The name of its field.
    var field = ""

    /// The refusal as an error of its field.
    var errors: ValidationErrors { refusal.map { ValidationErrors(field, $0.sentence) } ?? ValidationErrors() }
}

/// Drafts of all features that take files. `purpose` names the kind of form, such as "note": a draft of one kind is not
/// taken by another.
extension Uploads {
    /// Takes the file out of a form. A new one is stored as a draft and replaces the one before, so that nobody has to
    /// send it twice because of a click on the map or a wrong field.
    func receiveDraft(
        _ context: RequestContext, _ viewer: Viewer, for purpose: String, kind: MediaFieldPart.Kind = .photo
    ) throws -> DraftSubmission {
        let draft = try keptDraft(context.form, viewer: viewer, for: purpose, kind: kind)
        var submission = DraftSubmission(draft: draft, field: kind.name)
        if context.form["\(kind.name)_remove"] != nil, let old = submission.draft {
            try site.database.write { try DraftQueries.release($0, old.name, of: viewer.id, at: context.now) }
            submission.draft = nil
        }
        guard let file = Uploads.file(context.form, kind) else { return submission }
        do {
            let prepared = try take(
                file, asOneOf: kind.uses, for: viewer.id, uploadID: context.form["upload_id"] ?? "",
                limits: kind.limits, context.now)
            let old = submission.draft
            let name = try keepDraft(prepared, of: viewer.id, for: purpose, context.now) { database in
                if let old { try DraftQueries.release(database, old.name, of: viewer.id, at: context.now) }
            }
            submission.draft = MediaDraft(name: name, use: prepared.use, origin: PhotoOrigin(prepared.hints))
        } catch let refusal as RefusedUpload {
            submission.refusal = refusal
        }
        return submission
    }

    /// Stores a draft. It is transcoded when a thing shows it: until then its form knows it by its name, and most drafts
    /// that are replaced never need it.
    func keepDraft(
        _ prepared: Prepared, storedAs earlier: MediaName? = nil, of owner: ID<Account>, for purpose: String,
        _ now: Timestamp, attach: (Writer) throws -> Void = { _ in }
    ) throws -> MediaName {
        try keep(prepared, storedAs: earlier, of: owner, now) { database, name in
            try DraftQueries.insert(database, name, of: owner, for: purpose, at: now)
            if prepared.needsTranscoding {
                // When nobody claims it, the job finds nothing.
                try MediaFeature.requestTranscoding(database, name, for: owner, at: now + 2 * MediaDraft.life)
            }
            try attach(database)
        }
    }

    /// The file of a form. Several inputs may have its name, such as one for the camera: an empty file counts only
    /// where there is no other.
    private static func file(_ form: FormFields, _ kind: MediaFieldPart.Kind) -> UploadedFile? {
        form.files.first { $0.fieldName == kind.name && $0.byteCount > 0 } ?? form.file(kind.name)
    }

    /// The draft that an earlier answer kept for this form; nil when it is not there any more.
    private func keptDraft(
        _ form: FormFields, viewer: Viewer, for purpose: String, kind: MediaFieldPart.Kind
    ) throws -> MediaDraft? {
        guard let name = MediaName(form["\(kind.name)_kept"] ?? "") else { return nil }
        let stored = try site.database.read { database in
            try DraftQueries.isDraft(database, name, of: viewer.id, for: purpose)
                ? try MediaQueries.stored(database, name) : nil
        }
        let origin = PhotoOrigin(form["\(kind.name)_origin"] ?? "")
        return stored.map { MediaDraft(name: name, use: $0.use, origin: origin) }
    }

    /// Takes a draft for the thing that shows it from now on, in the transaction that stores the thing; false when it is
    /// not kept any more. What not every browser plays is transcoded soon.
    static func claimDraft(
        _ database: Writer, _ name: MediaName, of owner: ID<Account>, for purpose: String, at now: Timestamp
    ) throws -> Bool {
        guard try DraftQueries.claim(database, name, of: owner, for: purpose) else { return false }
        try MediaFeature.hastenTranscoding(database, name, at: now)
        return true
    }

    /// Deletes drafts whose form was never sent.
    func sweepDrafts(_ now: Timestamp) throws {
        try site.database.write { try DraftQueries.releaseOld($0, before: now - MediaDraft.life, now) }
    }
}

extension MediaFeature: MediaAccess {
    /// A draft is for its owner.
    func mayRead(_ database: Reader, _ name: MediaName, for viewer: Viewer) throws -> Bool {
        try DraftQueries.isDraft(database, name, of: viewer.id)
    }
}
