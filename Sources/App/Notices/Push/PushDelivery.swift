import Curl
import Database
import Proximity
import WebPush

/// The way of one message to one device.
struct PushDelivery {
    let site: Site
    let payload: PushPayload
    let urgency: PushMessage.Urgency
    let raisedAt: Timestamp
    /// Seconds after which it is no news any more.
    let life: Double

    private var end: Timestamp { raisedAt + life }

    /// Encrypts, signs and sends the message, and keeps what became of it with the subscription.
    func carry(to subscription: PushSubscription, _ now: Timestamp) throws -> NoticeDelivery {
        let seconds = Int(min(life, end.seconds(since: now)))
        guard seconds > 0 else { return .nowhere }
        if let time = subscription.waits(now) { return later(time) }
        guard let message = try message(to: subscription, seconds, now) else { return .nowhere }
        let origin = message.endpoint.origin
        if let time = site.push.silentHosts.waits(origin, now) { return later(time) }
        let answer = site.push.transport.send(message)
        let isAnswered = if case .unreachable = answer { false } else { true }
        site.push.silentHosts.tried(origin, isAnswered: isAnswered, now)
        return try site.database.write { database in
            switch answer {
            case .accepted:
                try PushSubscriptionQueries.setDelivered(database, subscription, now)
                return .carried
            case .gone:
                try PushSubscriptionQueries.deleteGone(database, subscription)
                return .gone
            case .refused(let status):
                // The push service does not take the site's signature for this browser, as after a new secret key: its
                // person sees that, and after a week it is given up.
                if [401, 403].contains(status) {
                    _ = try PushSubscriptionQueries.setFailed(database, subscription, asked: nil, now)
                }
                return .nowhere
            case .later(let seconds):
                return later(try PushSubscriptionQueries.setFailed(database, subscription, asked: seconds, now))
            case .unreachable:
                return later(try PushSubscriptionQueries.setFailed(database, subscription, asked: nil, now))
            }
        }
    }

    private func later(_ time: Timestamp) -> NoticeDelivery { time < end ? .later(time) : .nowhere }

    /// Nil for an address that is not accepted any more, and for a message that is too long.
    private func message(
        to subscription: PushSubscription, _ timeToLive: Int, _ now: Timestamp
    ) throws -> PushMessage? {
        guard let endpoint = CheckedURL(subscription.endpoint, trusting: site.push.hosts),
            let body = PushEncryption.encrypt(try payload.json, for: subscription.keys)
        else { return nil }
        let push = site.push
        return PushMessage(
            endpoint: endpoint, body: body, timeToLive: timeToLive, urgency: urgency, topic: topic(subscription.id),
            authorization: push.key.authorization(
                for: endpoint.origin, subject: push.subject, now: now.milliseconds / 1_000))
    }

    /// A code, because the push service need not learn what a message is about.
    private func topic(_ subscription: ID<PushSubscription>) -> String {
        Base64URL.encode(Array(site.key.code("push-topic", "\(subscription)|\(payload.tag)").prefix(24)))
    }
}
