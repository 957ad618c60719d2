import Database
import Foundation
import HTTP
import Proximity
import TestTools
import Testing

@testable import App

/// A group that is out, and its people with a browser each.
final class GroupOuting {
    let site: TestSite
    let id: ID<FriendGroup>
    private var browsers: [String: Visitor] = [:]

    /// Where the group is.
    static let square = DemoCast.Place.oodi.coordinate

    /// - Parameter names: the members' usernames; the first made the group.
    init(_ names: [String] = ["aino_k", "mikko", "leena"], limit: Int = 300, hours: Int = 5) throws {
        site = try TestSite.empty()
        for name in names { browsers[name] = try site.newAccount(name) }
        let (groups, maker) = (try site.groupsFeature(), try site.account(names[0]))
        let form = FormFields(values: [("name", "Friday"), ("limit_m", "\(limit)"), ("hours", "\(hours)")])
        id = try site.app.site.database.write { [site] in
            try groups.make($0, try NewGroup(form), submission: "outing", by: maker, site.now)
        }
        for name in names.dropFirst() { try site.join(id, try site.account(name)) }
    }

    /// Somebody's browser.
    subscript(name: String) -> Visitor {
        get throws { try #require(browsers[name]) }
    }

    /// Somebody without an account joins.
    @discardableResult
    func joinGuest(_ name: String = "Kim") throws -> Visitor {
        let guest = try site.guest(name)
        try site.join(id, guest.id)
        browsers[name] = guest.visitor
        return guest.visitor
    }

    /// A place to the north and east of ``square``, in metres.
    static func place(_ north: Double, _ east: Double = 0) throws -> Coordinate {
        let degrees = 1 / 111_195.0
        return try #require(
            Coordinate(
                latitude: square.latitude + north * degrees,
                longitude: square.longitude + east * degrees / cos(square.latitude * .pi / 180)))
    }

    /// Somebody's phone says where they are.
    func stand(_ name: String, _ north: Double, _ east: Double = 0, accuracy: Double = 8) throws {
        try self[name].stand(at: GroupOuting.place(north, east), accuracy: accuracy)
    }

    /// Somebody walks straight to the north, one and a half metres a second.
    func walk(_ name: String, from start: Double, to end: Double) throws {
        let step = start < end ? 45.0 : -45.0
        for place in stride(from: start, through: end, by: step) {
            site.wait(seconds: 30)
            try stand(name, place)
        }
    }

    /// All stand together.
    func gather() throws {
        for (number, name) in browsers.keys.sorted().enumerated() { try stand(name, 0, Double(number) * 10) }
    }

    /// Somebody does something: "heading-home".
    @discardableResult
    func press(_ name: String, _ action: String, _ fields: [(String, String)] = []) throws -> Visitor {
        try self[name].press("\(GroupPaths.group(id))/\(action)", fields)
    }

    func view(_ name: String) throws -> GroupView {
        let account = try account(name)
        return try #require(try site.app.site.database.read { try GroupView($0, id, for: account, site.now) })
    }

    /// Somebody's account; a guest's by their nickname.
    func account(_ name: String) throws -> ID<Account> {
        let found: ID<Account>? = try site.app.site.database.read { database in
            try database.value(
                """
                SELECT person.id FROM \(Person.everyone) AS person WHERE \(Person.name("person")) = \(name)
                """)
        }
        return try #require(found)
    }

    func member(_ name: String) throws -> GroupMember {
        try view(name).own
    }

    /// What happened, oldest first, without joining.
    func alerts() throws -> [GroupAlert.Kind] {
        try site.app.site.database.read { try GroupAlertQueries.alerts($0, in: id) }.reversed().map { $0.kind }
            .filter { $0 != .joined }
    }

    /// The titles of the notices of groups that somebody sees, oldest first, without joining.
    func titles(_ name: String) throws -> [String] {
        try self[name].get("/notices").page.text.matches(of: #/<span class="notice-title">(.*?)<\/span>/#)
            .map { String($0.1).replacing("&#39;", with: "'") }.filter { $0.contains("Friday") || $0.contains("safe?") }
            .filter { !$0.contains("joined") }.reversed()
    }

    /// The kinds of the notices of groups that somebody got, oldest first, without joining.
    func kinds(_ name: String) throws -> [String] {
        let account = try account(name)
        return try site.app.site.database.read { database in
            try database.all(
                "SELECT kind FROM notice WHERE account_id = \(account) AND kind LIKE 'group.%' ORDER BY raised_at, id"
            ) { try $0["kind"] as String }
        }.filter { $0 != "group.joined" }
    }
}
