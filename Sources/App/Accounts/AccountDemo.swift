import Database
import Foundation
import Mail
import Proximity

extension Accounts {
    /// Creates the people of the demo world, who share one password.
    func makeDemoPeople(
        _ names: [String], password: String, zone: TimeZone, _ now: Timestamp
    ) throws -> [String: ID<Account>] {
        let hash = try hasher.hash(password, as: .stranger)
        var people: [String: ID<Account>] = [:]
        for name in names {
            let email = EmailAddress("\(name)@example.org")
            let newAccount = NewAccount(username: try Username(name), email: email, timeZone: zone.identifier)
            let account = try create(newAccount, password: hash, now)
            people[name] = account
            _ = try site.database.write { try confirmAddress($0, account, email?.text ?? "", now) }
        }
        return people
    }

    /// Sofia shares her area with friends.
    func addDemo(_ demo: DemoContext) throws {
        let form = [
            "time_zone": demo.zone.identifier, "units": "metric", "theme": "system", "retention_h": "24", "area": "1",
            "receipts": "1",
        ]
        let (account, preferences) = (try demo.id("sofia"), try Preferences { form[$0] })
        try site.database.write { try AccountQueries.setPreferences($0, account, preferences) }
    }
}
