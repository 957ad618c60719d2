import Database
import Foundation
import Proximity

/// What a digest says: titles and links of unread notices.
struct UnreadNotices: Sendable {
    let shown: [NoticeText]
    /// How many more there are.
    let more: Int
    /// Whether there are even more than counted.
    let isEndless: Bool

    /// Most notices with their titles.
    static let most = 20
    /// Most notices that are counted.
    static let maxCounted = 200

    /// Nil for no notices.
    init?(_ texts: [NoticeText], isEndless: Bool) {
        guard !texts.isEmpty else { return nil }
        shown = Array(texts.prefix(UnreadNotices.most))
        more = texts.count - shown.count
        self.isEndless = isEndless
    }

    var title: String {
        isEndless ? "Many new notifications" : CountWords.starting(shown.count + more, "new notification")
    }

    /// "And 5 more"; nil for no more.
    var moreWords: String? { more == 0 ? nil : isEndless ? "And many more" : "And \(more) more" }
}

/// The digest: a recurring job finds those whose digest is due, and enqueues a mail for each.
extension Notices {
    private static let digestJob = "notices.digest"
    /// Most people whose digests one transaction handles.
    private static let batch = 200

    var digestJobs: [JobKind] {
        [
            JobKind(name: "notices.digests", interval: 300, lane: .mail) { try findDigests($0.now) },
            JobKind(name: Notices.digestJob, lane: .mail) { try sendDigest($0) },
        ]
    }

    private func findDigests(_ now: Timestamp) throws {
        try site.database.write { database in
            for person in try NoticeDigestQueries.farAhead(database, now) {
                try NoticeDigestQueries.advance(database, person, to: person.next(after: now))
            }
        }
        var count = 0
        repeat {
            count = try site.database.write { database in
                let due = try NoticeDigestQueries.due(database, now, limit: Notices.batch)
                for person in due { try begin(database, person, at: now) }
                return due.count
            }
        } while count == Notices.batch
    }

    /// Enqueues a digest that is due, once, however long it has been: the next one is due after now.
    private func begin(_ database: Writer, _ person: NoticeDigestQueries.Person, at now: Timestamp) throws {
        if let end = person.quiet?.end(after: now, person.zone) {
            return try NoticeDigestQueries.setNext(database, person.id, time: end)
        }
        try Job.enqueue(
            database, kind: Notices.digestJob, key: "\(Notices.digestJob)-\(person.id)", payload: "\(person.id)",
            for: person.id, at: now)
        try NoticeDigestQueries.setNext(database, person.id, time: person.next(after: now))
    }

    private func sendDigest(_ job: Job) throws {
        guard let account = ID<Account>(job.payload) else { return }
        // A mail server that did not answer may have delayed it until now.
        let quietEnd = try site.database.read { try NoticeSettingsQueries.quietEnd($0, of: account, job.now) }
        if let quietEnd {
            return try site.database.write { try NoticeDigestQueries.setNext($0, account, time: quietEnd) }
        }
        let found = try site.database.read { try unread($0, account, at: job.now) }
        guard let (recipient, digest) = found else { return }
        if let digest {
            try NoticeMail(site: site, accounts: accounts).send(digest, to: recipient, job)
        }
        try site.database.write { try NoticeDigestQueries.setDigested($0, account, at: job.now) }
    }

    /// The receiver of a digest and what it says; nil for somebody who gets none now.
    private func unread(
        _ database: Reader, _ account: ID<Account>, at now: Timestamp
    ) throws -> (AddressQueries.Recipient, UnreadNotices?)? {
        guard try !NoticeSettingsQueries.isSuspended(database, account),
            let recipient = try NoticeMail.recipient(database, account),
            let since = try NoticeDigestQueries.beginning(database, of: account, now)
        else { return nil }
        return (recipient, try unread(database, of: account, since: since, now))
    }

    /// What a person has not read since a time; nil for nothing.
    func unread(
        _ database: Reader, of account: ID<Account>, since: Timestamp, _ now: Timestamp
    ) throws -> UnreadNotices? {
        let notices = try NoticeDigestQueries.unread(database, of: account, since: since, UnreadNotices.maxCounted)
        let texts = try visible(database, notices, for: account, at: now).map { $0.text }
        return UnreadNotices(texts, isEndless: notices.count == UnreadNotices.maxCounted)
    }
}
