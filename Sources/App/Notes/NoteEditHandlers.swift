import Database
import HTTP
import Proximity

/// Editing a note that nobody has opened yet, as far as its author was told.
extension Notes {
    /// `GET /notes/{id}/edit`
    func showEdit(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let (id, contents) = try editable(context, viewer)
        return try editPage(
            context, viewer, draft: Draft(editing: id, contents, in: viewer.timeZone), errors: ValidationErrors())
    }

    /// `POST /notes/{id}/edit`: what the form does not name stays as it is.
    func edit(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let (id, before) = try editable(context, viewer)
        do {
            let contents = try NewNote.contents(
                Notes.completed(context.form, before), in: viewer.timeZone, context.now)
            let isDone = try site.database.write { database in
                let isDone = try NoteQueries.edit(database, id, to: contents, by: viewer.id, at: context.now)
                if isDone, SnappedPosition(before.coordinate) != SnappedPosition(contents.coordinate) {
                    try forgetArea(database, of: id, opensAt: contents.opensAt, context.now)
                }
                return isDone
            }
            guard isDone else { throw Failure.notFound }
            return context.redirect(
                to: NotePaths.note(id), saying: "Saved. Anyone who already found it keeps it as it was.")
        } catch let errors as ValidationErrors {
            var draft = try sentDraft(context, viewer)
            draft.note = id
            return try editPage(context, viewer, draft: draft, errors: errors, status: .unprocessableContent)
        }
    }

    /// Those who were told of a note's area were told of another one: of the new one they are told like anybody else, a
    /// week later.
    private func forgetArea(
        _ database: Writer, of note: ID<Note>, opensAt: Timestamp?, _ now: Timestamp
    ) throws {
        for recipient in try NoteQueries.unfound(database, of: note) {
            try notices.takeBack(database, Notes.waitingKind, subject: note.rawValue, of: recipient)
            try NoteQueries.setReminder(
                database, note, for: recipient, at: NoteReminders.first(left: now, opensAt: opensAt, now))
        }
    }

    private func editable(_ context: RequestContext, _ viewer: Viewer) throws -> (ID<Note>, NoteContents) {
        let id = try noteID(context)
        let contents = try site.database.read { try NoteQueries.editable($0, id, by: viewer.id, at: context.now) }
        guard let contents else { throw Failure.notFound }
        return (id, contents)
    }

    /// A form with the place and the radius that a note has, where it names none.
    private static func completed(_ form: FormFields, _ before: NoteContents) -> FormFields {
        var form = form
        if form["lat"] == nil, form["lon"] == nil {
            form.values.append(("lat", CoordinateFormatter.degrees(before.coordinate.latitude, decimals: 7)))
            form.values.append(("lon", CoordinateFormatter.degrees(before.coordinate.longitude, decimals: 7)))
        }
        if form["radius_m"] == nil {
            form.values.append(("radius_m", CoordinateFormatter.degrees(before.radius.value, decimals: 3)))
        }
        return form
    }
}
