import Database
import HTTP
import Proximity

/// A person's page, and blocking.
extension Friends {
    func showPerson(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try personPage(context, viewer, FormFields(), ValidationErrors(), status: .ok)
    }

    /// A person's page, also after a report that was refused.
    func personPage(
        _ context: RequestContext, _ viewer: Viewer, _ form: FormFields, _ errors: ValidationErrors, status: Status
    ) throws -> Response {
        let name = context.parameters["username"] ?? ""
        let sources = site.features.conforming(to: (any PersonPageSource).self)
        let (found, mutual, bio, parts, choices) = try site.database.read { database in
            guard let found = try FriendQueries.found(database, named: name, viewer: viewer.id) else {
                throw Failure.notFound
            }
            return (
                found, try FriendQueries.mutual(database, of: viewer.id, and: found.person.id),
                try FriendQueries.bio(database, of: found.person.id),
                try sources.compactMap {
                    try $0.personPart(database, of: found.person, for: viewer, context.now)
                },
                try blockChoices.flatMap {
                    try $0.blockChoices(database, of: found.person, for: viewer, context.now)
                }
            )
        }
        let isSelf = found.person.id == viewer.id
        let page = PersonPage(
            frame: context.frame(found.person.name, isSelf ? .you : .friends), person: PersonPart(found.person),
            bio: bio, parts: try parts.map { try $0() }, isSelf: isSelf,
            links: isSelf ? site.features.links(.ownPage, viewer) : [],
            actions: actions(for: found.person, isFriend: found.standing == .friend),
            standing: StandingPart(found.standing),
            mutual: mutual.map(PersonPart.init), report: ReportFormPart(moderation.subjects, form, errors), end: end,
            blockChoices: choices)
        return context.page(page, status: status)
    }

    func showBlocked(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let people = try site.database.read { try FriendQueries.blockedPeople($0, by: viewer.id) }
        return context.page(
            BlockedPage(frame: context.frame("Blocked people", .friends), people: people.map(PersonPart.init)))
    }

    func block(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let words = try site.database.write { database in
            let person = try person(database, context, viewer)
            guard person.id != viewer.id else { throw Failure.notFound }
            try FriendQueries.block(database, viewer.id, person.id, context.now)
            try tellOfEnd(database, viewer.id, person.id, context.now)
            let removals = try blockChoices.map {
                try $0.blocked(database, person, context.form, by: viewer, context.now)
            }
            return WordList.sentences(
                ["\(person.name) is blocked.", "You can no longer see or contact each other."] + removals)
        }
        return context.redirect(to: FriendPaths.blocked, saying: words)
    }

    private var blockChoices: [any BlockChoiceSource] { site.features.conforming(to: (any BlockChoiceSource).self) }

    func unblock(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let name = context.parameters["username"] ?? ""
        let isDone = try site.database.write { try FriendQueries.unblock($0, viewer.id, named: name) }
        guard isDone else { throw Failure.notFound }
        return context.redirect(
            to: FriendPaths.blocked, saying: "Unblocked. You're not friends, but you can add each other again.")
    }
}
