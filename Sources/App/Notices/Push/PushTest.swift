import Database
import Proximity
import WebPush

/// A message with which a person tries whether notices reach a device.
struct PushTest: Equatable {
    let subscription: ID<PushSubscription>
    let account: ID<Account>
    let askedAt: Timestamp

    static let kind = "push.test"
    /// Seconds for which somebody looks at the device: ten minutes.
    private static let life = 600.0

    var payload: String { "\(subscription)\n\(account)\n\(askedAt.milliseconds)" }

    /// The time is a part of the key, because a test that is put off still holds the key of its own time.
    func enqueue(_ database: Writer, at time: Timestamp) throws {
        try Job.enqueue(
            database, kind: PushTest.kind, key: "\(PushTest.kind)-\(subscription)-\(time.milliseconds)",
            payload: payload, for: account, at: time)
    }

    func delivery(_ site: Site) -> PushDelivery {
        PushDelivery(
            site: site,
            payload: PushPayload(
                title: "Notices from \(NoticeMail.line(site.settings.name)) reach this device",
                navigate: site.settings.baseURL + NoticePaths.settings, tag: PushTest.kind),
            urgency: .high, raisedAt: askedAt, life: PushTest.life)
    }
}

extension PushTest {
    init?(_ payload: String) {
        let parts = payload.split(separator: "\n")
        guard parts.count == 3, let subscription = ID<PushSubscription>(parts[0]),
            let account = ID<Account>(parts[1]), let asked = Timestamp(input: parts[2])
        else { return nil }
        self.init(subscription: subscription, account: account, askedAt: asked)
    }
}

extension Notices {
    var pushJobs: [JobKind] {
        [
            JobKind(name: PushTest.kind, lease: NoticePush.lease, lane: .push) { [site] job in
                guard job.attempt <= NoticePush.mostTries, let test = PushTest(job.payload),
                    let subscription = try site.database.read({
                        try PushSubscriptionQueries.subscription($0, test.subscription, of: test.account, job.now)
                    })
                else { return }
                guard case .later(let time) = try test.delivery(site).carry(to: subscription, job.now) else { return }
                try site.database.write { try test.enqueue($0, at: time) }
            }
        ]
    }
}
