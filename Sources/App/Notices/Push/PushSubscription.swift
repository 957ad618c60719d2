import Curl
import Database
import HTTP
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

    /// Most subscriptions of one account; the oldest goes.
    static let most = 10
    /// Seconds of failing after which a subscription is deleted: a week.
    static let patience = 7 * 86_400.0
    /// Longest wait that a push service may ask for, in seconds.
    static let longestWait = 86_400.0
    private static let firstDelay = 30.0
    private static let longestDelay = 3_600.0

    /// Seconds until the next try after so many failed ones, not less than the push service asks for.
    static func delay(failures: Int, asked seconds: Int?) -> Double {
        var delay = firstDelay
        for _ in 1..<max(1, failures) where delay < longestDelay { delay *= 2 }
        return max(min(delay, longestDelay), min(Double(seconds ?? 0), longestWait))
    }

    /// The time before which nothing is tried; nil if it may be tried now. A time further ahead than the longest wait is
    /// from a clock that was wrong.
    func waits(_ now: Timestamp) -> Timestamp? {
        retryAt.flatMap { $0 > now && $0 <= now + PushSubscription.longestWait ? $0 : nil }
    }
}

/// What a browser sends to turn notices on, checked.
struct NewPushSubscription: Sendable {
    let endpoint: CheckedURL
    let keys: PushSubscriptionKeys
    /// The address of the subscription that this one replaces; "" for none.
    let replaced: String

    static let badEndpoint = "This browser’s push service has an address that we can’t use."
    static let badKeys = "This browser sent keys that we can’t use. Reload the page and try again."

    /// - Throws: a problem with `endpoint`.
    init(_ form: FormFields, trusting hosts: TrustedHosts) throws(ValidationErrors) {
        guard let endpoint = NewPushSubscription.endpoint(form["endpoint"], hosts)
        else { throw ValidationErrors("endpoint", NewPushSubscription.badEndpoint) }
        guard let p256dh = NewPushSubscription.bytes(form["p256dh"], count: 65),
            let auth = NewPushSubscription.bytes(form["auth"], count: 16),
            let keys = PushSubscriptionKeys(p256dh: p256dh, auth: auth)
        else { throw ValidationErrors("endpoint", NewPushSubscription.badKeys) }
        self.endpoint = endpoint
        self.keys = keys
        replaced = NewPushSubscription.endpoint(form["replaces"], hosts)?.url ?? ""
    }

    private static func endpoint(_ text: String?, _ hosts: TrustedHosts) -> CheckedURL? {
        text.flatMap { $0.utf8.count <= CheckedURL.maximumBytes ? CheckedURL($0, trusting: hosts) : nil }
    }

    /// Base64 in either alphabet (RFC 4648, 4 and 5), with its padding or without, in the one way that these bytes are written.
    private static func bytes(_ text: String?, count: Int) -> [UInt8]? {
        let length = (count * 4 + 2) / 3
        let padding = (4 - length % 4) % 4
        guard let text, [length, length + padding].contains(text.utf8.count),
            text.utf8.dropFirst(length).allSatisfy({ $0 == UInt8(ascii: "=") })
        else { return nil }
        // A plus that was not encoded for the form came as a blank.
        let digits = text.utf8.prefix(length).map { byte in
            switch byte {
            case UInt8(ascii: "+"), UInt8(ascii: " "): UInt8(ascii: "-")
            case UInt8(ascii: "/"): UInt8(ascii: "_")
            default: byte
            }
        }
        let canonical = String(decoding: digits, as: UTF8.self)
        return Base64URL.decode(canonical).flatMap { Base64URL.encode($0) == canonical ? $0 : nil }
    }
}
