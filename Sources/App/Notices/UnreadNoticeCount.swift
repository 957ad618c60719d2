import Database
import Proximity

/// How many unread notices a person may see, as it was counted once.
struct NoticeCount: Sendable {
    /// Up to ``Notices/counted``.
    let unread: Int
    /// What was written until then.
    let revision: NoticeRevision
    let countedAt: Timestamp
    /// When the clock may change it.
    let until: Timestamp

    /// People whose counts stay in memory.
    static let maxKept = 4_000
    /// Seconds after which a person's notices are counted again in any case.
    static let life = 600.0

    /// Called in tests with each count that is answered from memory, and what counting gives.
    @TaskLocal static var comparison: (@Sendable (_ kept: Int, _ counted: Int) -> Void)?

    /// Whether it is still right.
    func holds(at revision: NoticeRevision, _ now: Timestamp) -> Bool {
        self.revision == revision && countedAt <= now && now < until
    }
}

/// How often something was written that decides on the notices of one person, and on everybody's.
struct NoticeRevision: Sendable, Equatable {
    let own: Int64
    let ofAll: Int64
}

extension Notices {
    /// Unread notices are counted up to this number.
    static let counted = 100

    /// How many unread notices a person may see, up to ``counted``: one row is read unless that may have changed.
    func unreadCount(_ database: Reader, for account: ID<Account>, _ now: Timestamp) throws -> Int {
        // A write may be taken back, and its revision be given again.
        guard !(database is Writer), let revision = try NoticeQueries.revision(database, of: account) else {
            return try count(database, for: account, now).unread
        }
        if let known = keptCounts.known(account), known.holds(at: revision, now) {
            if let compare = NoticeCount.comparison {
                compare(known.unread, try count(database, for: account, now).unread)
            }
            return known.unread
        }
        let (unread, until) = try count(database, for: account, now)
        let counted = NoticeCount(unread: unread, revision: revision, countedAt: now, until: until)
        keptCounts.set(counted, for: account)
        return unread
    }

    /// Counts, and says until when the clock changes nothing.
    private func count(
        _ database: Reader, for account: ID<Account>, _ now: Timestamp
    ) throws -> (unread: Int, until: Timestamp) {
        var (unread, until, cursor) = (0, now + NoticeCount.life, Cursor.newest)
        while unread < Notices.counted {
            let next = try NoticeQueries.notices(
                database, of: account, isUnread: true, after: cursor, limit: Notices.counted)
            unread += try visible(database, next, for: account, at: now).count
            until = try min(until, end(database, next, of: account, at: now))
            guard next.count == Notices.counted, let last = next.last else { break }
            cursor = last.cursor
        }
        return (min(unread, Notices.counted), until)
    }

    /// When the clock may show or hide one of some notices; after ``NoticeCount/life`` for none.
    private func end(
        _ database: Reader, _ notices: [Notice], of account: ID<Account>, at now: Timestamp
    ) throws -> Timestamp {
        var first = now + NoticeCount.life
        if notices.isEmpty { return first }
        let byKind = Dictionary(grouping: notices, by: { $0.kind })
        for kind in allKinds {
            guard let some = byKind[kind.name] else { continue }
            switch kind.holds {
            case .briefly: first = now
            case .untilWritten: break
            case .until(let changes): first = try min(first, changes(database, some, account, now) ?? first)
            }
        }
        return first
    }
}

/// Counts in memory are compared with what is stored.
extension Notices {
    /// People whose counts one run of the job compares.
    private static let maxCompared = 100

    var countJob: JobKind {
        .sweep("notices.compare") { job in
            let wrong = try correctCounts(Notices.maxCompared, job.now)
            if wrong > 0 { site.log.error("counts of notices were wrong", metadata: ["people": "\(wrong)"]) }
        }
    }

    /// Counts the notices of some people again whose counts are in memory, other ones from one time to the next, and
    /// puts right what was wrong.
    ///
    /// - Returns: how many were wrong.
    func correctCounts(_ limit: Int, _ now: Timestamp) throws -> Int {
        let people = keptCounts.keys.sorted()
        if people.isEmpty { return 0 }
        let start = people.count <= limit ? 0 : Int((now.milliseconds / 1_000).magnitude % UInt64(people.count))
        return try (people[start...] + people[..<start]).prefix(limit).count { try !isRight($0, now) }
    }

    private func isRight(_ account: ID<Account>, _ now: Timestamp) throws -> Bool {
        try site.database.read { database in
            guard let known = keptCounts.known(account),
                let revision = try NoticeQueries.revision(database, of: account), known.holds(at: revision, now)
            else { return true }
            let (unread, until) = try count(database, for: account, now)
            if unread == known.unread { return true }
            keptCounts.set(
                NoticeCount(unread: unread, revision: revision, countedAt: now, until: until), for: account)
            return false
        }
    }
}
