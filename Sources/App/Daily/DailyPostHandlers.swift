import Database
import HTTP
import Proximity

/// The page of a photo, and what people answer there.
extension Daily {
    var dailyPostRoutes: [Route] {
        [
            .get("/moments/{id}", showDailyPost), .post("/moments/{id}/delete", delete),
            .post("/moments/{id}/restore", restore), .post("/moments/{id}/report", report),
            .post("/moments/{id}/comments", comment),
            .post("/moments/{id}/comments/{comment}/delete", removeComment),
            .post("/moments/{id}/comments/{comment}/report", reportComment),
            .upload("/moments/{id}/reactions", bodyLimit: Uploads.pictureFormBytes, react),
        ] + ["comments", "reactions", "report"].map { .get("/moments/{id}/\($0)", showAgain) }
    }

    /// The addresses of forms: a browser that shows a refused one may load it again.
    private func showAgain(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        context.redirect(to: DailyPaths.post(try seenPost(context, viewer).id))
    }

    var dailyPostExamples: [GalleryExample] { DailyPostExamples(basemaps: basemaps).all }

    func showDailyPost(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let post = try seenPost(context, viewer)
        if context.isLookedAt, post.isOwn { try markRead(post.id, for: viewer, at: context.now) }
        return try dailyPostPage(post, in: context, for: viewer)
    }

    /// The photo in the address.
    ///
    /// - Throws: `Failure.notFound` for one that the viewer does not see.
    func seenPost(_ context: RequestContext, _ viewer: Viewer) throws -> SeenDailyPost {
        let id = try postID(context)
        let post = try site.database.read { try DailyPostQueries.post($0, id, to: viewer.id, at: context.now) }
        guard let post else { throw Failure.notFound }
        return post
    }

    /// The page of a photo that the viewer sees, with the errors of a form on it.
    func dailyPostPage(
        _ post: SeenDailyPost, in context: RequestContext, for viewer: Viewer, status: Status = .ok,
        refused comment: ID<DailyPostComment>? = nil, errors: ValidationErrors = ValidationErrors()
    ) throws -> Response {
        let last = context.query["after"].flatMap { ID<DailyPostComment>($0) }
        let material = try site.database.read { database in
            let (comments, next) = try DailyPostQueries.comments(database, on: post.id, to: viewer.id, after: last)
            return DailyPostMaterial(
                post: post, comments: comments, next: next,
                reactions: try DailyPostQueries.reactions(database, on: [post.id], to: viewer.id)[post.id] ?? [])
        }
        let key = site.formKey(of: context.form)
        var frame = context.frame(DailyPostWords.title(post), .daily)
        if let address = context.ownReferer, address.hasPrefix(DailyPaths.photos(post.day)) {
            frame.origin = BackPart(path: address, words: "The day’s photos")
        }
        let page = DailyPostPage(
            frame: frame, material, for: viewer, basemaps: basemaps, at: context.now,
            send: site.features.shareLink(DailyPaths.post(post.id)), key: key, form: context.form,
            refused: comment, errors: errors)
        return context.page(page, status: status)
    }

    /// Tells the open pages of those who see a photo that a part of them changed: its author, and their friends or
    /// everyone with an open page. While the photos of the day are not revealed, only those who have posted.
    ///
    /// - Parameter actor: whose doing it is; who does not see them is not told, for nothing changes for them.
    func tell(
        _ database: Writer, _ part: String, of post: ID<DailyPost>, by actor: ID<Account>, at now: Timestamp
    ) throws {
        let listening = events.hub.accounts
        for reader in try DailyPostQueries.readers(database, of: post, by: actor, among: listening, now) {
            events.broadcast(database, "change", data: #"{"part":"\#(part)"}"#, to: reader)
        }
    }
}

extension DailyPostQueries {
    /// Who of some people sees a photo, or saw it before it was deleted, and sees who did something to it.
    static func readers(
        _ database: Reader, of id: ID<DailyPost>, by actor: ID<Account>, among people: [ID<Account>], _ now: Timestamp
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
