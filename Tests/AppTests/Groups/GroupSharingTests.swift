import Proximity
import Testing

@testable import App

/// The one sentence on whether the group sees somebody, and what becomes of who heads home.
struct GroupSharingTests {
    private let outing: GroupOuting
    private var path: String { outing.door.path }

    init() throws { outing = try GroupOuting() }

    /// "on The group sees you."
    private func sharing(_ name: String) throws -> String {
        let text = try outing.visitor(name).get(path).page.text
        let found = text.matches(of: /data-sharing="([a-z-]+)"[^>]*>([^<]*)</)
        try #require(found.count == 1)
        return "\(found[0].1) \(found[0].2)"
    }

    @Test func `the page says once, and truly, whether the group sees one`() throws {
        #expect(try sharing("mikko") == "off The group doesn’t see you yet.")
        try outing.walk("mikko", north: 0)
        #expect(try sharing("mikko") == "on The group sees you.")
        outing.site.wait(seconds: 601)
        #expect(try sharing("mikko").hasPrefix("no-signal No place from you since "))
        try outing.walk("mikko", north: 0)
        try outing.act("mikko", GroupPaths.pause(outing.door.id), [("minutes", "30")]).gets(200)
        #expect(
            try sharing("mikko").wholeMatch(
                of: /paused Paused until \d\d:\d\d: the group sees that you’re not sharing, not where you are\./) != nil
        )
        #expect(try !outing.visitor("mikko").get(path).page.plain.contains("The group sees you."))
        try outing.visitor("mikko").get("/archive").sees("Friday not sharing · until")
        // The others learn that alone.
        let other = try outing.visitor("aino_k").get(path).page.plain
        #expect(other.contains("mikko Not sharing") && !other.contains("Paused"))
        try outing.act("mikko", GroupPaths.pause(outing.door.id), [("minutes", "0")]).gets(200)
        #expect(try sharing("mikko").hasPrefix("off "))
    }

    @Test func `heading home is taken back within a minute, and what happened meanwhile is told`() throws {
        try outing.gather()
        outing.site.wait(seconds: 20)
        try outing.act("mikko", GroupPaths.headingHome(outing.door.id)).gets(200)
        try outing.visitor("mikko").get(path).sees("You’re heading home", "or it ends at", "Undo")
        outing.site.wait(seconds: 61)
        try outing.visitor("mikko").get(path).sees("You’re heading home").seesNot("Undo")
        try outing.stray("mikko")
        #expect(try outing.told("aino_k") == [])
        try outing.visitor("aino_k").get("/archive").seesNot("mikko is more than")
        try outing.act("mikko", GroupPaths.headingHome(outing.door.id), [("undo", "on")]).gets(200).sees("You stay.")
        #expect(try outing.alerts() == [.strayed])
        try outing.visitor("aino_k").get("/archive").sees("mikko is more than 300 m from the group")
        // There is nothing more to take back.
        try outing.act("mikko", GroupPaths.headingHome(outing.door.id), [("undo", "on")]).gets(200).seesNot("You stay.")
    }

    @Test func `heading home is begun and taken back by known values alone`() throws {
        try outing.gather()
        let action = GroupPaths.headingHome(outing.door.id)
        for value in ["", "off", "1", "ON"] {
            try outing.act("mikko", action, [("undo", value)]).gets(422).sees("We don’t know that choice.")
        }
        #expect(try outing.alerts() == [])
        try outing.act("mikko", action).gets(200)
        try outing.act("mikko", action, [("undo", "off")]).gets(422)
        #expect(try outing.alerts() == [.headingHome])
    }

    @Test func `who is home is home, and asks and is asked for nothing more`() throws {
        try outing.gather()
        let id = outing.door.id
        try outing.act("mikko", GroupPaths.home(id)).gets(200)
        #expect(try outing.alerts() == [])
        try outing.act("mikko", GroupPaths.headingHome(id)).gets(200)
        for _ in 1...2 { try outing.act("mikko", GroupPaths.home(id)).gets(200) }
        #expect(try outing.alerts() == [.headingHome, .home])
        for name in ["mikko", "aino_k"] {
            let page = try outing.visitor(name).get(path).page.plain
            #expect(page.firstMatch(of: /Home · \d\d:\d\d/) != nil, "\(name)")
            #expect(!page.contains("Heading home") || name == "aino_k")
        }
        try outing.visitor("mikko").get(path).seesNot("heading home", "I’m home")
        outing.site.wait(seconds: 3_601)
        outing.site.sweep()
        #expect(try !outing.told("mikko").contains("group.home-safe"))
        // With the group again they are as everybody.
        try outing.gather()
        outing.site.wait(seconds: 20)
        try outing.stray("mikko")
        try outing.approach("mikko")
        #expect(try outing.member("mikko").homeAt == nil)
    }
}
