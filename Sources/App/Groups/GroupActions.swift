import Database
import HTTP
import Proximity

/// What members do besides writing.
extension Groups {
    var actionRoutes: [Route] {
        [
            .post("/groups/{id}/heading-home", headHome).forGuests, .post("/groups/{id}/home", arriveHome).forGuests,
            .post("/groups/{id}/help", askForHelp).forGuests, .post("/groups/{id}/help/cancel", cancelHelp).forGuests,
            .post("/groups/{id}/pause", pause).forGuests, .post("/groups/{id}/device", chooseDevice).forGuests,
            .post("/groups/{id}/leave", leave).forGuests, .post("/groups/{id}/end", endGroup).forGuests,
            .post("/groups/{id}/members/{member}/ask", ask).forGuests,
            .post("/groups/{id}/members/{member}/admit", admit).forGuests,
            .post("/groups/{id}/members/{member}/remove", remove).forGuests,
        ]
    }

    /// Does something in a group of the viewer's, and shows its page.
    func change(
        _ context: RequestContext, _ viewer: Viewer, _ body: (Writer, GroupView) throws -> String?
    ) throws -> Response {
        let (group, words) = try site.database.write { database in
            let view = try running(database, context, viewer)
            try Throttles.attempt(database, [(.groupAction, "\(viewer.id)")], context.now)
            let words = try body(database, view)
            try renew(database, view.group.id, by: viewer.id)
            return (view.group.id, words)
        }
        return context.redirect(to: GroupPaths.group(group), saying: words)
    }

    /// `POST /groups/{id}/heading-home`: no more alerts of this person; in an hour they are asked whether they are home. With
    /// `undo=on` they stay after all.
    func headHome(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try change(context, viewer) { database, view in
            let isUndo = try context.form.flag("undo", on: "on", off: nil)
            guard (view.own.mutedAt != nil) == isUndo else { return nil }
            if isUndo {
                try GroupMemberQueries.setMuted(database, view.own.id, since: nil)
                try GroupAlertQueries.deleteLast(database, .headingHome, of: view.own.id)
                return "You stay. The others are told again when you stray."
            }
            try setHeadingHome(database, view.own, in: view.group, context.now)
            return "Everybody knows that you’re heading home."
        }
    }

    func setHeadingHome(
        _ database: Writer, _ member: GroupMember, in group: FriendGroup, _ now: Timestamp
    ) throws {
        try GroupMemberQueries.setMuted(database, member.id, since: now)
        try alert(database, .headingHome, of: member.id, in: group, now)
        try Job.enqueue(
            database, kind: Groups.homeJob, key: "\(Groups.homeJob) \(member.id) \(now.milliseconds)",
            payload: "\(member.id)", for: member.person.id, at: now + Groups.homeAfter)
    }

    /// `POST /groups/{id}/home`: arrived.
    func arriveHome(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try change(context, viewer) { database, view in
            // One alert, however often it is sent; they stay quiet until they are back with the group.
            guard view.own.mutedAt != nil, view.own.homeAt == nil else { return nil }
            try GroupMemberQueries.setHome(database, view.own.id, at: context.now)
            try alert(database, .home, of: view.own.id, in: view.group, context.now)
            try notices.markRead(
                database, GroupNotices.homeSafe, subject: view.own.id.rawValue, of: viewer.id, context.now)
            return "Everybody knows that you’re home."
        }
    }

    /// `POST /groups/{id}/pause` (minutes; 0 ends it)
    func pause(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        guard let minutes = InputNumber.whole(context.form["minutes"], in: 0...FriendGroup.hours.upperBound * 60) else {
            throw Failure.conflict("Choose how many minutes.")
        }
        return try change(context, viewer) { database, view in
            // One that ends stays known, because positions from before may still come.
            let until = context.now + Double(minutes) * 60
            if minutes == 0 && !view.own.isPaused(context.now) { return "The group sees you." }
            try GroupMemberQueries.setPause(database, view.own.id, until: until)
            if minutes > 0 {
                try forget(database, view.own.id, of: viewer.id, in: view.group.id)
                return "The group doesn’t see where you are."
            }
            return viewer.isPaused(context.now)
                ? "You’re still paused for everybody, so the group doesn’t see you yet."
                : "The group sees you again with your next position."
        }
    }

    /// `POST /groups/{id}/device` (device; empty is the one that moved last)
    func chooseDevice(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let text = context.form["device"] ?? ""
        let device = text.isEmpty ? nil : ID<Device>(text)
        if !text.isEmpty && device == nil { throw Failure.notFound }
        return try change(context, viewer) { database, view in
            let own = try PositionQueries.devices(database, of: viewer.id)
            guard device == nil || own.contains(where: { $0.id == device }) else { throw Failure.notFound }
            let carried = try GroupMemberQueries.carried(database, view.own.id)
            let next = carried.choosing(device?.rawValue)
            try GroupMemberQueries.setDevice(database, view.own.id, device, next)
            if next.current != carried.current { try forget(database, view.own.id, of: viewer.id, in: view.group.id) }
            return "The group follows that device."
        }
    }

    /// `POST /groups/{id}/leave`: also for who still waits.
    func leave(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let group = try site.database.write { database in
            let view = try self.view(database, context, viewer)
            guard view.own.isPending || view.group.isRunning(context.now) else {
                throw Failure.conflict("This group is over.")
            }
            try depart(database, view.own, from: view.group, context.now)
            if viewer.isGuest { try accounts.endGuest(database, viewer.id, context.now) }
            return view.group
        }
        // Who left knows it.
        if viewer.isGuest { context.addCookie(site.cookies.end(site.cookies.farewell)) }
        return context.redirect(
            to: viewer.isGuest ? SitePaths.home : GroupPaths.groups, saying: "You left \(group.name).")
    }

    /// `POST /groups/{id}/members/{member}/remove`: by the maker.
    func remove(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try change(context, viewer) { database, view in
            let member = try removable(database, view, context.parameters["member"])
            try remove(database, member, from: view.group, context.now)
            return "\(member.person.name) is out of the group. It has a new code and a new link."
        }
    }

    /// `POST /groups/{id}/members/{member}/admit`: by the maker.
    func admit(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try change(context, viewer) { database, view in
            let member = try removable(database, view, context.parameters["member"])
            guard member.isPending else { return nil }
            try GroupMemberQueries.admit(database, member.id, context.now)
            try alert(database, .joined, of: member.id, in: view.group, context.now)
            return "\(member.person.name) is in."
        }
    }

    /// `POST /groups/{id}/members/{member}/ask`: where they are. Again after five minutes.
    func ask(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try change(context, viewer) { database, view in
            guard let member = view.member(context.parameters["member"]), member.isActive, member.id != view.own.id
            else {
                throw Failure.notFound
            }
            let last = try GroupAlertQueries.last(database, .asked, of: member.id, by: view.own.id)
            if let last = last.known(at: context.now), context.now < last + Groups.askedAgain {
                return "You have just asked. Give them a moment."
            }
            try alert(database, .asked, of: member.id, and: view.own.id, in: view.group, context.now)
            return "\(member.person.name) sees that you ask."
        }
    }

    private static let askedAgain = 300.0

    /// `POST /groups/{id}/end`: by the maker, unless somebody asks for help.
    func endGroup(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let (group, refusal) = try site.database.write { database in
            let view = try running(database, context, viewer)
            guard view.own.isMaker else { throw Failure.notFound }
            var refusal = GroupEndPart.refusal(view)
            // A call of which nobody knows yet is not lost either.
            if refusal.isEmpty, view.others.contains(where: { $0.helpAt != nil }) {
                refusal = "Not just now. Try again in a few seconds."
            }
            if refusal.isEmpty { try end(database, view.group, context.now) }
            return (view.group, refusal)
        }
        guard refusal.isEmpty else { return context.redirect(to: GroupPaths.group(group.id), saying: refusal) }
        return context.redirect(to: GroupPaths.group(group.id), saying: "\(group.name) is over.")
    }
}
