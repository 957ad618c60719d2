import Database
import Foundation
import Mail
import Proximity

/// What the people of the demo world say about themselves.
enum AccountDemo {
    static let bios = [
        "aino_k": "I swim in the sea all year. I leave notes to find my way back.",
        "mikko": "I count things. Steps, mostly.",
        "leena": "Drew maps for forty years. I know every bench in town.",
        "jonas": "Books, trains, headphones. In that order.",
        "sofia": "Gardener. Ask me about orchids.",
        "elias": "I collect quiet places. Eleven so far.",
        "noor_h": "Reading my way through the university library, one floor a year.",
        "ville": "Always a little late, always under the clock.",
    ]
}

extension Accounts {
    /// Creates the people of the demo world, who share one password.
    func makeDemoPeople(
        _ names: [String], password: String, zone: TimeZone, _ now: Timestamp
    ) throws -> [String: ID<Account>] {
        let hash = try hasher.hash(password, as: .stranger)
        var people: [String: ID<Account>] = [:]
        for name in names {
            let email = EmailAddress(DemoCast.address(of: name))
            let newAccount = NewAccount(username: try Username(name), email: email, timeZone: zone.identifier)
            let account = try create(newAccount, password: hash, now)
            people[name] = account
            _ = try site.database.write { try confirmAddress($0, account, email?.text ?? "", now) }
        }
        return people
    }

    /// Everybody says something about themselves and has a portrait; Sofia shares her area with friends.
    func addDemo(_ demo: DemoContext) throws {
        for name in DemoCast.names { try addDemoProfile(name, demo) }
        let form = [
            "time_zone": demo.zone.identifier, "units": "metric", "theme": "system", "retention_h": "24", "area": "1",
            "receipts": "1",
        ]
        let (account, preferences) = (try demo.id("sofia"), try Preferences { form[$0] })
        try site.database.write { try AccountQueries.setPreferences($0, account, preferences) }
    }

    private func addDemoProfile(_ name: String, _ demo: DemoContext) throws {
        let account = try demo.id(name)
        let profile = Profile(displayName: nil, bio: AccountDemo.bios[name] ?? "", phone: "")
        try site.database.write { try ProfileQueries.set($0, account, profile) }
        guard let portrait = try uploads.takeDemoFile("\(name).webp", as: .avatar, for: account, demo) else { return }
        try uploads.keep(portrait, of: account, demo.now) { database, picture in
            try ProfileQueries.setPicture(database, account, picture, demo.now)
        }
    }
}
