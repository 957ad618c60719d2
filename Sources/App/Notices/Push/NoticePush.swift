import Database
import Proximity
import Safeguards

/// Notices on the devices on which their person turned them on, each by a job of its own.
struct NoticePush: NoticeCarrier {
    let notices: Notices

    let channel = NoticeChannel.push
    let lane = JobLane.push
    let limit = Throttle("notice-push", attempts: 300, window: 86_400_000)
    let gathering = 3_600.0
    /// Each message of a chat is news.
    let rest = 0.0
    var lease: Double { NoticePush.lease }

    /// Seconds until another process takes a delivery over.
    static let lease = 60.0
    /// Runs of a job whose process died: the message may have gone out, so it is sent at most once more.
    static let mostTries = 2

    func targets(_ database: Reader, of account: ID<Account>, _ now: Timestamp) throws -> [Int64] {
        try PushSubscriptionQueries.all(database, of: account, now).map { $0.id.rawValue }
    }

    func carry(_ shown: ShownNotice, _ errand: NoticeErrand, _ job: Job) throws -> NoticeDelivery {
        let site = notices.site
        let id = ID<PushSubscription>(rawValue: errand.target)
        guard job.attempt <= NoticePush.mostTries,
            let kind = notices.allKinds.first(where: { $0.name == errand.kind })
        else { return .nowhere }
        let found = try site.database.read {
            try PushSubscriptionQueries.subscription($0, id, of: errand.account, job.now)
        }
        guard let subscription = found else { return .gone }
        let delivery = PushDelivery(
            site: site, payload: PushPayload(shown, kind.push, baseURL: site.settings.baseURL),
            urgency: kind.push.urgency, raisedAt: errand.raisedAt, life: kind.push.life)
        return try delivery.carry(to: subscription, job.now)
    }

    func carry(_ unread: UnreadNotices, to account: ID<Account>, target: Int64, _ job: Job) throws -> NoticeDelivery {
        let site = notices.site
        let id = ID<PushSubscription>(rawValue: target)
        guard job.attempt <= NoticePush.mostTries,
            let subscription = try site.database.read({
                try PushSubscriptionQueries.subscription($0, id, of: account, job.now)
            })
        else { return .nowhere }
        let payload = PushPayload(
            title: unread.title, navigate: site.settings.baseURL + NoticePaths.notices, tag: "notices")
        return try PushDelivery(site: site, payload: payload, urgency: .normal, raisedAt: job.now, life: gathering)
            .carry(to: subscription, job.now)
    }
}
