import Database
import Proximity
import Testing

@testable import App

/// Name, limit and end of a running group.
struct GroupChangeTests {
    @Test func `its maker changes name and limit, and everybody else is told`() throws {
        let outing = try GroupOuting()
        let settings = GroupPaths.settings(outing.door.id)
        try outing.visitor("aino_k").get(settings).fill("name", " Late  bar ").fill("limit_m", "500").submit(settings)
        try outing.visitor("aino_k").sees("Saved. Everybody is told.", "Late bar")
        let group = try outing.group()
        #expect(group.name == "Late bar" && group.limit == Metres(500))
        #expect(try outing.alerts() == [.renamed, .limited])
        let lines = ["aino_k named the group Late bar · Late bar", "aino_k set the limit to 500 m · Late bar"]
        #expect(try outing.texts("mikko").map { $0.title } == lines)
        #expect(try outing.told("aino_k").isEmpty)
        try outing.visitor("mikko").get(settings).sees("aino_k set the limit to 500 m")
        // The same again tells nobody.
        try outing.act("aino_k", path: settings, fields: [("name", "Late bar"), ("limit_m", "500")]).sees(
            "Nothing has changed.")
        // What is not sent stays.
        try outing.act("aino_k", path: settings, fields: [("limit_m", "400")])
        #expect(try outing.group().name == "Late bar")
        #expect(try outing.alerts() == [.renamed, .limited, .limited])
    }

    @Test func `the new limit decides who strays`() throws {
        let outing = try GroupOuting()
        try outing.gather()
        // A jump would count for nothing.
        outing.site.wait(seconds: 20)
        try outing.act("aino_k", path: GroupPaths.settings(outing.door.id), fields: [("limit_m", "2000")])
        try outing.stray("leena", north: 600)
        #expect(try !outing.alerts().contains(.strayed))
        try outing.act("aino_k", path: GroupPaths.settings(outing.door.id), fields: [("limit_m", "200")])
        for name in ["aino_k", "mikko"] { try outing.walk(name, north: 0) }
        try outing.stray("leena", north: 601)
        #expect(try outing.alerts().contains(.strayed))
    }

    @Test(arguments: [("name", ""), ("name", "\u{202E}"), ("limit_m", "49"), ("limit_m", "20001"), ("limit_m", "")])
    func `a wrong field has its words and changes nothing`(_ field: String, _ value: String) throws {
        let outing = try GroupOuting()
        try outing.act("aino_k", path: GroupPaths.settings(outing.door.id), fields: [(field, value)]).gets(422)
        #expect(try outing.visitor("aino_k").page.text.contains("id=\"\(field)-error\""))
        #expect(try outing.group().name == "Friday" && outing.alerts().isEmpty)
    }

    @Test func `ten changes an hour are told, and no more are made`() throws {
        let outing = try GroupOuting()
        let settings = GroupPaths.settings(outing.door.id)
        for number in 1...10 { try outing.act("aino_k", path: settings, fields: [("name", "Bar \(number)")]).gets(200) }
        try outing.act("aino_k", path: settings, fields: [("name", "Bar 11")]).gets(429)
        #expect(try outing.group().name == "Bar 10" && outing.alerts().count == 10)
    }

    @Test func `nobody else changes them`() throws {
        let outing = try GroupOuting(guest: "Kim")
        let settings = GroupPaths.settings(outing.door.id)
        for name in ["mikko", "Kim"] {
            #expect(try !outing.visitor(name).get(settings).page.text.contains("name=\"limit_m\""))
            try outing.act(name, path: settings, fields: [("name", "Mine")]).gets(404)
        }
        #expect(try outing.group().name == "Friday")
    }

    @Test func `any member makes it longer, its maker also shorter, and everybody is told`() throws {
        let outing = try GroupOuting(hours: 5)
        let extend = GroupPaths.extend(outing.door.id)
        try outing.act("mikko", path: extend, fields: [("hours", "2")]).sees("It already runs longer than that.")
        try outing.act("mikko", path: extend, fields: [("hours", "9")])
        #expect(try outing.group().endsAt == outing.site.now + 9 * 3_600)
        #expect(try outing.texts("aino_k").map { $0.title } == ["mikko changed when the group ends · Friday"])
        try outing.act("aino_k", path: extend, fields: [("hours", "9")]).sees("That’s when it ends.")
        try outing.act("aino_k", path: extend, fields: [("hours", "1")])
        #expect(try outing.group().endsAt == outing.site.now + 3_600)
        #expect(try outing.told("mikko") == [GroupNotices.changed])
    }
}
