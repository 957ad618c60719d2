import Database
import Proximity
import Testing

@testable import App

/// Ending a group by hand.
struct GroupEndTests {
    private let outing: GroupOuting
    private var id: ID<FriendGroup> { outing.door.id }

    init() throws {
        outing = try .gathered()
    }

    /// Whether a page has the form that ends the group.
    private func offersEnd(_ name: String, _ path: String) throws -> Bool {
        try outing.visitor(name).get(path).page.forms.contains { $0.action == GroupPaths.end(id) }
    }

    private func isRunning() throws -> Bool { try outing.group().isRunning(outing.site.now) }

    @Test func `who made a group ends it on its page, and nobody else does`() throws {
        for path in [GroupPaths.group(id), "\(GroupPaths.live(id))?overlay=1", GroupPaths.settings(id)] {
            #expect(try offersEnd("aino_k", path) && !offersEnd("mikko", path), "\(path)")
        }
        try outing.visitor("aino_k").get(GroupPaths.group(id)).sees("It ends for everybody").submit(GroupPaths.end(id))
        #expect(try !isRunning())
    }

    @Test func `while somebody asks for help the group goes on, and says for whom`() throws {
        try outing.call("leena")
        let words = "leena asks for help: the group goes on until they’re safe."
        for path in [GroupPaths.group(id), GroupPaths.settings(id)] {
            #expect(try !offersEnd("aino_k", path))
            try outing.visitor("aino_k").sees(words)
        }
        // A form that was open before.
        try outing.act("aino_k", GroupPaths.end(id)).gets(200).isAt(GroupPaths.group(id)).sees(words)
        #expect(try isRunning() && outing.member("leena").asksForHelp)
        try outing.call("mikko")
        try outing.visitor("aino_k").get(GroupPaths.group(id)).sees("mikko and leena ask for help")
        for name in ["leena", "mikko"] { try outing.act(name, GroupPaths.cancelHelp(id)).gets(200) }
        // One's own call as well.
        try outing.act("aino_k", GroupPaths.help(id)).gets(200)
        try outing.act("aino_k", GroupPaths.end(id)).gets(200).sees("You asked for help: say that you’re safe")
        #expect(try isRunning())
        try outing.act("aino_k", GroupPaths.cancelHelp(id)).gets(200)
        try outing.act("aino_k", GroupPaths.end(id)).gets(200)
        #expect(try !isRunning())
    }

    @Test func `a call of which nobody knows yet is not lost with the group`() throws {
        try outing.act("leena", GroupPaths.help(id)).gets(200)
        #expect(try offersEnd("aino_k", GroupPaths.group(id)))
        try outing.act("aino_k", GroupPaths.end(id)).gets(200).sees("Not just now.").seesNot("leena asks", "for help:")
        outing.site.wait(seconds: 11)
        outing.site.sweep()
        #expect(try isRunning() && outing.member("leena").asksForHelp)
    }

    @Test func `of somebody hidden its maker learns no call`() throws {
        try outing.visitor("leena").get("/people/aino_k").submit("/people/aino_k/block")
        try outing.call("leena")
        #expect(try offersEnd("aino_k", GroupPaths.group(id)))
        try outing.act("aino_k", GroupPaths.end(id)).gets(200).seesNot("asks for help")
        #expect(try !isRunning())
    }
}
