import Database
import Mail
import Proximity

/// Administrators, as the command line makes and lists them.
public struct Administrators: Sendable {
    /// Why nobody was made an administrator, in words for who types the command.
    public struct Refusal: Error, Sendable {
        /// What is wrong, and how to mend it.
        public let words: String
    }

    /// What became of somebody.
    public enum Outcome: Sendable, Equatable {
        /// An account was made, with this password.
        case made
        /// The account was there; its password is what it was.
        case promoted
    }

    let site: Site
    let accounts: Accounts

    /// Makes somebody an administrator, and an account for them when there is none of that name.
    ///
    /// - Parameter email: the address of a new account; who runs the command vouches for it.
    /// - Throws: `Refusal` for a name, an address or a password that is not good.
    public func add(_ name: String, email: String, password: String) throws -> Outcome {
        let now = site.now
        if let person = try site.database.read({ try accounts.summary($0, named: name)?.person }) {
            try site.database.write { try promote($0, person, now) }
            return .promoted
        }
        guard let address = EmailAddress(email) else {
            throw Refusal(words: "“\(email)” is no e-mail address: give one like aino@example.org.")
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

    private func promote(_ database: Writer, _ person: Person, _ now: Timestamp) throws {
        guard try !accounts.isAdministrator(database, person.id) else { return }
        try accounts.makeAdministrator(database, person.id, now)
        try AdminQueries.record(
            database, .addedAdministrator, by: (nil, AdminAction.commandLine), about: person, detail: "", now)
    }
}
