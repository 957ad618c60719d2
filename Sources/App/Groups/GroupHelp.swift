import Database
import HTTP
import Proximity

/// Asking for help. The server holds the request from the first second, so that it goes out even if the phone dies.
extension Groups {
    private static let helpJob = "group.help"
    /// Seconds in which a request can be cancelled before anybody learns of it.
    static let helpDelay = 10.0

    var helpJobs: [JobKind] {
        [JobKind(name: Groups.helpJob, payload: HelpRequest.self, isPromised: true) { try notify($0, $1.now) }]
    }

    /// `POST /groups/{id}/help`
    func askForHelp(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let now = context.now
        let view = try site.database.write { database in
            let view = try running(database, context, for: viewer)
            guard view.own.helpAt == nil else { return view }
            try checkCalls(database, view.own.id, at: now)
            try GroupMemberQueries.setHelp(database, view.own.id, since: now, told: nil)
            try Job.enqueue(
                database, kind: Groups.helpJob, key: "\(Groups.helpJob) \(view.own.id) \(now.milliseconds)",
                payload: HelpRequest(member: view.own.id, askedAt: now), at: now + Groups.helpDelay)
            return view
        }
        return context.redirect(to: GroupPaths.group(view.group.id))
    }

    /// Calls of a member that the others were told of in an hour: a joke at night must not hold everybody's phone.
    private static let (maxCalls, callWindow) = (3, 3_600.0)

    /// - Throws: `Failure.tooMany`.
    private func checkCalls(_ database: Reader, _ member: ID<GroupMember>, at now: Timestamp) throws {
        let calls = try GroupAlertQueries.times(
            database, .help, of: member, since: now - Groups.callWindow, limit: Groups.maxCalls)
        guard calls.count == Groups.maxCalls, let first = calls.last else { return }
        throw Failure.tooMany(retryAfter: Int((first + Groups.callWindow).seconds(since: now).rounded(.up)))
    }

    /// `POST /groups/{id}/help/cancel`: before the alarm nobody learns of it; after it everybody learns that all is well.
    func cancelHelp(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let (view, wasTold) = try site.database.write { database in
            let view = try running(database, context, for: viewer)
            guard view.own.helpAt != nil else { return (view, false) }
            try GroupMemberQueries.setHelp(database, view.own.id, since: nil, told: nil)
            if view.own.asksForHelp { try alert(database, .safe, of: view.own.id, in: view.group, at: context.now) }
            try renew(database, view.group.id, by: viewer.id)
            return (view, view.own.asksForHelp)
        }
        let words = wasTold ? "Everybody knows that you’re safe." : "Cancelled. Nobody was told."
        return context.redirect(to: GroupPaths.group(view.group.id), saying: view.own.helpAt == nil ? nil : words)
    }

    /// Tells everybody, unless it was cancelled: the time says which request it was.
    private func notify(_ request: HelpRequest, _ now: Timestamp) throws {
        let id = request.member
        try site.database.write { database in
            guard let member = try GroupMemberQueries.members(database, [id])[id.rawValue], member.isActive,
                member.helpAt == request.askedAt, !member.asksForHelp,
                let group = try GroupQueries.group(database, member.group), group.isRunning(now)
            else { return }
            try GroupMemberQueries.setHelp(database, id, since: member.helpAt, told: now)
            try alert(database, .help, of: id, in: group, at: now)
            try renew(database, group.id, by: member.person.id)
        }
    }
}

/// A call for help that nobody knows of yet.
private struct HelpRequest: JobPayload {
    let member: ID<GroupMember>
    let askedAt: Timestamp
}

extension HelpRequest {
    init?(older text: String) {
        guard let (member, asked) = OlderPayload.pair(text), let asked = Timestamp(input: asked) else { return nil }
        self.init(member: ID(rawValue: member), askedAt: asked)
    }
}
