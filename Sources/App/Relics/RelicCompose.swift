import Database
import HTTP
import Media
import Proximity

/// The form that leaves a relic.
extension Relics {
    var composeRoutes: [Route] {
        [
            .get("/relics/new", showCompose),
            .upload("/relics/new", bodyLimit: Uploads.recordingFormBytes, resume: "/relics/new", preview),
            .upload("/relics", bodyLimit: Uploads.recordingFormBytes, resume: "/relics/new", leave),
        ]
    }

    var composeNavigation: [NavigationEntry] {
        [
            NavigationEntry(
                slot: .drop, rank: 20, path: RelicPaths.new, icon: "gem", words: "Relic",
                detail: { _ in "A photo, video or sound for passers-by" })
        ]
    }

    func showCompose(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let start = try composer.start(context, viewer)
        let draft = RelicDraft(at: composer.empty(.relic, context.query, from: start))
        return try composePage(context, viewer, draft: draft, from: start, errors: ValidationErrors())
    }

    /// Shows the form with the new place, map view or file; leaves nothing.
    func preview(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let submission = try receiveMedia(context, viewer)
        let start = try composer.start(context, viewer)
        var draft = RelicDraft(context.form, at: composer.sent(.relic, context.form, from: start))
        draft.media = submission.draft
        var errors = submission.errors
        errors.add(composer.step(context, &draft.spot, media: draft.media))
        let page = try composePage(context, viewer, draft: draft, from: start, errors: errors)
        return submission.refusal?.answer(page) ?? page
    }

    /// `POST /relics`
    func leave(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        if let earlier = try left(context, viewer) { return answer(context, earlier) }
        let submission = try receiveMedia(context, viewer)
        var errors = submission.errors
        do {
            var form: RelicForm?
            do { form = try RelicForm(context.form) } catch { errors.add(error) }
            guard let media = submission.draft else {
                errors.add("media", "Choose a photo, a video or a sound.")
                throw errors
            }
            guard let form, errors.isEmpty else { throw errors }
            // Slow, and never within the transaction.
            let hash = try form.password.map { try accounts.hasher.hash($0, as: .known(viewer.id.rawValue)) }
            let relic = form.relic(media, password: hash?.text)
            return answer(context, try create(relic, from: viewer.id, zone: viewer.timeZone, context.now))
        } catch let others as ValidationErrors {
            errors.add(others)
            let start = try composer.start(context, viewer)
            var draft = RelicDraft(context.form, at: composer.sent(.relic, context.form, from: start))
            draft.media = submission.draft
            let page = try composePage(
                context, viewer, draft: draft, from: start, errors: errors, status: .unprocessableContent)
            return submission.refusal?.answer(page) ?? page
        }
    }

    private func answer(_ context: RequestContext, _ id: ID<Relic>) -> Response {
        let waits = PlaceForm.isOn(context.form, "appears")
        return context.redirect(
            to: RelicPaths.relic(id), saying: waits ? "Your relic appears in an hour." : "Your relic is there now.")
    }

    /// The relic that this form has left already. Then its file is not processed again.
    private func left(_ context: RequestContext, _ viewer: Viewer) throws -> ID<Relic>? {
        guard let key = FormKey.read(context.form) else { return nil }
        return try site.database.read { try RelicQueries.relic($0, of: viewer.id, formKey: key) }
    }

    private func receiveMedia(_ context: RequestContext, _ viewer: Viewer) throws -> DraftSubmission {
        try uploads.receiveDraft(context, viewer, for: Relics.draftPurpose, kind: .recording)
    }

    private func composePage(
        _ context: RequestContext, _ viewer: Viewer, draft: RelicDraft, from start: Composer.Start,
        errors: ValidationErrors, status: Status = .ok
    ) throws -> Response {
        let frame = context.frame(RelicComposePage.title, .drop)
        let page = RelicComposePage(
            frame: frame, draft, place: composer.placeField(draft.spot, for: viewer, errors: errors),
            map: composer.map(draft.spot, start: start, for: viewer),
            media: composer.mediaField(
                .recording, draft: draft.media, in: .relic, beside: "", for: viewer, errors: errors),
            units: viewer.units, errors: errors)
        return context.page(page, status: status)
    }
}
