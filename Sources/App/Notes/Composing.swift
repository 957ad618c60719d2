import Database
import Foundation
import HTTP
import Proximity

/// The compose page: form, preview and creation of the note.
extension Notes {
    func showCompose(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let start = try composer.start(context, viewer)
        var draft = Draft(at: composer.empty(.note, context.query, from: start))
        let linked = try friends.withCircles(context.query, field: "to", viewer)
        draft.recipients = Set(linked.all("to").map { Username.fold($0) })
        draft.circles = Set(linked.all("circle"))
        return try composePage(context, viewer, draft: draft, from: start, errors: ValidationErrors(), isFresh: true)
    }

    /// Shows the form with the new place, map view or photo; creates no note.
    func preview(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let submission = try receivePhoto(context, viewer)
        let start = try composer.start(context, viewer)
        var draft = try sentDraft(context, viewer, from: start)
        draft.photo = submission.draft
        var errors = submission.errors
        errors.add(composer.step(context, &draft.spot, media: draft.photo))
        if context.form["use"] == "time" { draft.date(in: viewer.timeZone, now: context.now) }
        let page = try composePage(context, viewer, draft: draft, from: start, errors: errors)
        return submission.refusal?.answer(page) ?? page
    }

    func create(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let isRepeat = try isCreated(context, viewer)
        let submission = isRepeat ? DraftSubmission() : try receivePhoto(context, viewer)
        var errors = submission.errors
        do {
            let form = try friends.withCircles(context.form, field: "to", viewer)
            let note = try NewNote(form, photo: submission.draft?.name, in: viewer.timeZone, context.now)
            try errors.check()
            if !isRepeat { try site.throttles.attempt([(.note, "\(viewer.id)")], context.now) }
            try create(note, from: viewer.id, zone: viewer.timeZone, context.now)
            return context.redirect(
                to: MapPaths.view(of: note.coordinate, zoom: Picker.closeZoom),
                saying: "Your note is waiting for \(WordList.join(note.recipients)).",
                asking:
                    "Get a notification when \(note.recipients.count == 1 ? note.recipients[0] : "somebody") opens it.")
        } catch let others as ValidationErrors {
            errors.add(others)
            let start = try composer.start(context, viewer)
            var draft = try sentDraft(context, viewer, from: start)
            draft.photo = errors.has("photo") && submission.refusal == nil ? nil : submission.draft
            let page = try composePage(
                context, viewer, draft: draft, from: start, errors: errors, status: .unprocessableContent)
            return submission.refusal?.answer(page) ?? page
        }
    }

    /// The form of a stored note, as it is or as it was refused.
    func editPage(
        _ context: RequestContext, _ viewer: Viewer, draft: Draft, errors: ValidationErrors,
        status: Status = .ok
    ) throws -> Response {
        let start = try composer.start(context, viewer)
        return try composePage(context, viewer, draft: draft, from: start, errors: errors, status: status)
    }

    /// The draft in a sent form. It is for an existing note only if that is the viewer's own.
    func sentDraft(_ context: RequestContext, _ viewer: Viewer) throws -> Draft {
        try sentDraft(context, viewer, from: composer.start(context, viewer))
    }

    private func sentDraft(
        _ context: RequestContext, _ viewer: Viewer, from start: Composer.Start
    ) throws -> Draft {
        let form = try friends.withCircles(context.form, field: "to", viewer)
        var draft = Draft(form, at: composer.sent(.note, form, from: start), in: viewer.timeZone)
        if let id = form["note"].flatMap({ ID<Note>($0) }) {
            let note = try site.database.read { try NoteQueries.readable($0, id, viewer: viewer.id) }
            if note?.author.id == viewer.id { draft.note = id }
        }
        return draft
    }

    /// Whether this form has already created its note. Then its photo is not processed again.
    private func isCreated(_ context: RequestContext, _ viewer: Viewer) throws -> Bool {
        guard let key = FormKey.read(context.form) else { return false }
        return try site.database.read { try NoteQueries.note($0, of: viewer.id, formKey: key) } != nil
    }

    private func composePage(
        _ context: RequestContext, _ viewer: Viewer, draft: Draft, from start: Composer.Start,
        errors: ValidationErrors, status: Status = .ok, isFresh: Bool = false
    ) throws -> Response {
        let (people, circles) = try site.database.read {
            (try friends.friends($0, of: viewer.id), try friends.circles($0, of: viewer.id))
        }
        var draft = draft
        if draft.note == nil { composer.propose(&draft.spot, from: start, viewer) }
        let words = OpeningWords(zone: viewer.timeZone, now: context.now)
        let frame = context.frame(ComposePage.title(draft.note), draft.note == nil ? .drop : .sent)
        let form = ComposePage.composer(
            frame, draft.note, place: composer.placeField(draft.spot, for: viewer, errors: errors),
            map: composer.map(draft.spot, start: start, for: viewer), isFresh: isFresh)
        let page = ComposePage(
            frame: frame, composer: form, note: draft.note, text: draft.text,
            recipients: recipients(people, circles: circles, draft: draft, errors: errors, isFresh: isFresh),
            radius: RadiusFieldPart(
                draft.spot, isSettled: draft.note != nil, hasHint: !draft.hint.isEmpty, units: viewer.units,
                errors: errors),
            options: ComposeOptionsPart(draft, words: words, errors: errors), formKey: draft.spot.formKey,
            photo: composer.mediaField(
                .photo, draft: draft.photo, in: .note, beside: draft.text, for: viewer, errors: errors),
            errors: errors)
        return context.page(page, status: status)
    }

    /// The choice of friends. The only friend of somebody is chosen from the beginning.
    private func recipients(
        _ people: [Person], circles: [Circle], draft: Draft, errors: ValidationErrors, isFresh: Bool
    ) -> FriendChoicesPart {
        let isOnly = isFresh && people.count == 1
        return FriendChoicesPart(
            field: "to", legend: "For", people, circles: circles,
            chosen: isOnly ? Set(people.map { Username.fold($0.username) }) : Set(draft.recipients),
            circled: draft.circles, errors: errors)
    }

    /// Takes the photo out of the form.
    private func receivePhoto(_ context: RequestContext, _ viewer: Viewer) throws -> DraftSubmission {
        try uploads.receiveDraft(context, viewer, for: Notes.draftPurpose)
    }
}
