import Foundation
import HTTP
import Proximity
import Testing

@testable import App
@testable import Database

/// A database that takes no writes, as on a full disk, can still be read.
struct FullDiskTests {
    /// The status of pages of every kind that a visitor reaches by links, and of every route without parameters.
    private func pages(_ site: TestSite, _ cookies: [String: String]) throws -> [String: Int] {
        let visitor = Visitor(site, cookies: cookies)
        var waiting = site.app.routes.filter { $0.method == .get && !$0.pattern.contains("{") }.map { $0.pattern }
        waiting += [
            "/friends?q=vil", "/archive?view=map", "/atlas/2/1/1.svg", "/admin/people/mikko",
            "/admin/reports?state=closed", "/people/nobody_here",
        ]
        var statuses: [String: Int] = [:]
        var kinds = PageKinds(most: 3)
        while let path = waiting.popLast() {
            guard statuses[path] == nil else { continue }
            let response = try visitor.fetch(path)
            statuses[path] = response.status.rawValue
            guard case .bytes(let bytes) = response.body, !path.contains("lat=") else { continue }
            let text = String(decoding: bytes, as: UTF8.self)
            let page = Page(path: path, status: response.status.rawValue, headers: response.headers, text: text)
            waiting += page.links.filter {
                $0.hasPrefix("/") && !$0.contains("lat=") && statuses[$0] == nil && kinds.takes($0)
            }
        }
        return statuses
    }

    @Test func `every page can be read while the database takes no writes`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        try aino.stand(at: DemoCast.Place.oodi.coordinate).sees("note.found")
        let (keeper, visitor) = (try site.administrator(), Visitor(site))
        for visitor in [aino, keeper] { try visitor.get("/friends/invite") }
        // Long enough that every session's last use is due to be written.
        site.wait(seconds: 2 * 3_600)
        let full = try site.copy()
        full.wait(seconds: 2 * 3_600)
        _ = try full.app.site.database.pragma("query_only = ON")
        #expect(throws: DatabaseError.self) { try full.app.site.database.write { try $0.execute("DELETE FROM job") } }
        for person in [aino, keeper, visitor] {
            let (found, usual) = (try pages(full, person.cookies), try pages(site, person.cookies))
            #expect(usual.count > 20 && !usual.values.contains { $0 >= 500 })
            for (path, status) in usual { #expect(found[path] == status, "\(path)") }
        }
    }

    @Test func `a session that is used does not expire while nothing can be written, and is stored afterwards`() throws
    {
        let site = try TestSite.demo()
        let (aino, mikko) = (try site.member("aino_k"), try site.member("mikko"))
        _ = try site.app.site.database.pragma("query_only = ON")
        for _ in 0..<4 {
            site.wait(seconds: 20 * 86_400)
            try aino.get("/you").isAt("/you").gets(200)
            site.sweep()
        }
        try mikko.get("/you").isAt("/login?next=/you")
        _ = try site.app.site.database.pragma("query_only = OFF")
        site.wait(seconds: 3_600)
        site.sweep()
        try aino.get("/you").isAt("/you")
        // After a restart only its row knows the last use.
        let again = try site.copy()
        again.wait(seconds: site.now.seconds(since: again.now))
        try Visitor(again, cookies: aino.cookies).get("/you").isAt("/you")
    }

    @Test func `searches stay limited while nothing can be written`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        _ = try site.app.site.database.pragma("query_only = ON")
        for _ in 0..<60 { try aino.get("/friends?q=vil").gets(200) }
        try aino.get("/friends?q=vil").gets(429)
    }

    @Test func `jobs write the last use of a session once an hour`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        func stored() throws -> Timestamp? {
            try site.app.site.database.read { try $0.value("SELECT used_at FROM session", as: Timestamp.self) }
        }
        let first = site.now
        site.wait(seconds: 3_601)
        try aino.get("/you").gets(200)
        #expect(try stored() == first)
        site.sweep()
        let second = site.now
        #expect(try stored() == second)
        site.wait(seconds: 3_000)
        try aino.get("/you").gets(200)
        site.sweep()
        #expect(try stored() == second)
    }
}
