import Database
import HTTP
import Proximity

/// The page of a photo, and what people answer there.
extension Daily {
    var momentRoutes: [Route] {
        [
            .get("/moments/{id}", showMoment), .post("/moments/{id}/delete", delete),
            .post("/moments/{id}/restore", restore), .post("/moments/{id}/report", report),
            .post("/moments/{id}/comments", comment),
            .post("/moments/{id}/comments/{comment}/delete", removeComment),
            .post("/moments/{id}/comments/{comment}/report", reportComment),
            .upload("/moments/{id}/reactions", bodyLimit: Uploads.pictureFormBytes, react),
        ] + ["comments", "reactions", "report"].map { .get("/moments/{id}/\($0)", showAgain) }
    }

    /// The addresses of forms: a browser that shows a refused one may load it again.
    private func showAgain(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        context.redirect(to: DailyPaths.moment(try seenMoment(context, viewer).id))
    }

    var momentExamples: [GalleryExample] { MomentExamples(basemaps: basemaps).all }

    func showMoment(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let moment = try seenMoment(context, viewer)
        if context.isLookedAt, moment.isOwn { try markRead(moment.id, viewer, context.now) }
        return try momentPage(moment, context, viewer)
    }

    /// The photo in the address.
    ///
    /// - Throws: `Failure.notFound` for one that the viewer does not see.
    func seenMoment(_ context: RequestContext, _ viewer: Viewer) throws -> SeenMoment {
        let id = try momentID(context)
        let moment = try site.database.read { try MomentQueries.moment($0, id, to: viewer.id, context.now) }
        guard let moment else { throw Failure.notFound }
        return moment
    }

    /// The page of a photo that the viewer sees, with the errors of a form on it.
    func momentPage(
        _ moment: SeenMoment, _ context: RequestContext, _ viewer: Viewer, status: Status = .ok,
        refused comment: ID<MomentComment>? = nil, _ errors: ValidationErrors = ValidationErrors()
    ) throws -> Response {
        let last = context.query["after"].flatMap { ID<MomentComment>($0) }
        let material = try site.database.read { database in
            let (comments, next) = try MomentQueries.comments(database, on: moment.id, to: viewer.id, after: last)
            return MomentMaterial(
                moment: moment, comments: comments, next: next,
                reactions: try MomentQueries.reactions(database, on: moment.id, to: viewer.id))
        }
        let key = SubmissionKey.read(context.form) ?? Base64URL.encode(site.environment.randomBytes(15))
        let page = MomentPage(
            frame: context.frame(MomentWords.title(moment), .daily), material, viewer, basemaps, context.now,
            send: site.features.shareLink(DailyPaths.moment(moment.id)), key: key, form: context.form,
            refused: comment, errors)
        return context.page(page, status: status)
    }

    /// Tells the open pages of those who see a photo that a part of them changed: its author, and their friends or
    /// everyone with an open page. While the photos of the day are not revealed, only those who have posted.
    ///
    /// - Parameter actor: whose doing it is; who does not see them is not told, for nothing changes for them.
    func tell(
        _ database: Writer, _ part: String, of moment: ID<Moment>, by actor: ID<Account>, _ now: Timestamp
    ) throws {
        let listening = events.hub.accounts
        for reader in try MomentQueries.readers(database, of: moment, by: actor, among: listening, now) {
            events.pass(database, "change", #"{"part":"\#(part)"}"#, to: reader)
        }
    }
}

extension MomentQueries {
    /// Who of some people sees a photo, or saw it before it was deleted, and sees who did something to it.
    static func readers(
        _ database: Reader, of id: ID<Moment>, by actor: ID<Account>, among people: [ID<Account>], _ now: Timestamp
    ) throws -> [ID<Account>] {
        let author: ID<Account>? = try database.value("SELECT account_id FROM moment WHERE id = \(id)")
        guard let author else { return [] }
        return try database.all(
            """
            SELECT person.id AS id FROM moment JOIN daily_window ON daily_window.day = moment.day
            JOIN \(Person.visible(to: author)) AS person ON person.id IN \(people)
            JOIN \(Person.visible(to: actor)) AS other ON other.id = person.id
            WHERE moment.id = \(id) AND (person.id = \(author)
              OR ((moment.audience = 'everyone'
                  OR person.id IN (SELECT friend.id FROM \(Person.friends(of: author)) AS friend))
                AND (daily_window.reveals_at <= \(now) OR EXISTS (SELECT 1 FROM moment AS mine
                  WHERE mine.account_id = person.id AND mine.day = moment.day AND mine.deleted_at IS NULL))))
            """
        ) { try $0["id"] }
    }
}
