import Database
import Foundation
import HTTP
import Proximity
import Testing

@testable import App

/// A group whose members walk about: everything they do is a request.
struct GroupOuting {
    let site: TestSite
    let door: GroupDoor
    private let visitors: [String: Visitor]
    private let accounts: [String: ID<Account>]

    static let start = DemoCast.Place.oodi.coordinate

    /// The first of `names` makes the group; `guest` joins without an account.
    init(_ names: [String] = ["aino_k", "mikko", "leena"], guest: String? = nil, hours: Int = 5) throws {
        site = try TestSite.empty()
        var visitors: [String: Visitor] = [:]
        for name in names { visitors[name] = try site.newAccount(name) }
        door = try GroupDoor(try #require(visitors[names[0]]), hours: hours)
        for name in names.dropFirst() { try visitors[name]?.get(door.byLink).submit(door.byLink) }
        if let guest {
            let visitor = Visitor(site)
            try visitor.get(door.byLink).fill("nickname", guest).submit(door.byLink)
            visitors[guest] = visitor
        }
        self.visitors = visitors
        accounts = Dictionary(try door.members().map { ($0.person.typedName, $0.person.id) }) { first, _ in first }
    }

    /// The same in a copy of its site.
    init(copyOf outing: GroupOuting) throws {
        let site = try outing.site.copy()
        site.wait(seconds: outing.site.now.seconds(since: site.now))
        self.site = site
        door = GroupDoor(outing.door, in: site)
        visitors = try outing.visitors.mapValues { try Visitor(site, cookies: $0.cookies).get(GroupPaths.groups) }
        accounts = outing.accounts
    }

    func visitor(_ name: String) throws -> Visitor { try #require(visitors[name]) }
    func account(_ name: String) throws -> ID<Account> { try #require(accounts[name]) }

    func member(_ name: String) throws -> GroupMember {
        try #require(try door.members().first { $0.person.typedName == name })
    }

    func path(of name: String) throws -> String { GroupPaths.member(door.id, try member(name).id) }

    func group() throws -> FriendGroup {
        let found = try site.app.site.database.read { try GroupQueries.group($0, door.id) }
        return try #require(found)
    }

    /// What the server keeps of everybody's place.
    func state() throws -> GroupState { try site.app.site.database.read { try GroupStateQueries.shared($0, door.id) } }

    /// What a member sees.
    func view(_ name: String) throws -> GroupView {
        let account = try account(name)
        let view = try site.app.site.database.read { try GroupView($0, door.id, for: account, site.now) }
        return try #require(view)
    }

    /// Metres from where all of them meet.
    static func place(north: Double, east: Double = 0) throws -> Coordinate {
        let radius = 6_371_000.0
        let width = radius * cos(start.latitude * .pi / 180)
        return try #require(
            Coordinate(
                latitude: start.latitude + north / radius * 180 / .pi,
                longitude: start.longitude + east / width * 180 / .pi))
    }

    /// Sends where somebody is, from their browser.
    @discardableResult
    func walk(_ name: String, north: Double, east: Double = 0, accuracy: Double = 8) throws -> String {
        try walk(visitor(name), to: GroupOuting.place(north: north, east: east), accuracy: accuracy)
    }

    /// The kinds of what the answer tells them.
    @discardableResult
    func walk(_ visitor: Visitor, to place: Coordinate, accuracy: Double = 8) throws -> String {
        let fields = [
            ("csrf", visitor.token), ("lat", "\(place.latitude)"), ("lon", "\(place.longitude)"),
            ("accuracy", "\(accuracy)"), ("at", "\(visitor.site.now.milliseconds)"),
        ]
        return try visitor.post("/positions", fields, accept: "application/json").gets(200).page.text
    }

    /// Everybody stands where all of them meet, but for some.
    func gather(except absent: String...) throws {
        for name in visitors.keys.sorted() where !absent.contains(name) { try walk(name, north: 0) }
    }

    /// An outing whose members all met some time ago.
    static func gathered() throws -> GroupOuting {
        let outing = try GroupOuting()
        try outing.gather()
        outing.site.wait(seconds: 20)
        return outing
    }

    /// Somebody is seen twice, as far away as it takes.
    @discardableResult
    func stray(_ name: String, north: Double = 600) throws -> String {
        try walk(name, north: north)
        site.wait(seconds: 20)
        let answer = try walk(name, north: north)
        site.wait(seconds: 20)
        return answer
    }

    /// Somebody is seen twice with the others, as often as it takes.
    @discardableResult
    func approach(_ name: String, north: Double = 0) throws -> String { try stray(name, north: north) }

    /// Does something on the group's page.
    @discardableResult
    func act(_ name: String, _ path: String, _ fields: [(String, String)] = []) throws -> Visitor {
        let visitor = try visitor(name)
        return try visitor.post(path, [("csrf", visitor.token)] + fields.map { (name: $0.0, value: $0.1) })
    }

    /// Somebody calls for help, and the others are told.
    func call(_ name: String) throws {
        try act(name, GroupPaths.help(door.id)).gets(200)
        site.wait(seconds: 11)
        site.sweep()
    }

    /// Whether somebody gets a stored photo.
    func gets(_ name: String, _ photo: String) throws -> Bool {
        try visitor(name).fetch("/media/\(photo)/medium").status.rawValue == 200
    }

    /// What happened, oldest first, but for those who came.
    func alerts() throws -> [GroupAlert.Kind] {
        try site.app.site.database.read { try GroupAlertQueries.all($0, in: door.id) }
            .map { $0.kind }.filter { $0 != .joined }.reversed()
    }

    /// Somebody's notices of the group, oldest first, but for those of who came.
    func notices(_ name: String) throws -> [Notice] {
        let account = try account(name)
        return try site.app.site.database.read {
            try NoticeQueries.notices($0, of: account, after: .newest, limit: 100)
        }.filter { $0.kind.hasPrefix("group.") && $0.kind != GroupNotices.joined }.reversed()
    }

    /// Their kinds.
    func told(_ name: String) throws -> [String] { try notices(name).map { $0.kind } }

    /// What they say.
    func texts(_ name: String) throws -> [NoticeText] {
        let (account, notices) = (try account(name), try notices(name))
        let texts = try site.app.site.database.read {
            try GroupWords.texts($0, notices, for: account, site.now)
        }
        return notices.compactMap { texts[$0.id] }
    }
}

extension Visitor {
    /// Sends a photo into a group's chat. Returns its message and the name of its file.
    func sendPhoto(
        into group: ID<FriendGroup>, as account: ID<Account>, key: String
    ) throws -> (message: ID<Message>, name: String) {
        try upload(
            GroupPaths.messages(group), "photo", file: PictureTests.icon, named: "p.png",
            [("csrf", get(SitePaths.logout).token), ("key", key)])
        return try site.app.site.database.read { database in
            let sent = try #require(try ConversationQueries.sent(database, by: account, submission: key))
            let name: String? = try database.value("SELECT photo FROM message WHERE id = \(sent.id)")
            return (sent.id, try #require(name))
        }
    }
}
