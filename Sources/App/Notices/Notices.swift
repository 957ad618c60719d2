import Database
import HTTP
import Proximity

/// One inbox for all features: what happened to a person, told once, wherever they look.
struct Notices: Feature {
    let site: Site
    let accounts: Accounts
    let events: Events

    static let migrations = NoticeSchema.migrations
    /// Seconds for which a notice is kept: 90 days.
    static let kept = 90 * 86_400.0

    var routes: [Route] {
        [
            .get("/notices", showNotices), .post("/notices/read", read),
        ]
    }

    var navigation: [NavigationEntry] {
        [NavigationEntry(slot: .you, rank: 5, path: NoticePaths.notices, icon: "bell", words: "Notices")]
    }

    var galleryExamples: [GalleryExample] { NoticeExamples.all }

    var jobKinds: [JobKind] {
        [
            .sweep("notices.sweep") { [site] job in
                try site.database.write { try NoticeQueries.delete($0, before: job.now - Notices.kept) }
            }
        ]
    }

    /// Tells a person something, in the transaction in which it happened. Told before, it is not told twice, unless
    /// `isAgain`: then it is unread and the newest again.
    func announce(
        _ database: Writer, _ kind: String, subject: Int64, to account: ID<Account>, isAgain: Bool = false,
        _ now: Timestamp
    ) throws {
        guard
            let notice = try NoticeQueries.raise(
                database, kind, subject: subject, to: account, isAgain: isAgain, now)
        else { return }
        try events.append(database, "notice", subject: notice.rawValue, to: account, now)
    }

    /// The person has seen what the notice is about.
    func markRead(
        _ database: Writer, _ kind: String, subject: Int64, of account: ID<Account>, _ now: Timestamp
    ) throws {
        try NoticeQueries.setRead(database, kind, subject: subject, of: account, now)
    }

    /// Takes a notice back, because what it is about is gone for good.
    func takeBack(_ database: Writer, _ kind: String, subject: Int64, of account: ID<Account>) throws {
        try NoticeQueries.delete(database, kind, subject: subject, of: account)
    }
}
