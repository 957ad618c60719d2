import Database
import HTTP

extension Relics: ReportSource {
    /// What a relic is called among the subjects of reports.
    static let reportSubject = "relic"

    var reportSubjects: [ReportSubject] { [ReportSubject(name: Relics.reportSubject, words: "A relic")] }

    /// `POST /relics/{id}/report`: with what it is and says, because its maker may delete it.
    func report(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let id = try relicID(context)
        let gateway = try gateway(id, in: context, for: viewer)
        guard !gateway.relic.isOwn else { throw Failure.notFound }
        guard gateway.isOpen else {
            return try gatePage(gateway, in: context, for: viewer, status: .unprocessableContent)
        }
        do {
            try site.database.write { database in
                guard let relic = try RelicQueries.open(database, id, to: viewer.id, at: context.now) else {
                    throw Failure.notFound
                }
                try moderation.file(
                    database, context.form, by: viewer.id, about: relic.known.maker.id,
                    copying: .init(
                        subject: Relics.reportSubject, words: RelicWords.reported(relic), files: [relic.media]),
                    at: context.now)
            }
        } catch let errors as ValidationErrors {
            guard let page = try openPage(id, in: context, for: viewer, status: .unprocessableContent, errors: errors)
            else {
                throw Failure.notFound
            }
            return page
        }
        return context.redirect(
            to: RelicPaths.relic(id), saying: NewReport.thanks)
    }
}
