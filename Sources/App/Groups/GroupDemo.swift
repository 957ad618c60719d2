import Database
import Foundation
import HTTP
import Proximity

/// The groups of the demo world: one that is out at the station square, and one that is over.
enum GroupDemo {
    /// Somebody in the group.
    struct Member {
        let name: String
        /// When they joined, in minutes before the world was made.
        let joined: Double
        var phone = ""
        var battery: Int?
    }

    /// A message, so many minutes before the world was made.
    struct Line {
        let minutesAgo: Double
        let sender: String
        let text: String
    }

    /// Positions that come at about the same time.
    struct Step {
        let minutesAgo: Double
        /// Degrees, and the accuracy in metres.
        let places: [(name: String, latitude: Double, longitude: Double, accuracy: Double)]
    }

    /// The member without an account.
    static let guest = "Sam"
    static let began = 96.0

    static let members = [
        Member(name: "mikko", joined: 93, phone: "+358 40 555 0102", battery: 81),
        Member(name: "leena", joined: 92, battery: 64), Member(name: "jonas", joined: 90, battery: 23),
        Member(name: guest, joined: 88, battery: 47),
    ]

    static let lines = [
        Line(minutesAgo: 84, sender: "aino_k", text: "Coffee in the market hall first, then the ice by the ferries?"),
        Line(minutesAgo: 82, sender: "mikko", text: "412 steps from the hall to the ice. Count with me."),
        Line(minutesAgo: 41, sender: guest, text: "Is the sauna boat the one with the smoke?"),
        Line(minutesAgo: 39, sender: "leena", text: "That is the bakery. Follow it anyway."),
        Line(minutesAgo: 11, sender: "jonas", text: "I'm heading home, my book waits. Good night, all!"),
        Line(minutesAgo: 9, sender: "leena", text: "Sleep well. Tell us from the door."),
    ]

    /// When Jonas said that he is heading home.
    static let headedHome = 11.0

    /// How far apart they may be, in metres: on a desktop, too, the map of them shows nothing beyond the demo's own.
    static let limit = 250

    /// Jonas goes to the tram stop in the north, and waits. Aino is where the whole demo world has her.
    static let steps = [
        Step(minutesAgo: 14, places: around + [("jonas", 60.171, 24.944_7, 12)]),
        Step(minutesAgo: 13, places: [("jonas", 60.172_9, 24.945_6, 10)]),
        Step(minutesAgo: 12, places: [("jonas", 60.173_3, 24.946_3, 11)]),
        Step(minutesAgo: 6, places: around + [("jonas", 60.173_4, 24.946_4, 9)]),
        Step(minutesAgo: 1, places: around + [("jonas", 60.173_4, 24.946_5, 14)]),
    ]

    private static let around = [
        ("aino_k", DemoCast.centre.latitude, DemoCast.centre.longitude, 9), ("mikko", 60.170_2, 24.945_8, 8),
        ("leena", 60.169_8, 24.943_8, 15), (guest, 60.169_6, 24.945, 21),
    ]
    .map { (name: $0.0, latitude: $0.1, longitude: $0.2, accuracy: Double($0.3)) }
}

extension Groups {
    func addDemo(_ demo: DemoContext) throws {
        try site.database.write { database in
            try addPastDemo(database, demo)
            try addRunningDemo(database, demo)
        }
    }

    private func addPastDemo(_ database: Writer, _ demo: DemoContext) throws {
        let start = demo.day(6, at: 18)
        let id = try makeDemo(
            database, "Rink crew", hours: 4, submission: "demo-Rink crew", by: try demo.id("mikko"), start)
        for (number, name) in ["aino_k", "elias"].enumerated() {
            try join(database, id, try demo.id(name), phone: "", start + Double(number + 1) * 60)
        }
        guard let group = try GroupQueries.group(database, id) else { return }
        try readAlerts(database, in: group, start + 600)
        try end(database, group, group.endsAt)
        for name in ["mikko", "aino_k", "elias"] {
            try notices.markRead(
                database, GroupNotices.ended, subject: id.rawValue, of: try demo.id(name), group.endsAt + 60)
        }
    }

    private func addRunningDemo(_ database: Writer, _ demo: DemoContext) throws {
        let start = demo.minutes(GroupDemo.began)
        let aino = try demo.id("aino_k")
        let id = try makeDemo(database, "Friday", hours: 7, submission: "demo-Friday", by: aino, start)
        var accounts = try joinDemo(database, id, demo.people, demo.zone) { demo.minutes($0.joined) }
        accounts["aino_k"] = aino
        guard let group = try GroupQueries.group(database, id) else { return }
        var members: [String: ID<GroupMember>] = [:]
        for (name, account) in accounts {
            members[name] = try GroupMemberQueries.member(database, of: id, account)?.id
        }
        try walk(database, members, in: group, demo)
        if let jonas = try accounts["jonas"].flatMap({ try GroupMemberQueries.member(database, of: id, $0) }) {
            try setHeadingHome(database, jonas, in: group, demo.minutes(GroupDemo.headedHome))
        }
        try write(database, accounts, in: group, demo)
        try readAlerts(database, in: group, demo.now)
    }

    func makeDemo(
        _ database: Writer, _ name: String, hours: Int, submission: String, by maker: ID<Account>, _ time: Timestamp
    ) throws -> ID<FriendGroup> {
        let form = FormFields(values: [("name", name), ("limit_m", "\(GroupDemo.limit)"), ("hours", "\(hours)")])
        return try make(database, try NewGroup(form), submission: submission, by: maker, time)
    }

    /// The others come, with a guest who is made for it.
    ///
    /// - Returns: their accounts by name.
    func joinDemo(
        _ database: Writer, _ id: ID<FriendGroup>, _ people: [String: ID<Account>], _ zone: TimeZone,
        at time: (GroupDemo.Member) -> Timestamp
    ) throws -> [String: ID<Account>] {
        var accounts: [String: ID<Account>] = [:]
        for member in GroupDemo.members where member.name == GroupDemo.guest || people[member.name] != nil {
            let moment = time(member)
            let account = try people[member.name] ?? demoGuest(database, member.name, zone, moment)
            accounts[member.name] = account
            try join(database, id, account, phone: member.phone, moment)
            guard let joined = try GroupMemberQueries.member(database, of: id, account) else { continue }
            try GroupMemberQueries.setCarried(database, joined.id, CarriedDevice(), battery: member.battery)
        }
        return accounts
    }

    private func demoGuest(
        _ database: Writer, _ name: String, _ zone: TimeZone, _ time: Timestamp
    ) throws -> ID<Account> {
        guard let nickname = try DisplayName(typed: name) else { throw DemoContext.UnknownPerson(name: name) }
        return try accounts.admitGuest(database, nickname: nickname, timeZone: zone.identifier, time)
    }

    /// Positions go into the group alone: they open no notes.
    private func walk(
        _ database: Writer, _ members: [String: ID<GroupMember>], in group: FriendGroup, _ demo: DemoContext
    ) throws {
        var states = try GroupStateQueries.states(database, group.id)
        for step in GroupDemo.steps {
            let time = demo.minutes(step.minutesAgo)
            for place in step.places {
                guard let member = members[place.name],
                    let coordinate = Coordinate(latitude: place.latitude, longitude: place.longitude)
                else { continue }
                let fix = try Fix(
                    coordinate: coordinate, accuracy: Metres(place.accuracy), time: time, source: .browser)
                let news = states.change {
                    $0.advanced(by: fix, of: member.rawValue, limit: group.limit, now: time, isPlausible: true)
                }
                try tell(database, news, states, in: group, time)
            }
        }
        try states.store(database)
    }

    private func write(
        _ database: Writer, _ accounts: [String: ID<Account>], in group: FriendGroup, _ demo: DemoContext
    ) throws {
        guard let conversation = group.conversation else { return }
        var last: Int64 = 0
        for (number, line) in GroupDemo.lines.enumerated() {
            guard let sender = accounts[line.sender] else { continue }
            let message = NewMessage(
                content: Message.Content(text: line.text), submission: "demo-group-\(number)")
            last = try conversations.send(
                database, message, in: conversation, from: sender, demo.minutes(line.minutesAgo)
            ).number
        }
        for account in accounts.values {
            try ConversationQueries.setRead(database, conversation, by: account, through: last)
        }
    }

    /// Everybody has the group's page open.
    func readAlerts(_ database: Writer, in group: FriendGroup, _ now: Timestamp) throws {
        let members = try GroupMemberQueries.members(database, of: group.id)
        for alert in try GroupAlertQueries.all(database, in: group.id) {
            for reader in members {
                let role = GroupNotices.Role(reader, alert.kind, alert.member, alert.other)
                guard let kind = GroupNotices.notice(alert.kind, for: role) else { continue }
                try notices.markRead(database, kind, subject: alert.id.rawValue, of: reader.person.id, now)
            }
        }
    }
}

extension DemoContext {
    fileprivate func minutes(_ minutesAgo: Double) -> Timestamp { ago(hours: minutesAgo / 60) }
}
