import Database
import HTTP
import Media
import Proximity
import Testing

@testable import App

/// Voice messages in a group.
struct GroupVoiceTests {
    @Test func `all hear it who take part and see its sender, until the group ends`() throws {
        let outing = try GroupOuting(["aino_k", "mikko", "leena", "sofia"], guest: "Kim")
        let (aino, mikko) = (try outing.visitor("aino_k"), try outing.visitor("mikko"))
        let (leena, sofia) = (try outing.visitor("leena"), try outing.visitor("sofia"))
        let (kim, stranger) = (try outing.visitor("Kim"), try outing.site.newAccount("stranger"))
        let path = GroupPaths.messages(outing.door.id)
        let sound = try #require(try aino.speak(at: path))
        try mikko.get(path)
        #expect(mikko.page.text.contains(#/aria-label="Voice message from aino_k, 0:0[12]"/#))
        for visitor in [aino, mikko, leena, sofia, kim] { #expect(try visitor.hears(sound)) }
        #expect(try !stranger.hears(sound))
        // A guest may send one, too.
        let second = try #require(try kim.speak(at: path, key: "guest"))
        #expect(try mikko.hears(second))
        try outing.act("leena", path: GroupPaths.leave(outing.door.id))
        try sofia.get("/people/aino_k").submit("/people/aino_k/block")
        for visitor in [leena, sofia] { #expect(try !visitor.hears(sound)) }
        #expect(try mikko.hears(sound) && sofia.hears(second))
        let message = try outing.site.message("voice").id
        try outing.act("aino_k", path: "\(path)/\(message)/delete")
        #expect(try !mikko.hears(sound) && !aino.hears(sound))
        try outing.act("aino_k", path: GroupPaths.end(outing.door.id))
        #expect(try !mikko.hears(second))
    }

    @Test func `administrators hear a reported one of a guest until they close it, though the group is over`() throws {
        let outing = try GroupOuting(["aino_k", "mikko"], guest: "Kim")
        let (kim, mikko) = (try outing.visitor("Kim"), try outing.visitor("mikko"))
        let path = GroupPaths.messages(outing.door.id)
        let sound = try #require(try kim.speak(at: path))
        let report = GroupPaths.chat(outing.door.id).report(try outing.site.message("voice").id)
        try mikko.get(path).post(report, [("csrf", mikko.token), ("reason", "Rude")]).sees("Thank you")
        try outing.act("aino_k", path: GroupPaths.end(outing.door.id))
        for _ in 0..<2 { outing.site.app.runJobs() }
        let keeper = try outing.site.administrator()
        #expect(try keeper.hears(sound) && !mikko.hears(sound))
        let form = try #require(keeper.get("/admin/reports").page.forms.first { $0.action.hasSuffix("/close") })
        try keeper.fill("note", "Done").submit(form.action)
        #expect(try !keeper.hears(sound))
        outing.site.app.runJobs()
        #expect(!outing.site.storedNames.contains(sound))
    }
}
