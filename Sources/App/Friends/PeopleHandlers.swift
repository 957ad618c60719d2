import Database
import HTTP
import Proximity

/// A person's page, and blocking.
extension Friends {
    func showPerson(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try personPage(context, viewer, form: FormFields(), errors: ValidationErrors(), status: .ok)
    }

    private func personPage(
        _ context: RequestContext, _ viewer: Viewer, form: FormFields, errors: ValidationErrors, status: Status
    ) throws -> Response {
        let name = context.parameters["username"] ?? ""
        let sources = site.features.conforming(to: (any PersonPageSource).self)
        let (found, mutual, bio, parts) = try site.database.read { database in
            guard let found = try FriendQueries.found(database, named: name, viewer: viewer.id) else {
                throw Failure.notFound
            }
            return (
                found, try FriendQueries.mutual(database, of: viewer.id, and: found.person.id),
                try FriendQueries.bio(database, of: found.person.id),
                try sources.compactMap {
                    try $0.personPart(database, of: found.person, for: viewer, context.now)
                }
            )
        }
        let isSelf = found.person.id == viewer.id
        let page = PersonPage(
            frame: context.frame(found.person.name, isSelf ? .you : .friends), person: PersonPart(found.person),
            bio: bio, parts: try parts.map { try $0() }, isSelf: isSelf,
            links: isSelf ? site.features.links(.ownPage, viewer) : [],
            actions: actions(for: found.person, isFriend: found.relation == .friend),
            relation: RelationPart(found.relation),
            mutual: mutual.map(PersonPart.init),
            report: ReportFormPart(moderation.subjects, form: form, errors: errors), end: end)
        return context.page(page, status: status)
    }

    func showBlocked(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let people = try site.database.read { try FriendQueries.blockedPeople($0, by: viewer.id) }
        return context.page(
            BlockedPage(frame: context.frame("Blocked people", .friends), people: people.map(PersonPart.init)))
    }

    func block(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let name = try site.database.write { database in
            let person = try person(database, context, for: viewer)
            guard person.id != viewer.id else { throw Failure.notFound }
            try FriendQueries.block(database, viewer.id, blocked: person.id, at: context.now)
            try notifyOfEnd(database, viewer.id, and: person.id, at: context.now)
            return person.name
        }
        return context.redirect(
            to: FriendPaths.blocked, saying: "\(name) is blocked. You can no longer see or contact each other.")
    }

    func unblock(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let name = context.parameters["username"] ?? ""
        let isDone = try site.database.write { try FriendQueries.unblock($0, viewer.id, named: name) }
        guard isDone else { throw Failure.notFound }
        return context.redirect(
            to: FriendPaths.blocked, saying: "Unblocked. You’re not friends, but you can add each other again.")
    }

    func report(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        do {
            try site.database.write { database in
                let person = try person(database, context, for: viewer)
                guard person.id != viewer.id else { throw Failure.notFound }
                try moderation.file(database, context.form, by: viewer.id, about: person.id, at: context.now)
            }
            return context.redirect(
                to: PersonPaths.person(context.parameters["username"] ?? ""),
                saying: "Thank you. The people who run this site will read your report. Nobody else is told.")
        } catch let errors as ValidationErrors {
            return try personPage(context, viewer, form: context.form, errors: errors, status: .unprocessableContent)
        }
    }
}

extension Friends: ReportSource {
    var reportSubjects: [ReportSubject] {
        [
            ReportSubject(name: "person", words: "This person or how they behave"),
            ReportSubject(name: "request", words: "A friend request"),
        ]
    }
}
