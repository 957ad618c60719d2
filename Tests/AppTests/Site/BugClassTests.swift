import Foundation
import HTTP
import Testing

@testable import App

/// Classes of bugs that comparable sites had, with the tests against them.
struct BugClassTests {
    /// The class and its tests, named as in the sources.
    private static let table: [(bug: String, tests: [String])] = [
        ("path from user data", ["what is no name gets nowhere near the disk", "a media name cannot be a path"]),
        ("check missing on a sibling route", ["every route answers everybody as the table says"]),
        ("nil or self-editing tokens", ["an empty secret matches nothing", "a form changes only its own fields"]),
        (
            "session not ended on the server",
            [
                "a session is renewed at login and ended on the server at logout",
                "changing the password ends the other sessions and keeps this one",
                "nobody can end another person's session",
                "a session expires after thirty idle days, before any sweep",
            ]
        ),
        (
            "side door without throttle",
            [
                "a password that is asked for again is counted too",
                "all forms that check a password share one counter",
                "unknown names count as searches on every path",
                "refused sign-up forms are limited to sixty an hour",
                "a stolen device cookie gives no more tries than any browser has",
            ]
        ),
        (
            "secrets in addresses",
            [
                "the log contains no secrets from URLs", "no link on a page contains a secret",
                "no route logs a secret from its URL, form or cookies",
            ]
        ),
        ("stored markup in odd sinks", ["user text is escaped on every page"]),
        (
            "existence oracles",
            [
                "a wrong password and a wrong name get the same answer", "nobody learns if an address has an account",
                "the blocked person gets the same answers as for an unknown name",
                "an unknown address and an unknown name cause the same work as known ones",
            ]
        ),
        // The one HTTP client is that of push, whose addresses browsers give.
        (
            "requests by the server to where people say",
            [
                "imports go one way", "the server fetches no URL", "an address that is not public is not connected to",
                "redirects are not followed", "libcurl reads the same host as the check",
            ]
        ),
        ("unlimited strings", ["every text column has a maximum length"]),
        (
            "block or suspension missing on one path",
            [
                "after a block neither sees the other and nothing says why",
                "a suspended person is signed out at once and invisible to everybody",
                "a block, a removal and a suspension hide it at once, a pause and disabling at the half hour",
            ]
        ),
        ("default credentials", ["a new site has no accounts"]),
        ("framing", ["RFC 9112 8: a body cut short is not acted on", "no other site can frame a page"]),
    ]

    /// The number of tests with each name, by function or title. Comments and string literals do not count.
    private static let tests = Result<[String: Int], any Error> {
        var tests: [String: Int] = [:]
        for (_, source) in try SwiftSource.files("Tests") {
            for match in source.code.matches(
                of: #/\n *(?:@Suite[^\n]*\n *)?@Test\b(.*?)\bfunc (?:`([^`]+)`|(\w+))/#.dotMatchesNewlines())
            {
                let title = match.1.firstMatch(of: #/^\(\s*"§(\d+)§"/#).flatMap { Int($0.1) }
                let name = title.map { source.literals[$0].pieces.joined() }
                tests[name ?? String(match.2 ?? match.3 ?? ""), default: 0] += 1
            }
        }
        return tests
    }

    @Test func `each bug class has its tests`() throws {
        let tests = try BugClassTests.tests.get()
        #expect(tests.count > 600)
        for (bug, names) in BugClassTests.table {
            #expect(!names.isEmpty, "\(bug)")
            for name in names { #expect(tests[name] == 1, "\(bug): \(name)") }
        }
    }

    @Test func `every promise of the security page names existing tests`() throws {
        let tests = try BugClassTests.tests.get()
        let browser = try SwiftSource.texts("Tests/Browser", "py").map { $0.text }.joined()
        let page = try #require(SwiftSource.texts("docs", "md").first { $0.path == "docs/security.md" }).text
        let promises = page.split(separator: "\n").filter { $0.hasPrefix("| ") && !$0.hasPrefix("| promise") }
        var count = 0
        for promise in promises where !promise.hasPrefix("| limit") {
            let named = promise.matches(of: #/`([^`]+)`/#).map { String($0.1) }.filter { $0 != "Fuzz/run" }
            #expect(!named.isEmpty || promise.contains("`Fuzz/run`"), "\(promise)")
            for name in named {
                #expect(tests[name] == 1 || browser.contains("def \(name)("), "\(name)")
                count += 1
            }
        }
        #expect(count > 80)
    }

    @Test func `an empty secret matches nothing`() throws {
        let site = try TestSite.demo()
        // Rows whose secrets are NULL or missing: no invite link, no mailed link, no confirmed address.
        try site.app.site.database.write { try $0.execute("UPDATE account SET email_confirmed_at = NULL") }
        for path in [
            "/password/reset", "/password/reset?token=", "/confirm", "/confirm?token=", "/join-me/", "/join-me/%20",
        ] {
            try Visitor(site).get(path).gets(404)
        }
        for cookie in ["", "null", "0"] {
            try Visitor(site, cookies: ["session": cookie]).get("/you").isAt("/login?next=/you")
        }
        let visitor = Visitor(site)
        for (name, password) in [("aino_k", ""), ("", ""), ("", "demo-password"), ("aino_k@example.org", "")] {
            try visitor.get("/login").fill("username", name).fill("password", password).submit("/login").gets(422)
        }
    }

    @Test func `a form changes only its own fields`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        let extra = [
            ("username", "keeper"), ("email", "x@example.org"), ("id", "1"), ("account_id", "1"), ("is_admin", "1"),
            ("administrator", "1"), ("paused_until", "9"), ("password", "new password 1"), ("token_hash", "x"),
        ]
        func stored() throws -> String {
            try site.app.site.database.read { database in
                try database.all(
                    "SELECT id, username, email, password FROM account ORDER BY id"
                ) { row in
                    let id: Int64 = try row["id"]
                    return
                        "\(id) \(try row["username"] as String) \(try row["email"] as String) \(try row["password"] as String)"
                }.joined(separator: "\n")
            }
        }
        let before = try stored()
        for path in ["/settings/preferences", "/settings/profile", "/settings/pause", "/friends/findable"] {
            try aino.get("/settings")
            let good = [
                ("csrf", aino.token), ("time_zone", "UTC"), ("units", "metric"), ("theme", "dark"),
                ("retention_h", "24"), ("minutes", "0"), ("bio", "x"), ("phone", ""),
            ]
            try aino.post(path, (good + extra).map { (name: $0.0, value: $0.1) })
        }
        #expect(try stored() == before)
        try aino.get("/admin").gets(404)
    }

    @Test func `all forms that check a password share one counter`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        try aino.get("/settings/password")
        for attempt in 0..<10 {
            let isAddress = attempt.isMultiple(of: 2)
            let field = isAddress ? "password_for_email" : "current_password"
            try aino.post(
                isAddress ? "/settings/email" : "/settings/password",
                [
                    ("csrf", aino.token), (field, "wrong"), ("email", "new@example.org"),
                    ("password", "a walk in the rain"), ("password_confirmation", "a walk in the rain"),
                ]
            ).gets(422)
        }
        try aino.post(
            "/settings/email",
            [("csrf", aino.token), ("password_for_email", "demo-password"), ("email", "new@example.org")]
        ).gets(429)
    }

    @Test func `no link on a page contains a secret`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        let invite = try InviteTests.make(aino)
        let secrets = Array(aino.cookies.values) + [String(invite.dropFirst("/join-me/".count))]
        for path in [
            "/", "/you", "/friends", "/settings", "/settings/visibility", "/settings/devices", "/people/mikko",
        ] {
            let page = try aino.get(path).page
            for address in page.links + page.resources + page.forms.map({ $0.action }) {
                #expect(!secrets.contains { address.contains($0) }, "\(path): \(address)")
                #expect(!address.contains("csrf") && !address.contains("token="), "\(path): \(address)")
            }
        }
        #expect(SecurityHeaders.fields(isSecure: true)["referrer-policy"] == "same-origin")
    }

    @Test func `user text is escaped on every page`() throws {
        let site = try TestSite.demo()
        let hostile = "\"><script>alert(1)</script>' onload=x {{ csrf }}"
        let aino = try site.member("aino_k")
        try aino.get("/settings/profile").fill("bio", hostile).submit("/settings/profile")
        try aino.get("/people/ville").fill("reason", hostile).submit("/people/ville/report")
        try aino.get("/notes/new").fill("text", hostile).fill("to", "mikko").fill("lat", "60").fill("lon", "24")
            .submit("/notes")
        let agent = Visitor(site)
        try agent.get("/login").fill("username", hostile).fill("password", "x").submit("/login").gets(422)
        #expect(!agent.page.text.contains("<script>alert"))
        let keeper = try site.administrator()
        let visits = [
            (aino, "/settings/profile"), (aino, "/people/aino_k"), (aino, "/notes"), (keeper, "/admin/reports"),
            (keeper, "/people/aino_k"), (keeper, "/admin/people/ville"),
            (aino, "/friends?q=%22%3E%3Cscript%3Ealert(1)%3C/script%3E"),
        ]
        for (visitor, path) in visits {
            let text = try visitor.get(path).gets(200).page.text
            #expect(!text.contains("<script>alert") && !text.contains("\"><script"), "\(path)")
            #expect(text.contains("&lt;script&gt;alert(1)"), "\(path) does not show it")
        }
    }

    @Test func `a media name cannot be a path`() throws {
        let aino = try TestSite.demo().member("aino_k")
        for path in [
            "/media/..%2F..%2Fcairn.sqlite", "/media/%2e%2e", "/media/password.txt", "/media/x/small",
            "/people/..%2Faino_k", "/uploads/..%2F..",
        ] {
            // An encoded slash is refused before routing.
            guard let page = try? aino.get(path).page else { continue }
            #expect(!page.text.contains("SQLite format") && !page.text.contains("demo-password"), "\(path)")
            #expect(page.status == 404, "\(path)")
        }
    }

    @Test func `the server fetches no URL`() throws {
        // Only mail leaves the site, to the one server that the host configured, and messages to push services.
        for (path, source) in try SwiftSource.files("Sources") {
            for client in ["URLSession", "URLRequest(", "FoundationNetworking", "contentsOf: URL(string"] {
                #expect(!source.code.contains(client), "\(path): \(client)")
            }
        }
    }

    @Test func `every text column has a maximum length`() throws {
        let site = try TestSite.empty()
        let tables = try site.app.site.database.read {
            try $0.all("SELECT name, sql FROM sqlite_master WHERE type = 'table' AND sql IS NOT NULL") {
                (try $0["name"] as String, try $0["sql"] as String)
            }
        }
        #expect(tables.count > 15)
        for (name, sql) in tables where !name.hasPrefix("sqlite_") && name != "grdb_migrations" {
            for match in sql.matches(of: #/(\w+) TEXT\b/#) {
                let column = String(match.1)
                // A reference is as long as the column it refers to.
                let isChecked =
                    sql.contains("length(\(column))") || sql.contains("CHECK (\(column) IN (")
                    || sql.contains("\(column) TEXT NOT NULL REFERENCES")
                #expect(isChecked, "\(name).\(column)")
            }
        }
    }

    @Test func `a new site has no accounts`() throws {
        let site = try TestSite.empty()
        let count = try site.app.site.database.read { try $0.value("SELECT count(*) FROM account", as: Int.self) }
        #expect(count == 0)
        for name in ["admin", "root", "cairn", "administrator"] {
            try Visitor(site).get("/login").fill("username", name).fill("password", name).submit("/login").gets(422)
        }
    }

    @Test func `no other site can frame a page`() throws {
        let policy = try #require(SecurityHeaders.fields(isSecure: false)["content-security-policy"])
        #expect(policy.contains("frame-ancestors 'none'") && !policy.contains("unsafe"))
    }
}
