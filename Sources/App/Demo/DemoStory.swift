import Database
import Foundation
import Mail
import Proximity

/// Tells the story of the demo world to an empty app, by the same verbs that people use.
struct DemoStory {
    private let app: App
    private let now: Timestamp
    /// Everybody lives in one town.
    private let zone = TimeZone(identifier: "Europe/Helsinki") ?? .gmt

    init(_ app: App, _ now: Timestamp) {
        self.app = app
        self.now = now
    }

    func tell(password: String) throws {
        let hash = try app.accounts.hasher.hash(password, as: .stranger)
        let began = ago(hours: 200)
        var people: [String: ID<Account>] = [:]
        for name in DemoCast.names {
            let email = EmailAddress("\(name)@example.org")
            let newAccount = NewAccount(username: try Username(name), email: email, timeZone: zone.identifier)
            let account = try app.accounts.create(newAccount, password: hash, began)
            people[name] = account
            _ = try app.site.database.write {
                try app.accounts.confirmAddress($0, account, email?.text ?? "", began)
            }
        }
        func id(_ name: String) throws -> ID<Account> {
            guard let id = people[name] else { throw Failure.notFound }
            return id
        }
        for (one, other) in DemoCast.friends {
            try app.friends.ask(try id(one), try id(other), began)
            try app.friends.ask(try id(other), try id(one), began)
        }
        for (one, other) in DemoCast.requests { try app.friends.ask(try id(one), try id(other), ago(hours: 3)) }
        for (number, note) in DemoCast.notes.enumerated() {
            let new = NewNote(
                text: note.text, coordinate: note.place.coordinate, recipients: note.recipients,
                submission: "demo-\(number)")
            let left = try app.notes.create(new, from: try id(note.author), zone: zone, ago(hours: note.hoursAgo))
            for finding in note.found {
                try find(left, new.coordinate, try id(finding.name), finding.hoursAgo, finding.isOpened)
            }
        }
        try share(try id("sofia"), at: DemoCast.Place.kaisaniemi.coordinate)
    }

    /// Lets somebody's friends see the area that they were in three hours ago.
    private func share(_ account: ID<Account>, at place: Coordinate) throws {
        let choices = [
            "time_zone": zone.identifier, "units": "metric", "theme": "system", "retention_h": "24", "area": "1",
            "receipts": "1",
        ]
        let time = ago(hours: 3)
        let fix = try Fix(coordinate: place, accuracy: 12, time: time, source: .browser)
        let arrival = Arrival(
            account: account, device: ID(rawValue: 0), fix: fix, isPlausible: true, looks: true, now: time)
        try app.site.database.write { database in
            try AccountQueries.setPreferences(database, account, try Preferences { choices[$0] })
            _ = try app.areas.follow(database, arrival)
        }
    }

    private func find(
        _ note: ID<Note>, _ place: Coordinate, _ finder: ID<Account>, _ hoursAgo: Double, _ isOpened: Bool
    ) throws {
        try app.site.database.write { database in
            let time = ago(hours: hoursAgo)
            try NoteQueries.setFound(database, note, at: place, by: finder, time, isTyped: false)
            guard isOpened else { return }
            try NoteQueries.setOpened(
                database, note, by: finder, zone: zone, tellsSender: true, time.adding(seconds: 60))
        }
    }

    private func ago(hours: Double) -> Timestamp { now - hours * 3600 }
}
