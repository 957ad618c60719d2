import Database
import Mail
import Proximity

/// Adds and lists administrators, for the command line.
public struct Administrators: Sendable {
    /// Why nobody was added, in words for the person who typed the command.
    public struct Refusal: Error, Sendable {
        /// What is wrong and how to fix it.
        public let words: String
    }

    /// The result of adding an administrator.
    public enum Outcome: Sendable, Equatable {
        /// An account was created with this password.
        case made
        /// The account existed; its password is unchanged.
        case promoted
    }

    let site: Site
    let accounts: Accounts

    /// Whether a new password is compared with the common ones.
    public var knowsCommonPasswords: Bool { accounts.rules.knowsCommonPasswords }

    /// Makes a person an administrator; creates the account if the name is free.
    ///
    /// - Parameter email: the address of a new account. It counts as confirmed.
    /// - Throws: `Refusal` for an invalid name, address or password.
    public func add(_ name: String, email: String, password: String) throws -> Outcome {
        let now = site.now
        if let person = try site.database.read({ try accounts.summary($0, named: name)?.person }) {
            try site.database.write { try promote($0, person, now) }
            return .promoted
        }
        guard let address = EmailAddress(email) else {
            throw Refusal(words: "“\(email)” doesn't look like an email address. Use one like aino@example.org.")
        }
        do {
            let username = try Username(name, isForSite: true)
            var errors = ValidationErrors()
            accounts.rules.check(password, confirmation: password, username: name, into: &errors)
            try errors.check()
            let hash = try accounts.hasher.hash(password, as: .stranger)
            try site.database.write { database in
                let newAccount = NewAccount(username: username, email: address, timeZone: site.settings.timeZone)
                let person = try accounts.insertConfirmed(database, newAccount, password: hash, now)
                try promote(database, person, now)
            }
            return .made
        } catch let errors as ValidationErrors {
            throw Refusal(words: errors.messages.values.sorted().joined(separator: " "))
        }
    }

    /// The names of all administrators.
    public func names() throws -> [String] {
        try site.database.read { try accounts.administrators($0).map { $0.username } }
    }

    /// Makes somebody an administrator who is none.
    ///
    /// - Parameter who: stands for who did that in the audit log.
    func promote(
        _ database: Writer, _ person: Person, by who: String = AdminAction.commandLine, _ now: Timestamp
    ) throws {
        guard try !accounts.isAdministrator(database, person.id) else { return }
        try accounts.makeAdministrator(database, person.id, now)
        try AdminQueries.record(
            database, AdminAction.Kind.addedAdministrator.rawValue, by: (nil, who), about: person,
            detail: "", now)
    }
}
