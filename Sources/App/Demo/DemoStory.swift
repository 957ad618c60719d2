import Database
import Mail
import Proximity

/// Makes the people of the demo world in an empty app, and has every feature tell its part.
struct DemoStory {
    private let app: App
    private let now: Timestamp

    init(_ app: App, _ now: Timestamp) {
        self.app = app
        self.now = now
    }

    func tell(password: String) throws {
        let hash = try app.accounts.hasher.hash(password, as: .stranger)
        var demo = DemoContext(people: [:], now: now)
        let began = demo.ago(hours: 200)
        for name in DemoCast.names {
            let email = EmailAddress("\(name)@example.org")
            let newAccount = NewAccount(username: try Username(name), email: email, timeZone: demo.zone.identifier)
            let account = try app.accounts.create(newAccount, password: hash, began)
            demo.people[name] = account
            _ = try app.site.database.write {
                try app.accounts.confirmAddress($0, account, email?.text ?? "", began)
            }
        }
        for feature in app.site.features.all { try feature.addDemo(demo) }
    }
}
