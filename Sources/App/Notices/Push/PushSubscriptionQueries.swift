import Database
import Proximity
import WebPush

/// All SQL on push subscriptions. Those of sessions that have ended count for nothing.
enum PushSubscriptionQueries {
    private static func living(_ now: Timestamp) -> SQL {
        """
        SELECT push_subscription.id AS id, push_subscription.account_id AS account_id, session_id, agent, endpoint,
          p256dh, auth, created_at, delivered_at, failures, failing_since, retry_at
        FROM push_subscription
        JOIN \(Session.living(now)) AS living ON living.id = push_subscription.session_id
        JOIN \(Session.browsers) AS browser ON browser.id = push_subscription.session_id
        """
    }

    /// The devices of a person, the oldest first.
    static func all(_ database: Reader, of account: ID<Account>, _ now: Timestamp) throws -> [PushSubscription] {
        try database.all(
            "\(living(now)) WHERE push_subscription.account_id = \(account) ORDER BY push_subscription.id",
            subscription
        ).compactMap { $0 }
    }

    /// A device of a person; nil if it is not theirs.
    static func subscription(
        _ database: Reader, _ id: ID<PushSubscription>, of account: ID<Account>, at now: Timestamp
    ) throws -> PushSubscription? {
        try database.first(
            "\(living(now)) WHERE push_subscription.id = \(id) AND push_subscription.account_id = \(account)",
            subscription
        ).flatMap { $0 }
    }

    /// Whether a person has a device that notices can reach.
    static func hasAny(_ database: Reader, of account: ID<Account>, _ now: Timestamp) throws -> Bool {
        try database.exists("\(living(now)) WHERE push_subscription.account_id = \(account) LIMIT 1")
    }

    /// Adds the browser of a session, or renews it. The subscription that it replaces keeps its id, so that what is on
    /// its way goes to the new address.
    static func save(
        _ database: Writer, _ new: NewPushSubscription, of account: ID<Account>, in session: ID<Session>,
        at now: Timestamp
    ) throws {
        let endpoint = new.endpoint.url
        let (p256dh, auth) = (Base64URL.encode(new.keys.p256dh), Base64URL.encode(new.keys.auth))
        // Who has its keys has the browser itself: another person uses it now.
        try database.execute(
            """
            DELETE FROM push_subscription WHERE endpoint = \(endpoint) AND p256dh = \(p256dh) AND auth = \(auth)
              AND account_id <> \(account)
            """)
        if !new.replaced.isEmpty && new.replaced != endpoint {
            try replace(database, new.replaced, by: endpoint, of: account)
        }
        let id = try database.newID(PushSubscription.self)
        // A renewal without new keys does not hurry a push service that wants to be left alone.
        try database.execute(
            """
            INSERT INTO push_subscription (id, account_id, session_id, endpoint, p256dh, auth, created_at)
            VALUES (\(id), \(account), \(session), \(endpoint), \(p256dh), \(auth), \(now))
            ON CONFLICT (account_id, endpoint) DO UPDATE
            SET session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth,
              failures = CASE WHEN push_subscription.p256dh = excluded.p256dh THEN failures ELSE 0 END,
              failing_since = CASE WHEN push_subscription.p256dh = excluded.p256dh THEN failing_since END,
              retry_at = CASE WHEN push_subscription.p256dh = excluded.p256dh THEN retry_at END
            """)
        try deleteOldest(database, of: account)
    }

    private static func replace(
        _ database: Writer, _ replaced: String, by endpoint: String, of account: ID<Account>
    ) throws {
        let moved = try database.execute(
            """
            UPDATE push_subscription SET endpoint = \(endpoint)
            WHERE account_id = \(account) AND endpoint = \(replaced) AND NOT EXISTS (
              SELECT 1 FROM push_subscription AS other
              WHERE other.account_id = \(account) AND other.endpoint = \(endpoint))
            """)
        guard moved == 0 else { return }
        try database.execute(
            "DELETE FROM push_subscription WHERE account_id = \(account) AND endpoint = \(replaced)")
    }

    private static func deleteOldest(_ database: Writer, of account: ID<Account>) throws {
        try database.execute(
            """
            DELETE FROM push_subscription WHERE account_id = \(account) AND id NOT IN (
              SELECT kept.id FROM push_subscription AS kept WHERE kept.account_id = \(account)
              ORDER BY kept.id DESC LIMIT \(PushSubscription.most))
            """)
    }

    /// False if it is not this person's.
    static func delete(_ database: Writer, _ id: ID<PushSubscription>, of account: ID<Account>) throws -> Bool {
        try database.execute("DELETE FROM push_subscription WHERE id = \(id) AND account_id = \(account)") > 0
    }

    /// Deletes a subscription that its push service does not know any more, unless it was renewed meanwhile.
    static func deleteGone(_ database: Writer, _ subscription: PushSubscription) throws {
        try database.execute("DELETE FROM push_subscription WHERE \(isStill(subscription))")
    }

    /// The push service has a message.
    static func setDelivered(_ database: Writer, _ subscription: PushSubscription, at now: Timestamp) throws {
        try database.execute(
            """
            UPDATE push_subscription SET delivered_at = \(now), failures = 0, failing_since = NULL, retry_at = NULL
            WHERE \(isStill(subscription))
            """)
    }

    /// A message could not be delivered now. Of several at once only the first counts.
    ///
    /// - Parameter seconds: that the push service wants to be left alone.
    /// - Returns: when to try again.
    static func setFailed(
        _ database: Writer, _ subscription: PushSubscription, asked seconds: Int?, at now: Timestamp
    ) throws -> Timestamp {
        let stored: (failures: Int, retryAt: Timestamp?)? = try database.first(
            "SELECT failures, retry_at FROM push_subscription WHERE \(isStill(subscription))"
        ) { (try $0["failures"], try $0["retry_at"]) }
        let isCounted = stored.map { $0.failures != subscription.failures } ?? false
        let failures = isCounted ? max(1, stored?.failures ?? 1) : subscription.failures + 1
        let wait = now + PushSubscription.delay(failures: failures, asked: seconds)
        let other = isCounted ? stored?.retryAt.map { min($0, now + PushSubscription.maxWait) } : nil
        let retry = max(wait, other ?? wait)
        try database.execute(
            """
            UPDATE push_subscription SET failures = \(failures), failing_since = coalesce(failing_since, \(now)),
              retry_at = \(retry)
            WHERE \(isStill(subscription))
            """)
        return retry
    }

    /// What belongs to a session belongs to the one that continues it.
    static func move(
        _ database: Writer, of account: ID<Account>, from old: ID<Session>, to new: ID<Session>
    ) throws {
        try database.execute(
            "UPDATE push_subscription SET session_id = \(new) WHERE session_id = \(old) AND account_id = \(account)")
    }

    /// Deletes those that have failed for long, and those whose session has ended.
    static func deleteEnded(_ database: Writer, _ now: Timestamp) throws {
        try database.execute(
            """
            DELETE FROM push_subscription WHERE failing_since <= \(now - PushSubscription.patience)
              OR NOT EXISTS (SELECT 1 FROM \(Session.living(now)) AS living WHERE living.id = session_id)
            """)
    }

    static func delete(_ database: Writer, of account: ID<Account>) throws {
        try database.execute("DELETE FROM push_subscription WHERE account_id = \(account)")
    }

    /// The row of a subscription, if the browser has not renewed it since it was read.
    private static func isStill(_ subscription: PushSubscription) -> SQL {
        """
        id = \(subscription.id) AND endpoint = \(subscription.endpoint)
          AND auth = \(Base64URL.encode(subscription.keys.auth))
        """
    }

    /// Nil for keys that nothing can be encrypted for.
    private static func subscription(_ row: Row) throws -> PushSubscription? {
        let (p256dh, auth): (String, String) = (try row["p256dh"], try row["auth"])
        guard let point = Base64URL.decode(p256dh), let secret = Base64URL.decode(auth),
            let keys = PushSubscriptionKeys(p256dh: point, auth: secret)
        else { return nil }
        return PushSubscription(
            id: try row["id"], account: try row["account_id"], session: try row["session_id"],
            agent: try row["agent"], endpoint: try row["endpoint"], keys: keys, createdAt: try row["created_at"],
            deliveredAt: try row["delivered_at"], failures: try row["failures"],
            failingSince: try row["failing_since"], retryAt: try row["retry_at"])
    }
}
