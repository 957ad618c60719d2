import Database
import HTTP
import Proximity

extension Friends: ReportSource {
    var reportSubjects: [ReportSubject] {
        [
            ReportSubject(name: "person", words: "This person or how they behave"),
            ReportSubject(name: "request", words: "A friend request"),
        ]
    }

    /// `GET /people/{username}/report`: the form for somebody whom the viewer has blocked. The pages of others have it.
    func showReport(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let (person, isBlocked) = try site.database.read { try reportable($0, context, viewer) }
        guard isBlocked else { return context.redirect(to: PersonPaths.person(person.username)) }
        return reportPage(person, context)
    }

    /// `POST /people/{username}/report`
    func report(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let (person, isBlocked) = try site.database.read { try reportable($0, context, viewer) }
        do {
            try site.database.write {
                try moderation.file($0, context.form, by: viewer.id, about: person.id, context.now)
            }
            return context.redirect(
                to: isBlocked ? FriendPaths.blocked : PersonPaths.person(person.username),
                saying: "Thank you. The people who run this site will read your report. Nobody else is told.")
        } catch let errors as ValidationErrors {
            if isBlocked { return reportPage(person, context, status: .unprocessableContent, errors) }
            return try personPage(context, viewer, context.form, errors, status: .unprocessableContent)
        }
    }

    /// Somebody else whom the viewer sees or has blocked: a block takes no protection away from who blocks.
    ///
    /// - Throws: `Failure.notFound`, also for who has blocked the viewer.
    private func reportable(
        _ database: Reader, _ context: RequestContext, _ viewer: Viewer
    ) throws -> (person: Person, isBlocked: Bool) {
        let name = context.parameters["username"] ?? ""
        if let blocked = try FriendQueries.blockedPerson(database, named: name, by: viewer.id) {
            return (blocked, true)
        }
        let seen = try person(database, context, viewer)
        guard seen.id != viewer.id else { throw Failure.notFound }
        return (seen, false)
    }

    private func reportPage(
        _ person: Person, _ context: RequestContext, status: Status = .ok,
        _ errors: ValidationErrors = ValidationErrors()
    ) -> Response {
        let page = PersonReportPage(
            frame: context.frame("Report \(person.name)", .friends), person: PersonPart(person),
            report: ReportFormPart(moderation.subjects, context.form, errors))
        return context.page(page, status: status)
    }
}
