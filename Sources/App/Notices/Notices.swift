import Database
import HTTP
import Proximity

/// One inbox for all features: what happened to a person, told once, wherever they look.
struct Notices: Feature {
    let site: Site
    let accounts: Accounts
    let events: Events
    /// For the bell of every page.
    let unreadCounts = KeptReads<ID<Account>, Int>(limit: 4_000)

    static let migrations = NoticeSchema.migrations + NoticeSettingsSchema.migrations + PushSchema.migrations
    /// Seconds for which a notice is kept: 90 days.
    static let kept = 90 * 86_400.0

    /// What somebody is told, and when, may tell where they are.
    var metricsLabel: String? { "notices" }

    var routes: [Route] {
        [.get("/notices", showNotices).forGuests, .post("/notices/read", read).forGuests] + settingsRoutes + pushRoutes
    }

    var navigation: [NavigationEntry] {
        [NavigationEntry(slot: .corner, rank: 10, path: NoticePaths.notices, icon: "bell", words: "Notices")]
            + settingsNavigation
    }

    var galleryExamples: [GalleryExample] { NoticeExamples.all + NoticeSettingsExamples.all + PushExamples.all }

    var jobKinds: [JobKind] {
        [
            .sweep("notices.sweep") { [site] job in
                try site.database.write { database in
                    try NoticeQueries.delete(database, before: job.now - Notices.kept)
                    try NoticeChannelQueries.delete(database, before: job.now - Notices.kept)
                    try PushSubscriptionQueries.deleteEnded(database, job.now)
                }
            }
        ] + carrierJobs + gatheringJobs + pushJobs + digestJobs
    }

    /// Tells a person something, in the transaction in which it happened. Told before, it is not told twice, unless
    /// `isAgain`: then it is unread and the newest again.
    ///
    /// - Parameter sender: who did it, if another person did: each has only a part of what channels take to somebody.
    func announce(
        _ database: Writer, _ kind: String, subject: Int64, to account: ID<Account>, from sender: ID<Account>? = nil,
        isAgain: Bool = false, _ now: Timestamp
    ) throws {
        let channels = try channels(database, of: kind, for: account)
        if channels.contains(.site) {
            let raised = try NoticeQueries.raise(
                database, kind, subject: subject, to: account, isAgain: isAgain, now)
            guard let raised else { return }
            try events.append(database, "notice", subject: raised.rawValue, to: account, now)
        } else if try !isAgain && NoticeChannelQueries.isOnPage(database, kind, subject: subject, of: account) {
            return
        }
        for channel in try leaving(database, channels, for: account, now) {
            // What is new on the page is news elsewhere as well, even if it was there before.
            try enqueue(
                database, channel, kind, subject: subject, to: account, from: sender,
                isAgain: isAgain || channels.contains(.site), now)
        }
    }

    /// The person has seen what the notice is about.
    func markRead(
        _ database: Writer, _ kind: String, subject: Int64, of account: ID<Account>, _ now: Timestamp
    ) throws {
        try NoticeQueries.setRead(database, kind, subject: subject, of: account, now)
        try NoticeChannelQueries.endAll(database, kind, subject: subject, of: account, isTaken: false)
    }

    /// What a person's unread notices of a kind are about, newest first; of very many the newest.
    func unread(_ database: Reader, _ kind: String, of account: ID<Account>) throws -> [Int64] {
        try NoticeQueries.unread(database, kind, of: account, limit: Notices.mostUnread)
    }

    private static let mostUnread = 200

    /// Takes back all notices of some kinds of one person.
    ///
    /// - Parameter subjects: a statement that selects what they are about.
    func takeBackAll(
        _ database: Writer, _ kinds: [String], of account: ID<Account>, about subjects: SQL
    ) throws {
        try NoticeQueries.delete(database, kinds, of: account, about: subjects)
        try NoticeChannelQueries.endAll(database, kinds, of: account, about: subjects)
    }

    /// Takes a notice back, because what it is about is gone for good.
    func takeBack(_ database: Writer, _ kind: String, subject: Int64, of account: ID<Account>) throws {
        try NoticeQueries.delete(database, kind, subject: subject, of: account)
        try NoticeChannelQueries.endAll(database, kind, subject: subject, of: account, isTaken: true)
    }
}
