import Database
import HTTP
import Proximity

/// The list of one's groups.
extension Groups {
    var listRoutes: [Route] {
        [
            .get("/groups", showGroups), .get("/groups/new", showNewGroup), .post("/groups/preview", previewGroup),
            .post("/groups", resume: GroupPaths.preview, makeGroup),
        ]
    }

    var navigation: [NavigationEntry] {
        [
            NavigationEntry(
                slot: .begin, rank: 10, path: GroupPaths.new, icon: "users", words: "Go out",
                detail: { _ in "Friends on one map, for tonight" }),
            NavigationEntry(slot: .friends, rank: 20, path: GroupPaths.groups, icon: "users", words: "Groups"),
        ]
    }

    /// `GET /groups`
    func showGroups(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try groupsPage(context, viewer, ValidationErrors())
    }

    /// The list, with the form by which one joins as it was sent.
    func groupsPage(
        _ context: RequestContext, _ viewer: Viewer, _ errors: ValidationErrors, status: Status = .ok
    ) throws -> Response {
        let (views, past, told) = try site.database.read { database in
            let past = try GroupListQueries.past(database, of: viewer.id, context.now)
            return (
                try GroupView.running(database, of: viewer.id, context.now), past,
                try GroupDistinction.ofPast(
                    database, past.map { (id: $0.id, name: $0.name, endedAt: $0.endedAt) }, for: viewer.id,
                    in: viewer.timeZone)
            )
        }
        let words = RelativeTimeFormatter(viewer.timeZone, now: context.now)
        let page = GroupsPage(
            frame: context.frame("Groups", .groups), groups: views.map { GroupCardPart($0, words) },
            past: past.map { group in
                let isMorning = context.now < GroupMorning.end(after: group.endedAt, in: zone)
                return PastGroupPart(group, told[group.id], isMorning: isMorning, words)
            }, join: GroupJoinPart(context.form, errors), errors: errors)
        return context.page(page, status: status)
    }
}

extension Frame.Section {
    static let groups = Frame.Section(path: GroupPaths.groups)
}
