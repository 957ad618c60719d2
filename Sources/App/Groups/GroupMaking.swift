import Atlas
import Database
import HTTP
import Proximity

/// Making a group.
extension Groups {
    /// `GET /groups/new`
    func showNewGroup(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try newGroupPage(context, viewer, form: nil, errors: ValidationErrors())
    }

    /// `POST /groups/preview`: the form again, with the chosen distance on the map.
    func previewGroup(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try newGroupPage(context, viewer, form: context.form, errors: ValidationErrors())
    }

    /// `POST /groups` (name, limit_m, hours, phone, approve, key, and whom to ask: username and circle, repeatable)
    func makeGroup(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        do {
            let group = try NewGroup(context.form)
            let formKey = site.formKey(of: context.form)
            let names = try namedFriends(context, viewer)
            let (id, asked) = try site.database.write { database in
                let people = try friends(database, named: names, of: viewer.id)
                let id = try make(database, group, formKey: formKey, by: viewer.id, at: context.now)
                return (id, try invite(database, people, toNew: id, by: viewer.id, at: context.now))
            }
            let words = "\(group.name) has begun."
            return context.redirect(
                to: GroupPaths.group(id), saying: asked.isEmpty ? words : "\(words) \(Groups.words(asked: asked))",
                asking: Groups.pushWords)
        } catch let errors as ValidationErrors {
            return try newGroupPage(context, viewer, form: context.form, errors: errors, status: .unprocessableContent)
        }
    }

    /// Makes a group with its chat. A form that was sent before gives the group that it made then.
    ///
    /// - Throws: `ValidationErrors` for somebody who is in too many running groups; `Failure.tooMany`.
    func make(
        _ database: Writer, _ group: NewGroup, formKey: String, by maker: ID<Account>, at now: Timestamp
    ) throws -> ID<FriendGroup> {
        if let earlier = try GroupListQueries.made(database, by: maker, formKey: formKey) { return earlier }
        try Throttles.attempt(database, [(.groupMaking, "\(maker)")], at: now)
        try checkRoom(database, for: maker, now)
        let id = try database.newID(FriendGroup.self)
        let conversation = try conversations.begin(database, [maker])
        try GroupQueries.insert(
            database, id, group: group, code: try newCode(database),
            linkHash: TokenHash.of(GroupLink.secret(id, version: 1, site.key)), conversation: conversation, at: now)
        try GroupListQueries.setFormKey(database, id, formKey: formKey)
        _ = try GroupMemberQueries.insert(
            database, maker, in: id, phone: group.phone, isMaker: true, isAdmitted: true, at: now)
        return id
    }

    /// - Throws: `ValidationErrors` for somebody who is in too many running groups.
    func checkRoom(_ database: Reader, for account: ID<Account>, _ now: Timestamp) throws {
        guard try GroupListQueries.runningCount(database, of: account, now) < FriendGroup.maxRunning else {
            throw ValidationErrors(
                "group",
                "You’re in \(FriendGroup.maxRunning) groups now, which is the most you can be in. Leave one first.")
        }
    }

    /// Those who are asked into a group that has just been made.
    private func invite(
        _ database: Writer, _ people: [Person], toNew id: ID<FriendGroup>, by maker: ID<Account>, at now: Timestamp
    ) throws -> [Person] {
        guard let group = try GroupQueries.group(database, id),
            let member = try GroupMemberQueries.member(database, of: id, maker)
        else { return [] }
        return try invite(database, people, to: group, by: member, at: now)
    }

    /// - Parameter form: as it was sent; nil for one that nobody has filled in yet.
    private func newGroupPage(
        _ context: RequestContext, _ viewer: Viewer, form: FormFields?, errors: ValidationErrors,
        status: Status = .ok
    ) throws -> Response {
        let (known, choices) = try site.database.read { database in
            (
                try positions.last(database, of: viewer.id, context.now),
                try self.choices(database, for: viewer, form, errors: errors)
            )
        }
        let page = NewGroupPage(
            context.frame("Go out", .groups), form: form ?? NewGroupPage.usual(viewer.timeZone, context.now),
            friends: choices,
            key: site.formKey(of: context.form),
            around: known?.coordinate ?? basemaps.startingPlace(site.settings), isKnown: known != nil, for: viewer,
            basemaps: basemaps,
            errors: errors)
        return context.page(page, status: status)
    }
}

extension FriendGroup {
    /// In how many running groups somebody may be at a time.
    static let maxRunning = 20
}
