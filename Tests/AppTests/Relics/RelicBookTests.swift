import Database
import Foundation
import Proximity
import Testing

@testable import App

/// The visitors' book of a relic.
struct RelicBookTests {
    private func sign(_ visitor: Visitor, world: RelicWorld, text: String) throws {
        try visitor.get(world.path).fill("text", text).submit("\(world.path)/visit")
    }

    private func notices(_ site: TestSite, of name: String) throws -> [String] {
        let account = try site.account(name)
        return try site.app.site.database.read { database in
            try NoticeQueries.notices(database, of: account, after: .newest, limit: 50).filter {
                $0.kind == Relics.visited
            }
            .compactMap { try Relics.visitedKind.show(database, [$0], account, site.now)[$0.id]?.title }
        }
    }

    private func unread(_ site: TestSite, of name: String) throws -> Int {
        let account = try site.account(name)
        return try site.app.site.database.read { try site.app.notices.unread($0, Relics.visited, of: account).count }
    }

    @Test func `who opened it signs, once for each form, and its maker is told without the words`() throws {
        let world = try RelicWorld()
        let mikko = try world.opener("mikko")
        try sign(mikko, world: world, text: "Worth\r\nthe walk.")
        mikko.gets(200).isAt(world.path).sees("You signed the visitors’ book.", "Worth", "just now")
        let fields = [("csrf", mikko.token), ("text", "Twice?"), ("key", "one-form")]
        for _ in 0..<2 { try mikko.post("\(world.path)/visit", fields).gets(200) }
        for _ in 0..<2 { try mikko.post("\(world.path)/visit", Array(fields.dropLast())).gets(200) }
        #expect(try world.count("relic_visit") == 4)
        #expect(try notices(world.site, of: "leena") == Array(repeating: "mikko signed your relic’s book", count: 4))
        #expect(try notices(world.site, of: "mikko") == [])
        let leena = try world.site.member("leena").get("/notices").sees("mikko signed your relic’s book")
        #expect(!leena.page.text.contains("Worth"))
        #expect(try unread(world.site, of: "leena") == 4)
        try leena.get(world.path).sees("Worth", "this afternoon")
        #expect(try unread(world.site, of: "leena") == 0)
        // Her own entry is no news to her.
        try sign(leena, world: world, text: "Thank you.")
        #expect(try notices(world.site, of: "leena").count == 4)
    }

    @Test(
        arguments: [("", "Write a few words."), ("  \n ", "Write a few words.")] + [
            (String(repeating: "é", count: 501), "too long")
        ])
    func `an entry has one to 500 characters`(text: String, words: String) throws {
        let world = try RelicWorld()
        let mikko = try world.opener("mikko")
        try mikko.post("\(world.path)/visit", [("csrf", mikko.token), ("text", text)]).gets(422).sees(words, "It froze")
        try sign(mikko, world: world, text: String(repeating: "é", count: 500))
        #expect(try world.count("relic_visit") == 1)
    }

    @Test func `nobody else signs`() throws {
        let world = try RelicWorld()
        for mikko in [try world.site.member("mikko"), try world.there("mikko")] {
            try mikko.get(world.path).post("\(world.path)/visit", [("csrf", mikko.token), ("text", "x")]).gets(422)
                .sees("Photo from leena").seesNot("It froze")
        }
        #expect(try world.count("relic_visit") == 0)
    }

    @Test func `sixty in a minute are enough`() throws {
        let world = try RelicWorld()
        let mikko = try world.opener("mikko")
        let token = mikko.token
        for number in 0..<60 {
            try mikko.post("\(world.path)/visit", [("csrf", token), ("text", "\(number)")])
            world.site.wait(seconds: 0.1)
        }
        try mikko.post("\(world.path)/visit", [("csrf", token), ("text", "more")]).gets(429)
        // A page of them, and the rest.
        try mikko.get(world.path).sees("59").seesNot(">39<")
        let more = try #require(mikko.page.links.first { $0.contains("?after=") })
        try mikko.get(more).sees("39", "20")
        let last = try #require(mikko.page.links.first { $0.contains("?after=") })
        #expect(last != more)
        try mikko.get(last).sees("19")
        #expect(!mikko.page.links.contains { $0.contains("?after=") })
        for strange in ["x", "1", "-1", "99999999999999999999"] {
            try mikko.get("\(world.path)?after=\(strange)").gets(200).sees("59")
        }
    }

    @Test func `others read the part of the day, and no number on the page tells more`() throws {
        let world = try RelicWorld()
        let mikko = try world.opener("mikko")
        try sign(mikko, world: world, text: "Cold.")
        let visit: Int64 = try #require(
            try world.site.app.site.database.read {
                try $0.value("SELECT id FROM relic_visit WHERE relic_id = \(world.id)")
            })
        let ordered = try world.site.app.site.database.write { try $0.newID(RelicVisit.self).rawValue }
        #expect(abs(visit - ordered) > 1 << 32)
        let sofia = try world.opener("sofia").get(world.path).sees("Cold.", "this afternoon").seesNot("just now")
        #expect(!sofia.page.text.contains("\(world.site.now.milliseconds)"))
    }

    @Test func `its writer and the maker of the relic take an entry out, nobody else`() throws {
        let world = try RelicWorld()
        let (mikko, sofia, leena) = (
            try world.opener("mikko"), try world.opener("sofia"), try world.site.member("leena")
        )
        for text in ["Cold.", "Colder."] {
            try sign(mikko, world: world, text: text)
            world.site.wait(seconds: 1)
        }
        func removals(_ visitor: Visitor) throws -> [String] {
            try visitor.get(world.path).page.forms.map(\.action).filter { $0.contains("/visits/") }
        }
        #expect(try removals(sofia).isEmpty)
        let paths = try removals(mikko)
        #expect(try removals(leena) == paths && paths.count == 2)
        for path in paths { try sofia.post(path, [("csrf", sofia.token)]).gets(404) }
        try mikko.submit(paths[0]).isAt(world.path).sees("Entry removed.").seesNot("Colder.")
        #expect(try notices(world.site, of: "leena").count == 1)
        try leena.submit(paths[1]).sees("Nobody has signed yet.")
        #expect(try notices(world.site, of: "leena").isEmpty)
    }

    @Test func `entries of people who are blocked are not there`() throws {
        let world = try RelicWorld()
        let (mikko, sofia) = (try world.opener("mikko"), try world.opener("sofia"))
        try sign(mikko, world: world, text: "Cold.")
        try sofia.get(world.path).sees("Cold.")
        try sofia.get("/people/mikko").submit("/people/mikko/block")
        try sofia.get(world.path).gets(200).sees("Nobody has signed yet.")
        let leena = try world.site.member("leena")
        try leena.get("/people/mikko").submit("/people/mikko/block")
        try leena.get(world.path).seesNot("Cold.")
        #expect(try notices(world.site, of: "leena").isEmpty)
        try mikko.get(world.path).gets(404)
    }
}
