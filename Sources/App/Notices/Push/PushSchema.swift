import Database

/// The table of push subscriptions.
enum PushSchema {
    static let migrations = [
        Migration(
            55, id: "2026-12-01 push subscriptions",
            statements: [
                // A browser that its owner turned notices on for. It belongs to the session and ends with it.
                """
                CREATE TABLE push_subscription (
                  id BIGINT PRIMARY KEY,
                  account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                  session_id BIGINT NOT NULL REFERENCES session (id) ON DELETE CASCADE,
                  endpoint TEXT NOT NULL CHECK (length(endpoint) BETWEEN 1 AND 1000),
                  p256dh TEXT NOT NULL CHECK (length(p256dh) <= 100),
                  auth TEXT NOT NULL CHECK (length(auth) <= 30),
                  created_at BIGINT NOT NULL,
                  delivered_at BIGINT,
                  failures BIGINT NOT NULL DEFAULT 0,
                  failing_since BIGINT,
                  retry_at BIGINT,
                  UNIQUE (account_id, endpoint))
                """,
                "CREATE INDEX push_subscription_by_session ON push_subscription (session_id)",
                "CREATE INDEX push_subscription_by_endpoint ON push_subscription (endpoint)",
                // Whether notices for devices come by mail while there is no device.
                "ALTER TABLE notice_setting ADD COLUMN mails_instead BIGINT NOT NULL DEFAULT 0 CHECK (mails_instead IN (0, 1))",
            ])
    ]
}
