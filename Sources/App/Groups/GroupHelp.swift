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
            JobKind(name: Groups.helpJob, delay: Groups.helpDelay, lane: .safety, isPromised: true) {
                try tellHelp($0.payload, $0.now)
            }
        ]
    }

    /// The job of a member's call: one at a time, which cancelling deletes.
    private static func key(_ member: ID<GroupMember>) -> String { "\(helpJob) \(member)" }

    /// `POST /groups/{id}/help`
    func askForHelp(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try changeHelp(context, viewer, isBegun: true) { database, view in
            // Alone, so that nothing else that somebody does can use up their calls.
            try Throttles.attempt(database, [(.groupHelp, "\(viewer.id)")], context.now)
            try checkCalls(database, view.own.id, context.now)
            try GroupMemberQueries.setHelp(database, view.own.id, since: context.now, told: nil)
            let key = Groups.key(view.own.id)
            try Job.cancel(database, key: key)
            try Job.enqueue(
                database, kind: Groups.helpJob, key: key, payload: "\(view.own.id) \(context.now.milliseconds)",
                for: viewer.id, at: context.now + Groups.helpDelay)
            return nil
        }
    }

    /// Begins or ends a call. What changes nothing writes nothing, so that tapping again and again keeps nobody else's call
    /// waiting.
    private func changeHelp(
        _ context: RequestContext, _ viewer: Viewer, isBegun: Bool, _ body: (Writer, GroupView) throws -> String?
    ) throws -> Response {
        let seen = try site.database.read { try running($0, context, viewer) }
        guard (seen.own.helpAt == nil) == isBegun else { return context.redirect(to: GroupPaths.group(seen.group.id)) }
        let words = try site.database.write(isUrgent: true) { database in
            let view = try running(database, context, viewer)
            return (view.own.helpAt == nil) == isBegun ? try body(database, view) : nil
        }
        return context.redirect(to: GroupPaths.group(seen.group.id), saying: words)
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

    /// `POST /groups/{id}/help/cancel`: before the alarm nobody learns of it; after it everybody learns that all is well. Not
    /// counted by itself, because nobody ends more calls than they made.
    func cancelHelp(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        try changeHelp(context, viewer, isBegun: false) { database, view in
            try GroupMemberQueries.setHelp(database, view.own.id, since: nil, told: nil)
            try Job.cancel(database, key: Groups.key(view.own.id))
            if view.own.asksForHelp { try alert(database, .safe, of: view.own.id, in: view.group, context.now) }
            try renew(database, view.group.id, by: viewer.id)
            return view.own.asksForHelp ? "Everybody knows that you’re safe." : "Cancelled. Nobody was told."
        }
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
