import Database
import HTTP

extension Daily: ReportSource {
    private static let photoSubject = "moment"
    private static let commentSubject = "moment comment"

    var reportSubjects: [ReportSubject] {
        [
            ReportSubject(name: Daily.photoSubject, words: "A photo of the day"),
            ReportSubject(name: Daily.commentSubject, words: "A comment on a photo of the day"),
        ]
    }

    /// `POST /moments/{id}/report`: with what it shows and says, because its author may delete it.
    func report(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let post = try seenPost(context, viewer)
        guard !post.isOwn else { throw Failure.notFound }
        let words = "Photo of \(post.day.text)" + (post.caption.isEmpty ? "" : ": \(post.caption)")
        return try file(
            context, viewer, post: post, about: post.author,
            copying: .init(
                subject: Daily.photoSubject, words: words, files: [post.back, post.front].compactMap { $0 }))
    }

    /// `POST /moments/{id}/comments/{comment}/report`
    func reportComment(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let post = try seenPost(context, viewer)
        guard let id = ID<DailyPostComment>(context.parameters["comment"] ?? ""),
            let comment = try site.database.read({
                try DailyPostQueries.comment($0, id, on: post.id, to: viewer.id)
            }), comment.writer.id != viewer.id
        else { throw Failure.notFound }
        return try file(
            context, viewer, post: post, about: comment.writer,
            copying: .init(subject: Daily.commentSubject, words: comment.text), comment: id)
    }

    private func file(
        _ context: RequestContext, _ viewer: Viewer, post: SeenDailyPost, about person: Person,
        copying content: Moderation.Content, comment: ID<DailyPostComment>? = nil
    ) throws -> Response {
        do {
            try site.database.write { database in
                try moderation.file(
                    database, context.form, by: viewer.id, about: person.id, copying: content, at: context.now)
            }
        } catch let errors as ValidationErrors {
            return try dailyPostPage(
                post, in: context, for: viewer, status: .unprocessableContent, refused: comment, errors: errors)
        }
        return context.redirect(
            to: DailyPaths.post(post.id),
            saying: NewReport.thanks)
    }
}
