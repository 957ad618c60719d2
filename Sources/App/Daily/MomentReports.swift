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

    /// `POST /moments/{id}/comments/{comment}/report`
    func reportComment(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let moment = try seenMoment(context, viewer)
        guard let id = ID<MomentComment>(context.parameters["comment"] ?? ""),
            let comment = try site.database.read({
                try MomentQueries.comment($0, id, on: moment.id, to: viewer.id)
            }), comment.writer.id != viewer.id
        else { throw Failure.notFound }
        return try file(
            context, viewer, moment, about: comment.writer,
            copying: .init(subject: Daily.commentSubject, words: comment.text), comment: id)
    }

    private func file(
        _ context: RequestContext, _ viewer: Viewer, _ moment: SeenMoment, about person: Person,
        copying content: Moderation.Content, comment: ID<MomentComment>? = nil
    ) throws -> Response {
        do {
            try site.database.write { database in
                try moderation.file(
                    database, context.form, by: viewer.id, about: person.id, copying: content, context.now)
            }
        } catch let errors as ValidationErrors {
            return try momentPage(moment, context, viewer, status: .unprocessableContent, refused: comment, errors)
        }
        return context.redirect(
            to: DailyPaths.moment(moment.id),
            saying: "Thank you. Whoever runs this site will read it. Nobody else is told.")
    }
}
