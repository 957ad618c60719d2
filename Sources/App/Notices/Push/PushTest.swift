import Database
import Proximity
import WebPush

/// A message with which a person tries whether notices reach a device.
struct PushTest: JobPayload, Equatable {
    let subscription: ID<PushSubscription>
    let account: ID<Account>
    let askedAt: Timestamp

    static let kind = "push.test"
    /// Seconds for which somebody looks at the device: ten minutes.
    private static let life = 600.0

    /// The time is a part of the key, because a test that is put off still holds the key of its own time.
    func enqueue(_ database: Writer, at time: Timestamp) throws {
        try Job.enqueue(
            database, kind: PushTest.kind, key: "\(PushTest.kind)-\(subscription)-\(time.milliseconds)",
            payload: self, for: account, at: time)
    }

    func push(_ site: Site) -> PushDelivery {
        PushDelivery(
            site: site,
            payload: PushPayload(
                title: "Notifications from \(NoticeMail.line(site.settings.name)) reach this device",
                navigate: site.settings.baseURL + NoticePaths.settings, tag: PushTest.kind),
            urgency: .high, raisedAt: askedAt, life: PushTest.life)
    }
}

extension PushTest {
    init?(older text: String) {
        let parts = text.split(separator: "\n")
        guard parts.count == 3, let subscription = ID<PushSubscription>(parts[0]),
            let account = ID<Account>(parts[1]), let asked = Timestamp(input: parts[2])
        else { return nil }
        self.init(subscription: subscription, account: account, askedAt: asked)
    }
}

extension Notices {
    var pushJobs: [JobKind] {
        [
            JobKind(name: PushTest.kind, payload: PushTest.self, lease: NoticePush.lease, lane: .push) {
                [site] test, job in
                guard job.attempt <= NoticePush.maxTries,
                    let subscription = try site.database.read({
                        try PushSubscriptionQueries.subscription($0, test.subscription, of: test.account, at: job.now)
                    })
                else { return }
                guard case .later(let time) = try test.push(site).send(to: subscription, job.now) else { return }
                try site.database.write { try test.enqueue($0, at: time) }
            }
        ]
    }
}
