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

    /// `POST /moments/{id}/report`: with a copy of what it says, because its author may delete it.
    func report(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let moment = try seenMoment(context, viewer)
        guard !moment.isOwn else { throw Failure.notFound }
        let words = "Photo of \(moment.day.text)" + (moment.caption.isEmpty ? "" : ": \(moment.caption)")
        return try file(
            context, viewer, moment, about: moment.author,
            copying: .init(subject: Daily.photoSubject, words: words))
    }

    /// `POST /moments/{id}/comments/{comment}/report`: also of a comment that the viewer saw until they blocked who wrote it.
    func reportComment(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let moment = try seenMoment(context, viewer)
        guard let id = ID<MomentComment>(context.parameters["comment"] ?? "") else { throw Failure.notFound }
        let (shown, blocked) = try site.database.read { database in
            (
                try MomentQueries.comment(database, id, on: moment.id, to: viewer.id),
                try MomentQueries.blockedComment(database, id, on: moment.id, to: viewer.id)
            )
        }
        guard let comment = shown ?? blocked, comment.writer.id != viewer.id else { throw Failure.notFound }
        return try file(
            context, viewer, moment, about: comment.writer,
            copying: .init(subject: Daily.commentSubject, words: comment.text), comment: id, isShown: shown != nil)
    }

    /// - Parameters:
    ///   - comment: the comment whose form it is; nil for the photo's form.
    ///   - isShown: whether the photo's page still has the form.
    private func file(
        _ context: RequestContext, _ viewer: Viewer, _ moment: SeenMoment, about person: Person,
        copying content: Moderation.Content, comment: ID<MomentComment>? = nil, isShown: Bool = true
    ) throws -> Response {
        do {
            try site.database.write { database in
                try moderation.file(
                    database, context.form, by: viewer.id, about: person.id, copying: content, context.now)
            }
        } catch let errors as ValidationErrors {
            guard isShown else { throw Failure.conflict(errors.words) }
            return try momentPage(moment, context, viewer, status: .unprocessableContent, refused: comment, errors)
        }
        return context.redirect(
            to: DailyPaths.moment(moment.id),
            saying: "Thank you. Whoever runs this site will read it. Nobody else is told.")
    }
}
