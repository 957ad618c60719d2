import Database
import Proximity

/// What administrators do about accounts.
extension Accounts {
    /// Those who signed up, newest first: one page, and where the next begins.
    func summaries(
        _ database: Reader, after cursor: Cursor?
    ) throws -> (people: [AccountSummary], next: Cursor?) {
        try AccountQueries.summaries(database, after: cursor)
    }

    /// Those whose name begins with `text`, by name.
    func summaries(_ database: Reader, named text: String) throws -> [AccountSummary] {
        try AccountQueries.summaries(database, named: text)
    }

    /// Somebody by their whole name.
    func summary(_ database: Reader, named username: String) throws -> AccountSummary? {
        try AccountQueries.summary(database, named: username)
    }

    /// Suspends somebody and ends their sessions; false when they were suspended already.
    func suspend(_ database: Writer, _ account: ID<Account>, _ now: Timestamp) throws -> Bool {
        try AccountQueries.suspend(database, account, now)
    }

    /// Ends a suspension; false when there was none.
    func unsuspend(_ database: Writer, _ account: ID<Account>) throws -> Bool {
        try AccountQueries.unsuspend(database, account)
    }

    /// Signs somebody out everywhere.
    func endAllSessions(_ database: Writer, of account: ID<Account>) throws {
        try AccountQueries.endAllSessions(database, of: account)
    }

    /// Sends a link for a new password to somebody who cannot sign in; false when there is no address to send it to.
    func sendResetLink(_ database: Writer, to account: ID<Account>, _ now: Timestamp) throws -> Bool {
        guard try AddressQueries.recipient(database, account) != nil else { return false }
        try requestLink(database, .reset, to: account, now)
        return true
    }

    /// Makes an account whose address needs no mail to be confirmed.
    func insertConfirmed(
        _ database: Writer, _ newAccount: NewAccount, password: PasswordHash, _ now: Timestamp
    ) throws -> Person {
        let id = try AccountQueries.insert(database, newAccount, password: password.text, now)
        if let email = newAccount.email { _ = try AddressQueries.confirm(database, id, email.text, now) }
        return Person(id: id, username: newAccount.username.text)
    }

    func isAdministrator(_ database: Reader, _ account: ID<Account>) throws -> Bool {
        try AccountQueries.isAdministrator(database, account)
    }

    func makeAdministrator(_ database: Writer, _ account: ID<Account>, _ now: Timestamp) throws {
        try AccountQueries.makeAdministrator(database, account, now)
    }

    /// All administrators, by name.
    func administrators(_ database: Reader) throws -> [Person] { try AccountQueries.administrators(database) }

    func isDeleted(_ database: Reader, _ account: ID<Account>) throws -> Bool {
        try AccountQueries.isDeleted(database, account)
    }

    /// Whether the site would have no administrator without this one.
    func isLastAdministrator(_ database: Reader, _ account: ID<Account>) throws -> Bool {
        try AccountQueries.isLastAdministrator(database, account)
    }

    /// Empties the row of somebody who deletes their account, and keeps their name free for a year.
    func delete(_ database: Writer, _ viewer: Viewer, _ now: Timestamp) throws {
        let code = DeletedAccount.code(of: viewer.username, key: site.key)
        try AccountQueries.deleteAccount(database, viewer.id, nameCode: code, now)
    }

    /// Deletes the empty row of somebody who left, when nothing refers to it any more.
    func forget(_ database: Writer, _ account: ID<Account>) throws {
        try AccountQueries.forget(database, account)
    }

    /// Those who left before a time and whose row is still there.
    func deleted(_ database: Reader, before time: Timestamp) throws -> [ID<Account>] {
        try AccountQueries.deletedAccounts(database, before: time)
    }

    /// Frees names that were kept for a year.
    func releaseNames(_ database: Writer, _ now: Timestamp) throws { try AccountQueries.releaseNames(database, now) }
}
