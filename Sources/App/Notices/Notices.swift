import Database
import HTTP
import Proximity

/// One inbox for all features: what happened to a person, told once, wherever they look.
struct Notices: Feature {
    let site: Site
    let accounts: Accounts
    let events: Events
    /// For the bell of every page, until anything is written.
    let unreadCounts = KeptReads<ID<Account>, Int>(limit: NoticeCount.maxKept)
    /// Until something is written that decides on a notice of the person.
    let keptCounts = LRUCache<ID<Account>, NoticeCount>(limit: NoticeCount.maxKept)

    static let migrations =
        NoticeSchema.migrations + NoticeSettingsSchema.migrations + PushSchema.migrations
        + NoticeRevisionSchema.migrations
    /// Seconds for which a notice is kept: 90 days.
    static let kept = 90 * 86_400.0

    var routes: [Route] {
        [.get("/notices", showNotices).forGuests, .post("/notices/read", read).forGuests] + settingsRoutes + pushRoutes
    }

    var navigation: [NavigationEntry] {
        [NavigationEntry(slot: .you, rank: 5, path: NoticePaths.notices, icon: "bell", words: "Notifications")]
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
        ] + deliveryJobs + gatheringJobs + pushJobs + digestJobs + [countJob]
    }

    /// Tells a person something, in the transaction in which it happened. Told before, it is not told twice, unless
    /// `isAgain`: then it is unread and the newest again.
    ///
    /// - Parameter sender: who did it, if another person did: each has only a part of what channels take to somebody.
    func notify(
        _ database: Writer, _ kind: String, subject: Int64, to account: ID<Account>, from sender: ID<Account>? = nil,
        isAgain: Bool = false, at now: Timestamp
    ) throws {
        let channels = try channels(database, of: kind, for: account)
        if channels.contains(.site) {
            let id = try NoticeQueries.upsert(database, kind, subject: subject, to: account, isAgain: isAgain, at: now)
            guard let id else { return }
            try events.append(database, "notice", subject: id.rawValue, to: account, at: now)
        } else if try !isAgain && NoticeChannelQueries.isOnPage(database, kind, subject: subject, of: account) {
            return
        }
        for channel in try leaving(database, channels, for: account, at: now) {
            // What is new on the page is news elsewhere as well, even if it was there before.
            try enqueue(
                database, channel, kind: kind, subject: subject, to: account, from: sender,
                isAgain: isAgain || channels.contains(.site), at: now)
        }
    }

    /// The person has seen what the notice is about.
    func markRead(
        _ database: Writer, _ kind: String, subject: Int64, of account: ID<Account>, at now: Timestamp
    ) throws {
        try NoticeQueries.setRead(database, kind, subject: subject, of: account, at: now)
        try NoticeChannelQueries.endAll(database, kind, subject: subject, of: account, isTaken: false)
    }

    /// What a person's unread notices of a kind are about, newest first; of very many the newest.
    func unread(_ database: Reader, _ kind: String, of account: ID<Account>) throws -> [Int64] {
        try NoticeQueries.unread(database, kind, of: account, limit: Notices.maxUnread)
    }

    private static let maxUnread = 200

    /// What a person was told of by notices of a kind, on the page or by another channel; of very many the newest.
    func told(_ database: Reader, _ kind: String, of account: ID<Account>) throws -> Set<Int64> {
        let shown = try NoticeQueries.subjects(database, kind, of: account, limit: Notices.maxTold)
        return Set(shown).union(
            try NoticeChannelQueries.subjects(database, kind, of: account, limit: Notices.maxTold))
    }

    private static let maxTold = 100

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
