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
        return try composePage(context, viewer, draft, from: start, ValidationErrors(), isFresh: true)
    }

    /// Shows the form with the new place, map view or photo; creates no note.
    func preview(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let arrival = try takePhoto(context, viewer)
        let start = try composer.start(context, viewer)
        var draft = try sentDraft(context, viewer, from: start)
        draft.photo = arrival.draft
        var errors = arrival.errors
        errors.add(composer.step(context, &draft.spot, draft.photo))
        if context.form["use"] == "time" { draft.date(in: viewer.timeZone, now: context.now) }
        let page = try composePage(context, viewer, draft, from: start, errors)
        return arrival.refusal?.answer(page) ?? page
    }

    func create(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let isRepeat = try isCreated(context, viewer)
        let arrival = isRepeat ? DraftArrival() : try takePhoto(context, viewer)
        var errors = arrival.errors
        do {
            let form = try friends.withCircles(context.form, field: "to", viewer)
            let note = try NewNote(form, photo: arrival.draft?.name, in: viewer.timeZone, context.now)
            try errors.check()
            if !isRepeat { try site.throttles.attempt([(.note, "\(viewer.id)")], context.now) }
            let id = try create(note, from: viewer.id, zone: viewer.timeZone, context.now)
            return left(note, id, context)
        } catch let others as ValidationErrors {
            errors.add(others)
            let start = try composer.start(context, viewer)
            var draft = try sentDraft(context, viewer, from: start)
            draft.photo = errors.has("photo") && arrival.refusal == nil ? nil : arrival.draft
            let page = try composePage(
                context, viewer, draft, from: start, errors, status: .unprocessableContent)
            return arrival.refusal?.answer(page) ?? page
        }
    }

    /// Leads to the place of a note that was left, or to its link, which is to be sent.
    private func left(_ note: NewNote, _ id: ID<Note>, _ context: RequestContext) -> Response {
        let finders = note.recipients + (note.isByLink ? ["whoever gets its link"] : [])
        let finder = finders.count == 1 && !note.isByLink ? finders[0] : "somebody"
        return context.redirect(
            to: note.isByLink ? NotePaths.note(id) : MapPaths.view(of: note.coordinate, zoom: Picker.closeZoom),
            saying: "Your note is waiting for \(WordList.join(finders)).",
            asking: "Know at once when \(finder) opens it.")
    }

    /// The form of a stored note, as it is or as it was refused.
    func editPage(
        _ context: RequestContext, _ viewer: Viewer, _ draft: Draft, _ errors: ValidationErrors,
        status: Status = .ok
    ) throws -> Response {
        let start = try composer.start(context, viewer)
        return try composePage(context, viewer, draft, from: start, errors, status: status)
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
        guard let key = SubmissionKey.read(context.form) else { return false }
        return try site.database.read { try NoteQueries.note($0, of: viewer.id, submission: key) } != nil
    }

    private func composePage(
        _ context: RequestContext, _ viewer: Viewer, _ draft: Draft, from start: Composer.Start,
        _ errors: ValidationErrors, status: Status = .ok, isFresh: Bool = false
    ) throws -> Response {
        let (people, circles) = try site.database.read {
            (try friends.friends($0, of: viewer.id), try friends.circles($0, of: viewer.id))
        }
        let words = OpeningWords(zone: viewer.timeZone, now: context.now)
        let frame = context.frame(ComposePage.title(draft.note), draft.note == nil ? .drop : .sent)
        let form = ComposePage.composer(
            frame, draft.note, place: composer.placeField(draft.spot, viewer, errors),
            map: composer.map(draft.spot, start, viewer), isFresh: isFresh)
        let link = ComposePage.link(isOn: draft.isByLink || isFresh && people.isEmpty)
        let page = ComposePage(
            frame: frame, composer: form, note: draft.note, text: draft.text,
            recipients: recipients(people, circles, draft, errors, isFresh: isFresh),
            link: people.isEmpty ? link : nil,
            radius: RadiusFieldPart(draft.spot.radius, of: .note, viewer.units, errors),
            options: ComposeOptionsPart(
                draft, words, link: people.isEmpty || draft.note != nil ? nil : link, errors),
            submission: draft.spot.submission,
            photo: composer.mediaField(.photo, draft.photo, in: .note, beside: draft.text, viewer, errors),
            errors: errors)
        return context.page(page, status: status)
    }

    /// The choice of friends. The only friend of somebody is chosen from the beginning.
    private func recipients(
        _ people: [Person], _ circles: [Circle], _ draft: Draft, _ errors: ValidationErrors, isFresh: Bool
    ) -> FriendChoicesPart {
        let isOnly = isFresh && people.count == 1
        return FriendChoicesPart(
            field: "to", legend: "For", people, circles,
            chosen: isOnly ? Set(people.map { Username.fold($0.username) }) : Set(draft.recipients),
            circled: draft.circles, errors)
    }

    /// Takes the photo out of the form.
    private func takePhoto(_ context: RequestContext, _ viewer: Viewer) throws -> DraftArrival {
        try uploads.takeDraft(context, viewer, for: Notes.draftPurpose)
    }
}
