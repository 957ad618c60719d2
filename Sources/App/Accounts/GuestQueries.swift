import Database
import Proximity

/// SQL on guests.
extension AccountQueries {
    /// Seconds after which a guest without a session has left.
    private static let guestLife = 86_400.0
    /// Most guests that leave in one sweep.
    private static let maxLost = 100

    /// Look-ups compare the folded username, which each guest has for themselves and nobody can have chosen. The password
    /// is no hash, so that nothing that is typed matches it.
    static func insertGuest(
        _ database: Writer, nickname: DisplayName, timeZone: String, _ now: Timestamp
    ) throws -> ID<Account> {
        let id = try database.newID(Account.self)
        let (folded, password) = ("~guest-\(id)", "nobody signs in by this")
        try database.execute(
            """
            INSERT INTO account
              (id, username, username_folded, display_name, display_name_folded, password, time_zone, units, theme,
                retention_h, receipts, created_at)
            VALUES (\(id), \(Person.guestName), \(folded), \(nickname.text), \(nickname.folded), \(password), \(timeZone),
              'metric', 'system', 24, 1, \(now))
            """)
        try database.execute("INSERT INTO guest_account (account_id, created_at) VALUES (\(id), \(now))")
        try updateStanding(database, of: id)
        return id
    }

    static func isGuest(_ database: Reader, _ account: ID<Account>) throws -> Bool {
        try database.exists("SELECT 1 FROM guest_account WHERE account_id = \(account)")
    }

    /// How many guests there are.
    static func guestCount(_ database: Reader) throws -> Int {
        try database.value("SELECT count(*) FROM guest_account WHERE created_at > 0") ?? 0
    }

    /// Guests whom no browser remembers any more.
    static func lostGuests(_ database: Reader, _ now: Timestamp) throws -> [ID<Account>] {
        try database.all(
            """
            SELECT account_id FROM guest_account WHERE created_at < \(now - guestLife)
              AND NOT EXISTS (SELECT 1 FROM session WHERE session.account_id = guest_account.account_id)
            LIMIT \(maxLost)
            """
        ) { try $0["account_id"] }
    }

    /// Makes a guest's row that of a full account, which joins now; false if they are no guest any more.
    static func upgrade(
        _ database: Writer, _ guest: ID<Account>, to newAccount: NewAccount, password: String, at now: Timestamp
    ) throws -> Bool {
        guard try isGuest(database, guest) else { return false }
        try database.execute(
            """
            UPDATE account
            SET username = \(newAccount.username.text), username_folded = \(newAccount.username.folded),
              display_name = \(newAccount.displayName?.text), display_name_folded = \(newAccount.displayName?.folded),
              password = \(password), email = \(newAccount.email?.text), email_folded = \(newAccount.email?.folded),
              birth_date = \(newAccount.birthDate?.text), time_zone = \(newAccount.timeZone), created_at = \(now)
            WHERE id = \(guest)
            """)
        try database.execute("DELETE FROM guest_account WHERE account_id = \(guest)")
        try updateStanding(database, of: guest)
        return true
    }
}
