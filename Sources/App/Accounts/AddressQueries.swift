import Database
import Mail
import Proximity

/// What a mailed link is for.
enum LinkPurpose: String, Sendable {
    case confirm, reset

    /// Seconds until the link expires.
    var life: Double { self == .reset ? 3_600 : 7 * 86_400 }
}

/// All SQL on e-mail addresses and mailed links.
enum AddressQueries {
    /// The receiver of a mail.
    struct Recipient: Sendable {
        let id: ID<Account>
        let username: String
        var displayName: String?
        let email: EmailAddress
        let isConfirmed: Bool

        /// How a mail greets them. Only at a confirmed address by the display name: anybody can sign up with the address
        /// of a stranger, who must not get mail in words of that person's choice.
        var greeted: String { isConfirmed ? displayName ?? username : username }
    }

    static func recipient(_ database: Reader, _ account: ID<Account>) throws -> Recipient? {
        try database.first(
            "SELECT id, username, display_name, email, email_confirmed_at FROM account WHERE id = \(account)", recipient
        )
            ?? nil
    }

    /// Most accounts listed in one mail.
    static let maxRecipients = 20

    /// The accounts of an address: the one that confirmed it, otherwise those that typed it, oldest first, so that
    /// later sign-ups with the address displace nobody.
    static func recipients(_ database: Reader, of email: EmailAddress) throws -> [Recipient] {
        let all = try database.all(
            """
            SELECT id, username, display_name, email, email_confirmed_at FROM account WHERE email_folded = \(email.folded)
            ORDER BY CASE WHEN email_confirmed_at IS NULL THEN 1 ELSE 0 END, id LIMIT \(maxRecipients)
            """, recipient
        ).compactMap { $0 }
        return all.first?.isConfirmed == true ? Array(all.prefix(1)) : all
    }

    private static func recipient(_ row: Row) throws -> Recipient? {
        let text: String? = try row["email"]
        let confirmed: Timestamp? = try row["email_confirmed_at"]
        return try text.flatMap { EmailAddress($0) }.map {
            Recipient(
                id: try row["id"], username: try row["username"], displayName: try row["display_name"], email: $0,
                isConfirmed: confirmed != nil)
        }
    }

    /// Sets an unconfirmed address and voids the links sent to the previous one.
    static func setEmail(_ database: Writer, _ account: ID<Account>, email: EmailAddress) throws {
        try database.execute(
            """
            UPDATE account SET email = \(email.text), email_folded = \(email.folded), email_confirmed_at = NULL
            WHERE id = \(account)
            """)
        try database.execute("DELETE FROM account_token WHERE account_id = \(account)")
    }

    /// Marks an address as confirmed. False if the account's address changed or another account confirmed it.
    static func confirm(
        _ database: Writer, _ account: ID<Account>, email: String, at now: Timestamp
    ) throws -> Bool {
        guard let folded = EmailAddress(email)?.folded else { return false }
        let others = try database.exists(
            """
            SELECT 1 FROM account
            WHERE email_folded = \(folded) AND email_confirmed_at IS NOT NULL AND id <> \(account)
            """)
        guard !others else { return false }
        let changed = try database.execute(
            """
            UPDATE account SET email_confirmed_at = coalesce(email_confirmed_at, \(now))
            WHERE id = \(account) AND email_folded = \(folded)
            """)
        return changed > 0
    }

    // MARK: Links

    static func insertLink(
        _ database: Writer, _ purpose: LinkPurpose, tokenHash: String, recipient: Recipient, at now: Timestamp
    ) throws {
        try database.execute(
            """
            INSERT INTO account_token (token_hash, account_id, purpose, email, created_at)
            VALUES (\(tokenHash), \(recipient.id), \(purpose.rawValue), \(recipient.email.text), \(now))
            """)
    }

    /// The account and address of a link; nil if it is expired, used or unknown.
    static func link(
        _ database: Reader, _ purpose: LinkPurpose, tokenHash: String, at now: Timestamp
    ) throws -> (account: ID<Account>, username: String, email: String)? {
        try database.first(
            """
            SELECT account_id, username, account_token.email AS email
            FROM account_token JOIN account ON account.id = account_token.account_id
            WHERE token_hash = \(tokenHash) AND purpose = \(purpose.rawValue)
              AND account_token.created_at > \(now - purpose.life)
            """
        ) { (try $0["account_id"], try $0["username"], try $0["email"]) }
    }

    /// Deletes all links of one purpose.
    static func deleteLinks(_ database: Writer, _ purpose: LinkPurpose, of account: ID<Account>) throws {
        try database.execute(
            "DELETE FROM account_token WHERE account_id = \(account) AND purpose = \(purpose.rawValue)")
    }

    static func deleteOldLinks(_ database: Writer, _ now: Timestamp) throws {
        try database.execute("DELETE FROM account_token WHERE created_at < \(now - LinkPurpose.confirm.life)")
    }
}
