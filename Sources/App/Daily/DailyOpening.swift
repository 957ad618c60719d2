import Database
import Foundation
import Proximity

/// Opens windows, and tells people of them.
extension Daily {
    /// Accounts that one transaction tells.
    private static let batch = 200

    /// Opens a day's window in the caller's transaction, tells everybody, and plans the next one.
    ///
    /// - Throws: `Failure.done` if the day has one.
    @discardableResult
    func open(_ database: Writer, _ day: CalendarDay, at now: Timestamp) throws -> DailyWindow {
        guard try WindowQueries.window(database, on: day) == nil else {
            throw Failure.done("Today’s photo has begun already. There’s one a day.")
        }
        let settings = try WindowQueries.settings(database)
        let closes = now + Double(settings.minutes * 60)
        let midnight = DailyDraw.instant(day + 1, minute: 0, zone) ?? closes
        let window = DailyWindow(
            day: day, openedAt: now, closesAt: closes, lateUntil: settings.allowsLate ? max(closes, midnight) : nil,
            revealsAt: settings.reveal == .atOnce ? now : closes, audience: settings.audience)
        try WindowQueries.insert(database, window)
        try notify(database, BroadcastJob(day: day, isOver: false), at: now)
        try notify(database, BroadcastJob(day: day, isOver: true), at: closes)
        try plan(database, now)
        return window
    }

    /// The kinds of jobs that open windows and tell people.
    var openingJobs: [JobKind] {
        [
            JobKind(name: "daily.plan", interval: 30) { try keepPlan($0.now) },
            JobKind(name: Daily.openJob) { try openDrawn($0.payload, $0.now) },
            JobKind(name: BroadcastJob.job, payload: BroadcastJob.self) { try notify($0, $1) },
        ]
    }

    /// Tells the next accounts that a window opened or closed; a job for the others is enqueued in the same transaction.
    private func notify(_ broadcast: BroadcastJob, _ job: Job) throws {
        try site.database.write { database in
            let accounts = try accounts.active(database, after: broadcast.after, limit: Daily.batch)
            for account in accounts { try notify(database, broadcast, account: account, at: job.now) }
            guard accounts.count == Daily.batch, let last = accounts.last else { return }
            var rest = broadcast
            rest.after = last
            try notify(database, rest, at: job.now)
        }
    }

    private func notify(
        _ database: Writer, _ broadcast: BroadcastJob, account: ID<Account>, at now: Timestamp
    ) throws {
        if !broadcast.isOver {
            guard try DailyPostQueries.post(database, of: account, on: broadcast.day) == nil else { return }
            try notices.notify(database, Daily.openNotice, subject: broadcast.day.rawValue, to: account, at: now)
        }
        try events.append(database, eventName, subject: broadcast.day.rawValue, to: account, at: now)
    }

    private func notify(_ database: Writer, _ broadcast: BroadcastJob, at time: Timestamp) throws {
        try Job.enqueue(
            database, kind: BroadcastJob.job, key: "\(BroadcastJob.job)-\(broadcast.key)", payload: broadcast, at: time)
    }

    /// What posting changes besides the photo, in the same transaction: the notice is read, and the person's open pages
    /// know.
    func posted(_ database: Writer, on day: CalendarDay, by account: ID<Account>, _ now: Timestamp) throws {
        try notices.markRead(database, Daily.openNotice, subject: day.rawValue, of: account, at: now)
        try events.append(database, eventName, subject: day.rawValue, to: account, at: now)
    }

    /// The window in which a person can post and has not, while it is open; otherwise nil.
    func openWindow(_ database: Reader, for account: ID<Account>, _ now: Timestamp) throws -> DailyWindow? {
        guard let window = try WindowQueries.last(database), window.isOpen(now),
            try DailyPostQueries.post(database, of: account, on: window.day) == nil
        else { return nil }
        return window
    }
}

/// Whom a job tells of which window.
private struct BroadcastJob: JobPayload {
    static let job = "daily.tell"

    let day: CalendarDay
    let isOver: Bool
    /// The last account that was told.
    var after = ID<Account>(rawValue: 0)

    init(day: CalendarDay, isOver: Bool) { (self.day, self.isOver) = (day, isOver) }

    /// What tells it from other ones: "20778 open 17".
    var key: String { "\(day.number) \(isOver ? "over" : "open") \(after)" }
}

extension BroadcastJob {
    init?(older text: String) {
        let parts = text.split(separator: " ")
        guard parts.count == 3, let day = Int64(parts[0]), let after = Int64(parts[2]) else { return nil }
        self.init(day: CalendarDay(rawValue: day), isOver: parts[1] == "over")
        self.after = ID(rawValue: after)
    }
}
