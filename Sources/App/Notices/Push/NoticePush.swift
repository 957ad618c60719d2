import Database
import Proximity
import Safeguards

/// Notices on the devices on which their person turned them on, each by a job of its own.
struct NoticePush: NoticeTransport {
    let notices: Notices

    let channel = NoticeChannel.push
    let lane = JobLane.push
    let limit = Throttle("notice-push", attempts: 300, window: Throttle.day)
    let gathering = 3_600.0
    /// Each message of a chat is news.
    let rest = 0.0
    var lease: Double { NoticePush.lease }

    /// Seconds until another process takes a delivery over.
    static let lease = 60.0
    /// Runs of a job whose process died: the message may have gone out, so it is sent at most once more.
    static let maxTries = 2

    func targets(_ database: Reader, of account: ID<Account>, _ now: Timestamp) throws -> [Int64] {
        try PushSubscriptionQueries.all(database, of: account, now).map { $0.id.rawValue }
    }

    func send(_ shown: ShownNotice, delivery: NoticeDelivery, job: Job) throws -> NoticeOutcome {
        let site = notices.site
        let id = ID<PushSubscription>(rawValue: delivery.target)
        guard job.attempt <= NoticePush.maxTries,
            let kind = notices.allKinds.first(where: { $0.name == delivery.kind })
        else { return .nowhere }
        let found = try site.database.read {
            try PushSubscriptionQueries.subscription($0, id, of: delivery.account, at: job.now)
        }
        guard let subscription = found else { return .gone }
        let push = PushDelivery(
            site: site, payload: PushPayload(shown, kind.push, baseURL: site.settings.baseURL),
            urgency: kind.push.urgency, raisedAt: delivery.raisedAt, life: kind.push.life)
        return try push.send(to: subscription, job.now)
    }

    func send(_ unread: UnreadNotices, to account: ID<Account>, target: Int64, _ job: Job) throws -> NoticeOutcome {
        let site = notices.site
        let id = ID<PushSubscription>(rawValue: target)
        guard job.attempt <= NoticePush.maxTries,
            let subscription = try site.database.read({
                try PushSubscriptionQueries.subscription($0, id, of: account, at: job.now)
            })
        else { return .nowhere }
        let payload = PushPayload(
            title: unread.title, navigate: site.settings.baseURL + NoticePaths.notices, tag: "notices")
        return try PushDelivery(site: site, payload: payload, urgency: .normal, raisedAt: job.now, life: gathering)
            .send(to: subscription, job.now)
    }
}
