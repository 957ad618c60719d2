import Database
import Proximity

/// What administrators do with accounts.
extension Accounts {
    /// Accounts, newest first: one page and the cursor of the next.
    func summaries(
        _ database: Reader, after cursor: Cursor?
    ) throws -> (people: [AccountSummary], next: Cursor?) {
        try AccountQueries.summaries(database, after: cursor)
    }

    /// Accounts whose username or display name begins with `text`, by username.
    func summaries(_ database: Reader, named text: String) throws -> [AccountSummary] {
        try AccountQueries.summaries(database, named: text)
    }

    /// Accounts by username: one page, and the name after which the next one begins.
    func summaries(
        _ database: Reader, byNameAfter name: String
    ) throws -> (people: [AccountSummary], next: String?) {
        try AccountQueries.summaries(database, byNameAfter: name)
    }

    /// The account with this exact name.
    func summary(_ database: Reader, named username: String) throws -> AccountSummary? {
        try AccountQueries.summary(database, named: username)
    }

    /// Suspends an account and ends its sessions; false if it was already suspended.
    func suspend(_ database: Writer, _ account: ID<Account>, at now: Timestamp) throws -> Bool {
        sessionsEnd(database, of: account)
        guard try AccountQueries.suspend(database, account, at: now) else { return false }
        for observer in observers { try observer.suspended(database, account, at: now) }
        return true
    }

    /// Ends a suspension; false if there was none.
    func unsuspend(_ database: Writer, _ account: ID<Account>) throws -> Bool {
        try AccountQueries.unsuspend(database, account)
    }

    func endAllSessions(_ database: Writer, of account: ID<Account>) throws {
        try endSessions(database, of: account, but: nil)
    }

    /// Has a job mail a password reset link; false if the account has no address.
    func sendResetLink(_ database: Writer, to account: ID<Account>, _ now: Timestamp) throws -> Bool {
        guard try AddressQueries.recipient(database, account) != nil else { return false }
        try requestLink(database, .reset, to: account, at: now)
        return true
    }

    /// Creates an account whose address is already confirmed.
    func insertConfirmed(
        _ database: Writer, _ newAccount: NewAccount, password: PasswordHash, at now: Timestamp
    ) throws -> Person {
        let id = try AccountQueries.insert(database, newAccount, password: password.text, at: now)
        if let email = newAccount.email { _ = try AddressQueries.confirm(database, id, email: email.text, at: now) }
        return Person(id: id, username: newAccount.username.text, displayName: newAccount.displayName?.text)
    }

    func isAdministrator(_ database: Reader, _ account: ID<Account>) throws -> Bool {
        try AccountQueries.isAdministrator(database, account)
    }

    func makeAdministrator(_ database: Writer, _ account: ID<Account>, at now: Timestamp) throws {
        try AccountQueries.makeAdministrator(database, account, at: now)
    }

    /// Makes somebody a member like others; their sessions go on as those of one.
    ///
    /// - Returns: whether they were an administrator.
    func removeAdministrator(_ database: Writer, _ account: ID<Account>) throws -> Bool {
        try AccountQueries.removeAdministrator(database, account)
    }

    /// All administrators, by name.
    func administrators(_ database: Reader) throws -> [Person] { try AccountQueries.administrators(database) }

    /// The accounts that are neither suspended nor deleted, in the order of their ids: up to `limit` after one, without
    /// guests.
    func active(_ database: Reader, after account: ID<Account>, limit: Int) throws -> [ID<Account>] {
        try AccountQueries.active(database, after: account, limit: limit)
    }

    func isDeleted(_ database: Reader, _ account: ID<Account>) throws -> Bool {
        try AccountQueries.isDeleted(database, account)
    }

    /// Whether this is the only administrator.
    func isLastAdministrator(_ database: Reader, _ account: ID<Account>) throws -> Bool {
        try AccountQueries.isLastAdministrator(database, account)
    }

    /// Clears the row of a deleted account and reserves its name for a year.
    func delete(_ database: Writer, _ account: ID<Account>, username: String, at now: Timestamp) throws {
        let code = DeletedAccount.code(of: username, key: site.key)
        try AccountQueries.deleteAccount(database, account, nameCode: code, at: now)
    }

    /// Deletes the cleared row of a deleted account if nothing refers to it.
    func forget(_ database: Writer, _ account: ID<Account>) throws {
        try AccountQueries.forget(database, account)
    }

    /// Accounts deleted before a time whose row still exists.
    func deleted(_ database: Reader, before time: Timestamp) throws -> [ID<Account>] {
        try AccountQueries.deletedAccounts(database, before: time)
    }

    /// Releases names that were reserved for a year.
    func releaseNames(_ database: Writer, _ now: Timestamp) throws { try AccountQueries.releaseNames(database, now) }
}
