import Atlas
import Database
import HTTP
import Proximity

/// Making a group.
extension Groups {
    /// `GET /groups/new`
    func showNewGroup(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try newGroupPage(context, viewer, ValidationErrors())
    }

    /// `POST /groups/preview`: the form again, with the chosen distance on the map.
    func previewGroup(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try newGroupPage(context, viewer, ValidationErrors())
    }

    /// `POST /groups` (name, limit_m, hours, phone, approve, key)
    func makeGroup(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        do {
            let group = try NewGroup(context.form)
            let submission = SubmissionKey.read(context.form) ?? newSubmission()
            let id = try site.database.write {
                try make($0, group, submission: submission, by: viewer.id, context.now)
            }
            return context.redirect(to: GroupPaths.group(id))
        } catch let errors as ValidationErrors {
            return try newGroupPage(context, viewer, errors, status: .unprocessableContent)
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

    private func newGroupPage(
        _ context: RequestContext, _ viewer: Viewer, _ errors: ValidationErrors, status: Status = .ok
    ) throws -> Response {
        let known = try site.database.read { try positions.last($0, of: viewer.id, context.now) }
        let page = NewGroupPage(
            context.frame("New group", .groups), context.form, key: SubmissionKey.read(context.form) ?? newSubmission(),
            around: known?.coordinate ?? basemaps.startingPlace(site.settings), isKnown: known != nil, viewer, basemaps,
            errors)
        return context.page(page, status: status)
    }
}

extension FriendGroup {
    /// In how many running groups somebody may be at a time.
    static let mostRunning = 20
}
