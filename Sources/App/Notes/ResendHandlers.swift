import Database
import HTTP
import Proximity

/// What an author does about the reminders of a note.
extension Notes {
    /// Tells those for whom a note waits of it again.
    func resendNote(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let id = try noteID(context)
        func check(_ database: Reader) throws {
            let resending = try resending(database, id, context, viewer)
            let state = resending.state(context.now)
            guard state == .possible else {
                throw Failure.conflict(NoteRemindersPart.reason(state, in: viewer.timeZone, context.now))
            }
        }
        try site.database.read(check)
        try site.throttles.attempt([(.resend, "\(viewer.id)")], context.now)
        try site.database.write { database in
            // Another request may have sent it meanwhile.
            try check(database)
            try resend(database, id, context.now)
        }
        return context.redirect(
            to: context.ownReferer ?? NotePaths.note(id), saying: "Sent again. Your friends hear that it's waiting.")
    }

    /// Switches the reminders of a note on or off.
    func switchReminders(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let id = try noteID(context)
        let reminds = try context.form.flag("on", on: "1", off: "0")
        try site.database.write { database in
            guard try resending(database, id, context, viewer).isSwitchable(context.now) else {
                throw Failure.notFound
            }
            try NoteQueries.setReminds(database, id, reminds)
        }
        return context.redirect(
            to: context.ownReferer ?? NotePaths.note(id),
            saying: reminds ? "Your friends will be reminded again." : "Your friends won't be reminded of it.")
    }

    /// - Throws: `Failure.notFound` for a note that is not the viewer's, or that waits for nobody as far as they know.
    private func resending(
        _ database: Reader, _ id: ID<Note>, _ context: RequestContext, _ viewer: Viewer
    ) throws -> Resending {
        guard let resending = try NoteQueries.resending(database, [id], by: viewer.id, context.now)[id],
            resending.isAwaited
        else { throw Failure.notFound }
        return resending
    }
}
