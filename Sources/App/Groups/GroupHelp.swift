import Database
import HTTP
import Proximity

/// Asking for help. The server holds the request from the first second, so that it goes out even if the phone dies.
extension Groups {
    private static let helpJob = "group.help"
    /// Seconds in which a request can be cancelled before anybody learns of it.
    static let helpDelay = 10.0

    var helpJobs: [JobKind] {
        [
            JobKind(name: Groups.helpJob, delay: Groups.helpDelay, isPromised: true) {
                try tellHelp($0.payload, $0.now)
            }
        ]
    }

    /// `POST /groups/{id}/help`
    func askForHelp(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let now = context.now
        let view = try site.database.write(isUrgent: true) { database in
            let view = try running(database, context, viewer)
            guard view.own.helpAt == nil else { return view }
            try checkCalls(database, view.own.id, now)
            try GroupMemberQueries.setHelp(database, view.own.id, since: now, told: nil)
            let payload = "\(view.own.id) \(now.milliseconds)"
            try Job.enqueue(
                database, kind: Groups.helpJob, key: "\(Groups.helpJob) \(payload)", payload: payload,
                at: now + Groups.helpDelay)
            return view
        }
        return context.redirect(to: GroupPaths.group(view.group.id))
    }

    /// Calls of a member that the others were told of in an hour: a joke at night must not hold everybody's phone.
    private static let (mostCalls, callWindow) = (3, 3_600.0)

    /// - Throws: `Failure.tooMany`.
    private func checkCalls(_ database: Reader, _ member: ID<GroupMember>, _ now: Timestamp) throws {
        let calls = try GroupAlertQueries.times(
            database, .help, of: member, since: now - Groups.callWindow, limit: Groups.mostCalls
        ).filter { !$0.isFromWrongClock(now: now) }
        guard calls.count == Groups.mostCalls, let first = calls.last else { return }
        throw Failure.tooMany(retryAfter: Int((first + Groups.callWindow).seconds(since: now).rounded(.up)))
    }

    /// `POST /groups/{id}/help/cancel`: before the alarm nobody learns of it; after it everybody learns that all is well.
    func cancelHelp(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let (view, wasTold) = try site.database.write(isUrgent: true) { database in
            let view = try running(database, context, viewer)
            guard view.own.helpAt != nil else { return (view, false) }
            try GroupMemberQueries.setHelp(database, view.own.id, since: nil, told: nil)
            if view.own.asksForHelp { try alert(database, .safe, of: view.own.id, in: view.group, context.now) }
            try renew(database, view.group.id, by: viewer.id)
            return (view, view.own.asksForHelp)
        }
        let words = wasTold ? "Everybody knows that you’re safe." : "Cancelled. Nobody was told."
        return context.redirect(to: GroupPaths.group(view.group.id), saying: view.own.helpAt == nil ? nil : words)
    }

    /// Tells everybody, unless it was cancelled: the time says which request it was.
    private func tellHelp(_ payload: String, _ now: Timestamp) throws {
        let parts = payload.split(separator: " ")
        guard parts.count == 2, let id = ID<GroupMember>(parts[0]), let since = Int64(parts[1]) else { return }
        // Each call is an owner of its own, so that none waits for another.
        try site.database.onBehalf(of: id.rawValue) { try tellHelp(of: id, since: since, now) }
    }

    private func tellHelp(of id: ID<GroupMember>, since: Int64, _ now: Timestamp) throws {
        try site.database.write(isUrgent: true) { database in
            guard let member = try GroupMemberQueries.members(database, [id])[id.rawValue], member.isActive,
                member.helpAt?.milliseconds == since, !member.asksForHelp,
                let group = try GroupQueries.group(database, member.group), group.isRunning(now)
            else { return }
            try GroupMemberQueries.setHelp(database, id, since: member.helpAt, told: now)
            try alert(database, .help, of: id, in: group, now)
            try renew(database, group.id, by: member.person.id)
        }
    }
}
