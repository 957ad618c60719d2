import Foundation
import GRDB
import HTTP
import Testing

@testable import App

/// Sends malicious values in every field of every form and query. The process must survive, no response may be a server
/// error, and the stored data must obey the schema.
struct NastyValueTests {
    enum Role: String, CaseIterable, Sendable {
        case nobody, member, administrator

        /// Whether to test a route as this role. Other roles have no access or get the same response.
        func isServed(_ access: Route.Access) -> Bool {
            switch self {
            case .nobody: access == .open
            case .member: access != .admin
            case .administrator: access == .admin
            }
        }

        func visitor(_ site: TestSite) throws -> Visitor {
            let visitor = Visitor(site)
            let name = self == .member ? "aino_k" : "keeper"
            let password = self == .member ? "demo-password" : "long enough for me"
            try visitor.get("/login")
            if self == .nobody { return visitor }
            return try visitor.fill("username", name).fill("password", password).submit("/login").get("/settings")
        }
    }

    @Test func `every form is on a page, so that its fields are known`() throws {
        let walk = try SettledWalk.shared.get()
        // In the message after a deletion, and on a note's page when it is opened for the first time.
        let passing = [
            "/notes/{id}/restore", "/archive/{id}/restore", "/archive/{id}/keep", "/friends/circles/{id}/restore",
            "/relics/{id}/restore", "/chats/{username}/restore", "/moments/{id}/restore",
            // While the window of the day is open, and on a day without one.
            DailyPaths.notToday, DailyPaths.start,
            // Gone once there is an administrator.
            "/setup/{token}",
            // Where a group is over.
            GroupPaths.over,
            // Sent by a script alone, with what the browser's push service says.
            PushPaths.subscribe,
            // After a map was found, while one is loaded, where there are two, after one was removed.
            AdminPaths.getBasemap, AdminPaths.stopBasemap, "/admin/basemaps/{name}/raise",
            "/admin/basemaps/{name}/restore",
            // Sent by a script alone, with parts of a file.
            AdminPaths.basemapUploads, "/admin/basemaps/uploads/part", "/admin/basemaps/uploads/finish",
            // Sent by the player.
            "/zones/{id}/tracks/{track}/played",
        ]
        for route in walk.site.app.routes
        where route.method == .post && route.access != .token && !passing.contains(route.pattern) {
            #expect(walk.formPatterns.contains(route.pattern), "no page has a form to \(route.pattern)")
        }
    }

    /// A part of the routes as one role: parts run beside each other.
    struct Share: Sendable, CustomTestStringConvertible {
        let role: Role
        let number: Int

        static let count = 4
        static let all = Role.allCases.flatMap { role in (0..<count).map { Share(role: role, number: $0) } }
        var testDescription: String { "\(role.rawValue) \(number)" }
    }

    @Test(.timeLimit(.minutes(30)), arguments: Share.all)
    func `no value of any field ends the process or violates the schema`(share: Share) throws {
        let walk = try SettledWalk.shared.get()
        let targets = walk.targets.enumerated().filter { $0.offset % Share.count == share.number }.map { $0.element }
        // What changes nothing can be asked of one copy: pages, and forms that this role may not send.
        let quiet = targets.filter { $0.method == .get || share.role == .nobody && $0.access != .open }
        let sender = try quiet.first.map { try NastySender(walk.site.copy(), share.role, $0) }
        for target in quiet {
            sender?.turn(to: target)
            try sender?.sendAll()
        }
        try sender?.checkStored()
        var count = sender?.count ?? 0
        for target in targets
        where !quiet.contains(where: { $0.method == target.method && $0.pattern == target.pattern }) {
            let sender = try NastySender(walk.site.copy(), share.role, target)
            try sender.sendAll()
            try sender.checkStored()
            count += sender.count
        }
        print("\(share.testDescription): \(count) requests")
    }

    @Test(arguments: [
        "UPDATE note SET lat = 91", "UPDATE note SET text = ''", "UPDATE note SET author_id = 1",
        "UPDATE note SET created_at = -1", "UPDATE note SET created_at = 9223372036854775807",
    ])
    func `data that violates the schema is detected`(fault: String) throws {
        let site = try TestSite.demo()
        var configuration = GRDB.Configuration()
        configuration.foreignKeysEnabled = false
        try DatabaseQueue(path: site.folder + "/cairn.sqlite", configuration: configuration).write { database in
            try database.execute(sql: "PRAGMA ignore_check_constraints = ON; \(fault)")
        }
        withKnownIssue { try NastySender.checkStored(site, after: fault) }
    }

    @Test func `no value of a cookie or header field causes a server error`() throws {
        let site = try TestSite.demo()
        let visitor = try Role.member.visitor(site)
        let names = ["User-Agent", "Referer", "Origin", "Range", "If-None-Match", "If-Modified-Since", "Last-Event-ID"]
        for value in NastyValues.all.map({ $0.removingPercentEncoding ?? $0 })
        where value.unicodeScalars.allSatisfy({ $0.value >= 32 }) {
            for cookie in visitor.cookies.keys {
                let other = Visitor(site, cookies: visitor.cookies.merging([cookie: value]) { $1 })
                #expect(try other.fetch("/").status.rawValue < 500, "\(cookie): \(value.prefix(60))")
            }
            for name in names {
                #expect(
                    try visitor.fetch("/settings", [(name, value)]).status.rawValue < 500,
                    "\(name): \(value.prefix(60))")
            }
        }
    }
}
