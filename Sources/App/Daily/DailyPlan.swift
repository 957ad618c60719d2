import Database
import Foundation
import Proximity

/// The plan: when the next window opens.
extension Daily {
    /// The name of the job that opens a window.
    static let openJob = "daily.open"

    func draw(_ settings: DailySettings) -> DailyDraw { DailyDraw(key: site.key, zone: zone, settings) }

    /// What is to do so that the plan is right.
    enum Step: Equatable {
        case nothing
        case forget
        case plan(DailyDraw.DailyPost)
        /// Its time has come, and nothing has opened it.
        case open
    }

    /// The next step. A moment that was drawn stays for as long as it may still open a window.
    func step(_ database: Reader, isAgain: Bool = false, _ now: Timestamp) throws -> Step {
        let settings = try WindowQueries.settings(database)
        let planned = try WindowQueries.plan(database)
        let last = try WindowQueries.last(database)
        let draw = draw(settings)
        guard settings.isOn else { return planned == nil ? .nothing : .forget }
        if let planned, !isAgain, draw.holds(planned, after: last, now) {
            return planned.opensAt <= now ? .open : .nothing
        }
        guard let next = draw.next(after: last, now) else { return planned == nil ? .nothing : .forget }
        return next == planned ? .nothing : .plan(next)
    }

    /// Makes the plan right in the caller's transaction. `isAgain`: draws again, because the hours have changed.
    func plan(_ database: Writer, isAgain: Bool = false, _ now: Timestamp) throws {
        switch try step(database, isAgain: isAgain, now) {
        case .nothing: break
        case .forget: try WindowQueries.setPlan(database, nil)
        case .open: try openDrawn(database, now)
        case .plan(let post):
            try WindowQueries.setPlan(database, post)
            let milliseconds = post.opensAt.milliseconds
            try Job.enqueue(
                database, kind: Daily.openJob, key: "\(Daily.openJob)-\(milliseconds)", payload: "\(milliseconds)",
                at: post.opensAt)
        }
    }

    /// Makes the plan right; writes only if it is not. Also finds what no job has opened.
    func keepPlan(_ now: Timestamp) throws {
        guard try site.database.read({ try step($0, now) }) != .nothing else { return }
        try site.database.write { try plan($0, now) }
    }

    /// Opens the window of the plan if that still holds.
    ///
    /// - Parameter milliseconds: the time of opening, as the job was told.
    func openDrawn(_ milliseconds: String, _ now: Timestamp) throws {
        try site.database.write { database in
            let planned = try WindowQueries.plan(database)
            // Another process was first, or the plan has changed.
            guard let planned, "\(planned.opensAt.milliseconds)" == milliseconds else { return }
            try plan(database, now)
        }
    }

    /// Opens the window of the plan, whose time has come.
    private func openDrawn(_ database: Writer, _ now: Timestamp) throws {
        guard let planned = try WindowQueries.plan(database) else { return }
        try open(database, planned.day, at: now)
    }
}

extension WindowQueries {
    /// The moment that was drawn and waits; nil if there is none.
    static func plan(_ database: Reader) throws -> DailyDraw.DailyPost? {
        try database.first("SELECT day, opens_at FROM daily_plan WHERE id = 1") {
            DailyDraw.DailyPost(day: try $0["day"], opensAt: try $0["opens_at"])
        }
    }

    static func setPlan(_ database: Writer, _ post: DailyDraw.DailyPost?) throws {
        guard let post else {
            try database.execute("DELETE FROM daily_plan WHERE id = 1")
            return
        }
        try database.execute(
            """
            INSERT INTO daily_plan (id, day, opens_at) VALUES (1, \(post.day), \(post.opensAt))
            ON CONFLICT (id) DO UPDATE SET day = excluded.day, opens_at = excluded.opens_at
            """)
    }
}
