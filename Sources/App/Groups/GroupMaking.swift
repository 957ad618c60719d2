import Atlas
import Database
import HTTP
import Proximity

/// Making a group.
extension Groups {
    /// `GET /groups/new`
    func showNewGroup(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try newGroupPage(context, viewer, nil, ValidationErrors())
    }

    /// `POST /groups/preview`: the form again, with the chosen distance on the map.
    func previewGroup(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try newGroupPage(context, viewer, context.form, ValidationErrors())
    }

    /// `POST /groups` (name, limit_m, hours, phone, approve, key, and whom to ask: username and circle, repeatable)
    func makeGroup(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        do {
            let group = try NewGroup(context.form)
            let submission = SubmissionKey.read(context.form) ?? newSubmission()
            let names = try namedFriends(context, viewer)
            let (id, asked) = try site.database.write { database in
                let people = try friends(database, named: names, of: viewer.id)
                let id = try make(database, group, submission: submission, by: viewer.id, context.now)
                return (id, try invite(database, people, toNew: id, by: viewer.id, context.now))
            }
            let words = "\(group.name) has begun."
            return context.redirect(
                to: GroupPaths.group(id), saying: asked.isEmpty ? words : "\(words) \(Groups.words(asked: asked))",
                asking: Groups.pushWords)
        } catch let errors as ValidationErrors {
            return try newGroupPage(context, viewer, context.form, errors, status: .unprocessableContent)
        }
    }

    /// Makes a group with its chat. A form that was sent before gives the group that it made then.
    ///
    /// - Throws: `ValidationErrors` for somebody who is in too many running groups; `Failure.tooMany`.
    func make(
        _ database: Writer, _ group: NewGroup, submission: String, by maker: ID<Account>, _ now: Timestamp
    ) throws -> ID<FriendGroup> {
        if let earlier = try GroupListQueries.made(database, by: maker, submission: submission) { return earlier }
        try Throttles.attempt(database, [(.groupMaking, "\(maker)")], now)
        try checkRoom(database, for: maker, now)
        let id = try database.newID(FriendGroup.self)
        let conversation = try conversations.begin(database, [maker])
        try GroupQueries.insert(
            database, id, group, code: try newCode(database),
            linkHash: TokenHash.of(GroupLink.secret(id, version: 1, site.key)), conversation: conversation, now)
        try GroupListQueries.setSubmission(database, id, submission)
        _ = try GroupMemberQueries.insert(
            database, maker, in: id, phone: group.phone, isMaker: true, isAdmitted: true, now)
        return id
    }

    /// - Throws: `ValidationErrors` for somebody who is in too many running groups.
    func checkRoom(_ database: Reader, for account: ID<Account>, _ now: Timestamp) throws {
        guard try GroupListQueries.runningCount(database, of: account, now) < FriendGroup.mostRunning else {
            throw ValidationErrors(
                "group", "You’re in \(FriendGroup.mostRunning) groups now, and that’s as many as fit. Leave one first.")
        }
    }

    private func newSubmission() -> String { Base64URL.encode(site.environment.randomBytes(15)) }

    /// Those who are asked into a group that has just been made.
    private func invite(
        _ database: Writer, _ people: [Person], toNew id: ID<FriendGroup>, by maker: ID<Account>, _ now: Timestamp
    ) throws -> [Person] {
        guard let group = try GroupQueries.group(database, id),
            let member = try GroupMemberQueries.member(database, of: id, maker)
        else { return [] }
        return try invite(database, people, to: group, by: member, now)
    }

    /// - Parameter form: as it was sent; nil for one that nobody has filled in yet.
    private func newGroupPage(
        _ context: RequestContext, _ viewer: Viewer, _ form: FormFields?, _ errors: ValidationErrors,
        status: Status = .ok
    ) throws -> Response {
        let (known, choices) = try site.database.read { database in
            (
                try positions.last(database, of: viewer.id, context.now),
                try self.choices(database, for: viewer, form, errors)
            )
        }
        let page = NewGroupPage(
            context.frame("Go out", .groups), form ?? NewGroupPage.usual(viewer.timeZone, context.now), choices,
            key: SubmissionKey.read(context.form) ?? newSubmission(),
            around: known?.coordinate ?? basemaps.startingPlace(site.settings), isKnown: known != nil, viewer, basemaps,
            errors)
        return context.page(page, status: status)
    }
}

extension FriendGroup {
    /// In how many running groups somebody may be at a time.
    static let mostRunning = 20
}
