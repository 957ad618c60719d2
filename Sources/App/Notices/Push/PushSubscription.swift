import Database
import Proximity
import WebPush

/// A browser on which its owner turned notices on.
struct PushSubscription: Sendable {
    let id: ID<PushSubscription>
    let account: ID<Account>
    let session: ID<Session>
    /// The User-Agent of the session.
    let agent: String
    let endpoint: String
    let keys: PushSubscriptionKeys
    let createdAt: Timestamp
    /// When a message last reached the push service.
    let deliveredAt: Timestamp?
    /// Failed tries since then.
    let failures: Int
    let failingSince: Timestamp?
    /// Before this nothing is tried.
    let retryAt: Timestamp?
}
