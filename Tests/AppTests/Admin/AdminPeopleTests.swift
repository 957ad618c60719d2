import Database
import Foundation
import Testing

@testable import App

/// What administrators do with people: roles, deletion, order.
struct AdminPeopleTests {
    @Test func `a member is made an administrator and a member again`() throws {
        let site = try TestSite.demo()
        let keeper = try site.administrator()
        let path = "/admin/people/mikko"
        let mikko = try site.member("mikko")
        try mikko.get("/admin").gets(404)
        try keeper.get(path).submit(path + "/make-administrator").sees("is an administrator now")
        try mikko.get("/admin").gets(200)
        try keeper.get(path).submit(path + "/remove-administrator").sees("is a member like others now")
        try mikko.get("/admin").gets(404)
        try keeper.get("/admin/audit").sees("made administrator mikko", "made a member like others mikko")
    }

    @Test func `the last administrator stays one`() throws {
        let site = try TestSite.demo()
        let keeper = try site.administrator()
        let path = "/admin/people/keeper"
        try keeper.get(path).submit(path + "/remove-administrator").gets(422).sees("A site needs an administrator.")
        _ = try site.administrator("second")
        try keeper.get(path).submit(path + "/remove-administrator").isAt("/")
        try keeper.get("/admin").gets(404)
    }

    @Test func `an account is deleted by its typed name, as if its owner had done it`() throws {
        let site = try TestSite.demo()
        let (keeper, mikko) = (try site.administrator(), try site.member("mikko"))
        let path = "/admin/people/mikko"
        try keeper.get(path).fill("username", "aino_k").submit(path + "/delete").gets(422).isAt(path + "/delete")
            .sees("Nothing was deleted", "Delete the account")
        #expect(keeper.page.text.contains("value=\"aino_k\"") && keeper.page.text.contains("id=\"username-error\""))
        try keeper.get(path).submit(path + "/delete").gets(422).sees("Type mikko to delete the account.")
        try mikko.get("/friends").gets(200).isAt("/friends")
        try keeper.get(path).fill("username", " Mikko ").submit(path + "/delete").isAt("/admin/people")
            .sees("is deleted")
        try mikko.get("/friends")
        #expect(mikko.page.path.hasPrefix("/login"))
        try keeper.get(path).gets(404)
        try site.member("aino_k").get("/friends").seesNot("mikko")
        try keeper.get("/admin/audit").sees("deleted the account of", "mikko")
    }

    @Test func `an administrator is not deleted, nor a suspended person made one`() throws {
        let site = try TestSite.demo()
        let keeper = try site.administrator()
        _ = try site.administrator("second")
        try keeper.get("/admin/people").post(
            "/admin/people/second/delete", [("csrf", keeper.token), ("username", "second")]
        ).gets(422).sees("First make second a member like others.")
        #expect(try site.app.administrators.names().contains("second"))
        try keeper.get("/admin/people/sofia").submit("/admin/people/sofia/suspend")
        try keeper.post("/admin/people/sofia/make-administrator", [("csrf", keeper.token)]).gets(404)
    }

    @Test func `people are listed by name, page after page`() throws {
        let site = try TestSite.empty()
        try site.app.site.database.write { database in
            for number in 0..<120 {
                let name = String(format: "person_%03d", (number * 37) % 120)
                let account = NewAccount(username: try Username(name), timeZone: "Europe/Helsinki")
                _ = try AccountQueries.insert(
                    database, account, password: String(repeating: "x", count: 40), at: site.now)
            }
        }
        let keeper = try site.administrator()
        var (path, names): (String?, [String]) = ("/admin/people?sort=name", [])
        while let next = path {
            try keeper.get(next)
            names += keeper.page.links.filter { $0.hasPrefix("/admin/people/") }.map { String($0.dropFirst(14)) }
            path = keeper.page.links.first { $0.contains("sort=name&after=") }
        }
        #expect(names == ["keeper"] + (0..<120).map { String(format: "person_%03d", $0) })
    }
}
