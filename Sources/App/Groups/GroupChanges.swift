import Database
import HTTP
import Proximity

/// What whoever made a group changes while it runs: its name, how far it may spread, when it ends. Everybody is told.
extension Groups {
    var changeRoutes: [Route] {
        [
            .get("/groups/{id}/settings", showSettings).forGuests,
            .post("/groups/{id}/settings", changeSettings).forGuests, .post("/groups/{id}/extend", extend).forGuests,
        ]
    }

    /// `POST /groups/{id}/settings` (name, limit_m): a field that is not sent stays as it is.
    func changeSettings(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        do {
            return try change(context, viewer) { database, view in
                guard view.own.isMaker else { throw Failure.notFound }
                let next = try GroupChange(context.form, of: view.group)
                if next.name != view.group.name {
                    try GroupQueries.rename(database, view.group.id, name: next.name)
                    try notify(database, .renamed, by: view.own, at: context.now)
                }
                if next.limit != view.group.limit {
                    try GroupQueries.setLimit(database, view.group.id, limit: next.limit)
                    try notify(database, .limited, by: view.own, at: context.now)
                }
                return next.name == view.group.name && next.limit == view.group.limit
                    ? "Nothing has changed." : "Saved. Everybody is told."
            }
        } catch let errors as ValidationErrors {
            return try settingsPage(context, viewer, errors: errors, status: .unprocessableContent)
        }
    }

    /// `POST /groups/{id}/extend` (hours from now on): longer by any member, because those who are out decide; shorter by
    /// whoever made it.
    func extend(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        guard let hours = InputNumber.whole(context.form["hours"], in: FriendGroup.hours) else {
            throw Failure.conflict(FriendGroup.wrongHours)
        }
        return try change(context, viewer) { database, view in
            let end = context.now + Double(hours) * 3_600
            let isSame = abs(end.seconds(since: view.group.endsAt)) < 60
            guard !isSame, view.own.isMaker || end > view.group.endsAt else {
                return isSame ? "That’s when it ends." : "It already runs longer than that."
            }
            try GroupQueries.setEnd(database, view.group.id, at: end)
            try notify(database, .extended, by: view.own, at: context.now)
            return "The group runs until \(RelativeTimeFormatter(viewer.timeZone, now: context.now).clock(end))."
        }
    }

    /// Everybody learns of a change, with the group as it is now.
    private func notify(
        _ database: Writer, _ kind: GroupAlert.Kind, by member: GroupMember, at now: Timestamp
    ) throws {
        guard let group = try GroupQueries.group(database, member.group) else { return }
        try Throttles.attempt(database, [(.groupChange, "\(member.person.id)")], at: now)
        try alert(database, kind, of: member.id, in: group, at: now)
    }
}

/// A group's name and limit after a form.
struct GroupChange: Sendable {
    let name: String
    let limit: Metres

    /// - Throws: a problem for each field.
    init(_ form: FormFields, of group: FriendGroup) throws(ValidationErrors) {
        var errors = ValidationErrors()
        name = form["name"] == nil ? group.name : GroupForm.name(form["name"], into: &errors)
        limit = form["limit_m"] == nil ? group.limit : Metres(Double(GroupForm.limit(form, into: &errors)))
        try errors.check()
    }
}
