import Database
import HTTP
import Proximity
import Safeguards

/// What people are told while a page of theirs is open: events in order, kept for a day.
struct Events: AccountObserver {
    let site: Site
    let hub = EventHub()
    /// Counts requests for the latest events.
    let limiter = RateLimiter(maxCount: 20_000)

    static let migrations = EventSchema.migrations
    /// Seconds for which an event can be received.
    static let kept = 86_400.0

    var routes: [Route] {
        [
            .get("/events", openStream).forGuests, .get("/events/latest", showLatest).forGuests,
            .get("/banners", showBanners).forGuests,
        ]
    }

    var jobKinds: [JobKind] {
        [
            .sweep("events.sweep") { [site] job in
                try site.database.write { try EventQueries.delete($0, before: job.now - Events.kept) }
            }
        ]
    }

    var personalData: PersonalData {
        PersonalData(
            leftOut: [
                "event": "says only which notification or message to read, and is deleted after a day",
                "event_sequence": "the number of the last event",
            ],
            delete: { database, account, _ in try EventQueries.delete(database, of: account) })
    }

    /// Adds an event for a person. Their streams send it after the commit.
    func append(
        _ database: Writer, _ name: String, subject: Int64, to account: ID<Account>, at now: Timestamp
    ) throws {
        try EventQueries.insert(database, name, subject: subject, to: account, at: now)
        database.afterCommit { [hub] in hub.wake(account) }
    }

    /// Tells the open pages of a person that a part of them changed, after the commit. No row is written: it reaches
    /// only the streams of this process and may be lost, and the same one is sent at most once a second. So `data` only
    /// says what to ask for again: `broadcast(database, "change", #"{"part":"nearby"}"#, to: friend)`.
    func broadcast(_ database: Writer, _ name: String, data: String, to account: ID<Account>) {
        broadcast(database, name, data: data, to: [account])
    }

    /// The same to several people.
    func broadcast(_ database: Writer, _ name: String, data: String, to accounts: [ID<Account>]) {
        database.afterCommit { [hub] in hub.broadcast(name, data, to: accounts) }
    }

    /// The same to one person outside of a transaction, of what is stored nowhere.
    func broadcast(_ name: String, _ data: String, to account: ID<Account>) {
        hub.broadcast(name, data, to: [account])
    }

    func sessionsEnd(_ database: Writer, of account: ID<Account>) {
        database.afterCommit { [hub] in hub.wake(account) }
    }
}

extension Events {
    /// `GET /banners`: what stands above the page at `?at=` now, for open pages that were told of a change.
    func showBanners(_ context: RequestContext, _ viewer: Viewer) throws -> Response {
        let token = TokenField(token: context.newFormToken())
        let part = site.database.inOneSnapshot { context.banners(viewer, at: context.query["at"] ?? "", token) }
        return context.page(part)
    }
}
