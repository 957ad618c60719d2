import Foundation
import HTTP
import Testing

@testable import App

/// Calls every route as every kind of person and compares the results with `RouteTable.txt`.
///
/// The things in the paths belong to `owner`. A new route without a line fails. `bin/test record routes` rewrites the table;
/// then read it, because each number in it is a promise.
@Suite(.serialized) struct RouteTableTests {
    private static let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "RouteTable.txt")
    private static let roles = [
        "nobody", "stranger", "blocked", "friend", "owner", "suspended", "admin", "guest", "member", "former",
    ]

    /// A kind of person with cookies.
    private struct Caller {
        let role: String
        let cookies: [String: String]
        let token: String

        init(_ role: String, _ visitor: Visitor, form: String = "/settings") throws {
            self.role = role
            token = try visitor.get(form).token
            cookies = visitor.cookies
        }
    }

    @Test func `every route answers everybody as the table says`() throws {
        let settled = try SettledWorld()
        let (site, callers) = (settled.site, try callers(settled))
        var lines: [String] = []
        for route in site.app.routeTable {
            let parts = route.split(separator: "\t").map { String($0) }
            let isOpen = parts[2] == "open"
            let answers = try statuses(settled, parts[0] == "POST", parts[1], isOpen: isOpen, callers)
            lines.append(line(parts[0], parts[1], answers))
        }
        let text = header + lines.joined(separator: "\n") + "\n"
        if ProcessInfo.processInfo.environment["CAIRN_RECORD"] != nil {
            try text.write(to: RouteTableTests.file, atomically: true, encoding: .utf8)
        }
        let stored = try String(contentsOf: RouteTableTests.file, encoding: .utf8).split(separator: "\n").map {
            "\($0)"
        }
        let now = text.split(separator: "\n").map { "\($0)" }
        for line in now where !stored.contains(line) { Issue.record("not in the table: \(line)") }
        for line in stored where !now.contains(line) { Issue.record("only in the table: \(line)") }
    }

    @Test func `the table satisfies the general rules`() throws {
        let lines = try String(contentsOf: RouteTableTests.file, encoding: .utf8).split(separator: "\n").dropFirst()
        #expect(lines.count > 50)
        for line in lines {
            let words = line.split(separator: " ").map { String($0) }
            let answers = Dictionary(uniqueKeysWithValues: zip(RouteTableTests.roles, words.dropFirst(2)))
            #expect(answers["suspended"] == answers["nobody"], "\(line)")
            #expect(!words.contains { $0.hasPrefix("5") && $0.count == 3 }, "\(line)")
            // Forms without a file are refused, a map where its server does not answer, parts of a map without a name, a vote
            // from elsewhere, a photo of the day outside of its window, and an answer where nobody asks.
            let isRefused =
                words[0] == "POST"
                && [
                    "/relics", "/daily", "/admin/zones/import", "/admin/zones/{id}/tracks",
                    "/admin/zones/{id}/cover", "/zones/{id}/tracks/{track}/vote",
                    "/groups/{id}/answer", "/admin/basemaps", "/admin/basemaps/find",
                    "/admin/basemaps/uploads", "/admin/basemaps/uploads/part", "/admin/basemaps/uploads/finish",
                ].contains(words[1])
            // Nobody may read metrics before there is a token for them, and the doctor makes its own: MetricsTests, DoctorTests.
            if ["/metrics", "/doctor/{token}"].contains(words[1]) { continue }
            // Today has had its window.
            let good = isRefused ? ["422"] : words[1] == "/admin/daily/start" ? ["409"] : ["200", "204", "303"]
            #expect(words.dropFirst(2).contains { good.contains($0) }, "nobody gets anywhere: \(line)")
            if words[1] == "/admin" || words[1].hasPrefix("/admin/") {
                let others = RouteTableTests.roles.filter { $0 != "admin" }.map { answers[$0] }
                #expect(others.allSatisfy { $0 == "404" } && answers["admin"] != "404", "\(line)")
            }
        }
    }

    /// The people in the table.
    private func callers(_ world: SettledWorld) throws -> [Caller] {
        let (site, keeper) = (world.site, world.keeper)
        let suspended = try site.newAccount("thrown_out")
        try keeper.get("/admin/people/thrown_out").submit("/admin/people/thrown_out/suspend")
        let callers = [
            try Caller("nobody", Visitor(site), form: "/login"), try Caller("stranger", site.newAccount("stranger")),
            try Caller("blocked", site.member("ville")), try Caller("friend", site.member("mikko")),
            try Caller("owner", world.owner), try Caller("suspended", suspended, form: "/login"),
            try Caller("admin", keeper), try Caller("guest", world.groups.guest, form: "/logout"),
            // Who is in the owner's group, and who was.
            try Caller("member", world.groups.member), try Caller("former", world.groups.former),
        ]
        #expect(callers.map { $0.role } == RouteTableTests.roles)
        return callers
    }

    /// The status of the first response to each; `login` if a closed route redirects to the login page.
    private func statuses(
        _ world: SettledWorld, _ isPost: Bool, _ pattern: String, isOpen: Bool, _ callers: [Caller]
    ) throws -> [String] {
        let fields = SettledWorld.fields[pattern] ?? []
        // Forms run on a copy; each person calls open routes on a copy of their own.
        let shared = isPost && !isOpen ? try world.site.copy() : world.site
        return try callers.map { caller in
            let site = isPost && isOpen ? try world.site.copy() : shared
            let response = try answer(site, isPost, world.path(of: pattern), fields, caller)
            let isLogin = response.status == .seeOther && response.headers["location"]?.hasPrefix("/login") == true
            return isLogin && !isOpen ? "login" : "\(response.status.rawValue)"
        }
    }

    private func answer(
        _ site: TestSite, _ isPost: Bool, _ path: String, _ fields: [(String, String)], _ caller: Caller
    ) throws -> Response {
        let cookies = caller.cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
        var headers = Headers([("Host", "localhost:8080"), ("Accept", "text/html")])
        if !cookies.isEmpty { headers.add("Cookie", cookies) }
        var body = HTTP.Body.empty
        if isPost {
            headers.add("Content-Type", "application/x-www-form-urlencoded")
            let text = ([("csrf", caller.token)] + fields).map { "\($0.0)=\(PathText.component($0.1))" }
            body = .bytes(Array(text.joined(separator: "&").utf8))
        }
        return site.app.respond(
            to: try Request(method: isPost ? .post : .get, target: path, headers: headers, body: body))
    }

    private var header: String { line("", "", RouteTableTests.roles) + "\n" }

    private func line(_ method: String, _ pattern: String, _ answers: [String]) -> String {
        func pad(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(1, width - text.count))
        }
        let cells = answers.map { pad($0, 10) }.joined()
        let line = pad(method, 5) + pad(pattern, 42) + cells
        return String(line.reversed().drop { $0 == " " }.reversed())
    }
}
