import Database
import HTTP
import Proximity

/// What a maker does with a relic that lies there. Others, and makers of none, get the same answer: there is none.
extension Relics {
    /// `GET /relics/{id}/edit`
    func showEdit(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        context.page(editPage(context, viewer, relic: try ownRelic(context, viewer)))
    }

    /// `POST /relics/{id}/edit`: what the form does not name stays as it is.
    func edit(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let relic = try ownRelic(context, viewer)
        do {
            let edit = try RelicEdit(context.form, before: relic.description)
            let isDone = try site.database.write {
                try RelicQueries.edit($0, relic.known.id, to: edit, by: viewer.id, at: context.now)
            }
            guard isDone else { throw Failure.notFound }
            return context.redirect(to: RelicPaths.relic(relic.known.id), saying: "Saved.")
        } catch let errors as ValidationErrors {
            let sent = (context.form["description"] ?? relic.description, context.form["lifetime"] ?? "")
            return context.page(
                editPage(context, viewer, relic: relic, sent: sent, errors: errors), status: .unprocessableContent)
        }
    }

    /// `POST /relics/{id}/delete`
    func delete(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let id = try relicID(context)
        let isDone = try site.database.write { try RelicQueries.delete($0, id, by: viewer.id, at: context.now) }
        guard isDone else { throw Failure.notFound }
        return context.redirect(
            to: RelicPaths.own, saying: "Deleted, with its visitors’ book.", undo: RelicPaths.restore(id))
    }

    /// `POST /relics/{id}/restore`
    func restore(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let id = try relicID(context)
        let isDone = try site.database.write { try RelicQueries.restore($0, id, by: viewer.id, at: context.now) }
        return context.redirect(
            to: RelicPaths.own, saying: isDone ? "Your relic is back." : "That can’t be undone any more.")
    }

    private func ownRelic(_ context: RequestContext, _ viewer: Viewer) throws -> OpenRelic {
        let id = try relicID(context)
        let relic = try site.database.read { try RelicQueries.open($0, id, to: viewer.id, at: context.now) }
        guard let relic, relic.known.isOwn else { throw Failure.notFound }
        return relic
    }

    private func editPage(
        _ context: RequestContext, _ viewer: Viewer, relic: OpenRelic,
        sent: (description: String, lifetime: String)? = nil, errors: ValidationErrors = ValidationErrors()
    ) -> RelicEditPage {
        RelicEditPage(
            context.frame("Edit your relic", .relics), relic: relic,
            times: RelativeTimeFormatter(viewer.timeZone, now: context.now),
            places: PlaceFormatter(basemaps.places, viewer.units),
            sent: sent, errors: errors)
    }
}
