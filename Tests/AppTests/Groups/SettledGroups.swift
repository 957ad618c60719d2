import Database
import HTTP
import Proximity
import Testing

@testable import App

extension TestSite {
    /// The feature itself.
    func groupsFeature() throws -> Groups {
        try #require(app.site.features.all.lazy.compactMap { $0 as? Groups }.first)
    }

    /// A group made by its function, with its maker alone.
    func makeGroup(
        _ name: String = "Friday", by maker: String, hours: Int = 5, approve: Bool = false
    ) throws -> ID<FriendGroup> {
        let groups = try groupsFeature()
        let form = FormFields(
            values: [("name", name), ("limit_m", "300"), ("hours", "\(hours)")] + (approve ? [("approve", "1")] : []))
        let account = try account(maker)
        return try app.site.database.write {
            try groups.make($0, try NewGroup(form), formKey: "test-\(name)", by: account, at: now)
        }
    }

    /// Lets somebody into a group, or to wait for it.
    @discardableResult
    func join(_ group: ID<FriendGroup>, _ account: ID<Account>) throws -> ID<GroupMember> {
        let groups = try groupsFeature()
        return try app.site.database.write { database in
            try groups.join(database, group, account: account, phone: "", at: now)
            return try #require(try GroupMemberQueries.member(database, of: group, account)).id
        }
    }

    /// Somebody writes into a group's chat.
    @discardableResult
    func write(_ text: String, into group: ID<FriendGroup>, from sender: ID<Account>) throws -> ID<Message> {
        let groups = try groupsFeature()
        return try app.site.database.write { database in
            let conversation = try #require(try GroupQueries.group(database, group)?.conversation)
            let key = "group-\(text)-\(sender)"
            let message = NewMessage(content: Message.Content(text: text), formKey: key)
            return try groups.conversations.send(database, message, in: conversation, from: sender, at: now).id
        }
    }
}

/// A group that the owner has made, with a member, a guest, somebody who waits and somebody who left, and two more: one in
/// which the owner asks for help, and one of another maker's who asks for help, from which they head home.
struct SettledGroups {
    static let code = "K7M2PX"

    let guest: Visitor
    let member: Visitor
    let former: Visitor
    private let id: ID<FriendGroup>
    private let inside: ID<GroupMember>
    private let waiting: ID<GroupMember>
    private let message: ID<Message>
    private let own: ID<Message>
    private let guestReport: Int64
    private let help: ID<FriendGroup>
    private let away: ID<FriendGroup>

    init(_ site: TestSite) throws {
        id = try site.makeGroup("Settled", by: "aino_k", approve: true)
        let groups = try site.groupsFeature()
        (member, former) = (try site.newAccount("inside"), try site.newAccount("gone_by"))
        _ = try site.newAccount("waiting")
        let (account, left) = (try site.account("inside"), try site.account("gone_by"))
        let guest = try site.guest("Sam")
        self.guest = guest.visitor
        inside = try site.join(id, account)
        waiting = try site.join(id, try site.account("waiting"))
        let others = [try site.join(id, guest.id), try site.join(id, left)]
        let (id, inside) = (id, inside)
        try site.app.site.database.write { database in
            for other in others + [inside] { try GroupMemberQueries.admit(database, other, at: site.now) }
            let group = try #require(try GroupQueries.group(database, id))
            let gone = try #require(try GroupMemberQueries.member(database, of: id, left))
            try groups.depart(database, gone, from: group, at: site.now)
            // The fields of the table's forms hold it.
            try database.execute("UPDATE friend_group SET code = \(SettledGroups.code) WHERE id = \(id)")
        }
        message = try site.write("Where are you?", into: id, from: account)
        own = try site.write("At the pier.", into: id, from: try site.account("aino_k"))
        guestReport = try SettledGroups.reportGuest(site)
        help = try SettledGroups.askForHelp(site)
        away = try SettledGroups.headHome(site)
    }

    private static func headHome(_ site: TestSite) throws -> ID<FriendGroup> {
        let id = try site.makeGroup("Settled home", by: "inside")
        let own = try site.join(id, try site.account("aino_k"))
        let (groups, maker) = (try site.groupsFeature(), try site.account("inside"))
        try site.app.site.database.write { database in
            try GroupMemberQueries.setMuted(database, own, since: site.now)
            let group = try #require(try GroupQueries.group(database, id))
            let caller = try #require(try GroupMemberQueries.member(database, of: id, maker)).id
            try GroupMemberQueries.setHelp(database, caller, since: site.now, told: site.now)
            try groups.alert(database, .help, of: caller, in: group, at: site.now)
        }
        return id
    }

    private static func askForHelp(_ site: TestSite) throws -> ID<FriendGroup> {
        let (id, owner) = (try site.makeGroup("Settled help", by: "aino_k"), try site.account("aino_k"))
        try site.app.site.database.write { database in
            let own = try #require(try GroupMemberQueries.member(database, of: id, owner)).id
            try GroupMemberQueries.setHelp(database, own, since: site.now, told: site.now)
        }
        return id
    }

    /// The pages of all three.
    var open: [String] {
        [id, help, away].flatMap { [GroupPaths.group($0), GroupPaths.messages($0), GroupPaths.settings($0)] }
            + [GroupPaths.report(away)]
    }

    /// A guest whom somebody has reported.
    private static func reportGuest(_ site: TestSite) throws -> Int64 {
        let (guest, reporter) = (try site.guest("Max").id, try site.account("inside"))
        return try site.app.site.database.write { database in
            try site.app.moderation.file(
                database, FormFields(values: [("reason", "x")]), by: reporter, about: guest,
                copying: .init(subject: "group message", words: "Max (a guest): x"), at: site.now)
            return try #require(try database.value("SELECT max(id) FROM report WHERE about_id = \(guest)"))
        }
    }

    /// The path of a route with these things.
    func path(of pattern: String) -> String {
        if pattern.hasPrefix("/admin") { return pattern.replacing("{id}", with: "\(guestReport)") }
        // Nobody reports their own.
        if pattern == "/groups/{id}/report" { return GroupPaths.report(away) }
        if ["/seen", "/answer"].contains(where: { pattern.hasSuffix($0) }) {
            return pattern.replacing("{id}", with: "\(away)")
        }
        let message = pattern.hasSuffix("/report") ? message : own
        let member = pattern.hasSuffix("/admit") ? waiting : inside
        return pattern.replacing("{id}", with: "\(id)").replacing("{member}", with: "\(member)")
            .replacing("{message}", with: "\(message)").replacing("{word}", with: SettledGroups.code)
    }

    /// Whether a pattern is one of the feature's.
    static func has(_ pattern: String) -> Bool {
        pattern == GroupPaths.code || ["/groups", "/join/"].contains { pattern.hasPrefix($0) }
            || pattern.hasSuffix("/end-visit")
    }

    /// Valid fields by route.
    static let fields: [String: [(String, String)]] = [
        "/groups": [("name", "Table"), ("limit_m", "300"), ("hours", "3"), ("key", "table")],
        "/groups/preview": [("name", "Table"), ("limit_m", "300"), ("hours", "3")],
        "/groups/join": [("code", code)], "/join/{word}": [("nickname", "Kim")],
        "/groups/{id}/messages": [("text", "x"), ("key", "table")], "/groups/{id}/extend": [("hours", "9")],
        "/groups/{id}/settings": [("name", "Renamed"), ("limit_m", "500")],
        "/groups/{id}/invite": [("username", "mikko")], "/groups/{id}/pause": [("minutes", "30")],
        "/groups/{id}/report": [("reason", "x")],
        "/groups/{id}/messages/{message}/report": [("reason", "x")],
        "/groups/{id}/messages/{message}/reactions": [("emoji", "🔥")],
    ]
}
