import Foundation
import HTTP
import TestTools
import Testing

@testable import App

/// Bugs of the classes that comparable sites had.
struct BugClassTests {
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
