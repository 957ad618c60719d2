import Database
import Proximity
import Testing

@testable import App

/// A block takes no protection away: who made a group decides who is in it, also about somebody whom they have blocked.
struct GroupBlockingTests {
    private func block(_ outing: GroupOuting, _ blocker: String, _ person: String) throws {
        try outing.visitor(blocker).get(PersonPaths.person(person)).submit(FriendPaths.block(person)).gets(200)
    }

    private func settings(_ outing: GroupOuting, _ name: String) throws -> Page {
        try outing.visitor(name).get("\(outing.door.path)/settings").gets(200).page
    }

    @Test func `who made a group removes somebody whom they have blocked`() throws {
        let outing = try GroupOuting(["aino_k", "mikko", "leena", "sofia"])
        let remove = try outing.path(of: "mikko") + "/remove"
        try block(outing, "aino_k", "mikko")
        // Nobody else may, and whom others have blocked is in no page.
        try block(outing, "leena", "sofia")
        try outing.act("leena", try outing.path(of: "sofia") + "/remove").gets(404)
        #expect(try !settings(outing, "leena").text.contains("sofia"))
        #expect(try settings(outing, "aino_k").text.contains(remove))
        try outing.act("aino_k", remove).gets(200)
        #expect(try outing.door.names() == ["aino_k", "leena", "sofia"])
        #expect(try !settings(outing, "aino_k").text.contains("mikko"))
        #expect(try outing.alerts() == [.gone])
        #expect(try outing.visitor("mikko").fetch(outing.door.path).status == .notFound)
    }

    @Test func `of somebody hidden nobody learns that they left`() throws {
        let outing = try GroupOuting()
        try block(outing, "mikko", "leena")
        try outing.act("mikko", GroupPaths.leave(outing.door.id)).gets(200)
        #expect(try !settings(outing, "leena").text.contains("mikko"))
        #expect(try settings(outing, "aino_k").text.contains("mikko"))
    }

    @Test func `who has blocked the maker is hidden from them like anybody hidden`() throws {
        let outing = try GroupOuting()
        let remove = try outing.path(of: "mikko") + "/remove"
        try block(outing, "mikko", "aino_k")
        #expect(try !settings(outing, "aino_k").text.contains("mikko"))
        try outing.act("aino_k", remove).gets(404)
        #expect(try outing.door.names() == ["aino_k", "mikko", "leena"])
    }

    @Test(arguments: [true, false])
    func `who made a group lets somebody in whom they have blocked, or not`(isLetIn: Bool) throws {
        let site = try TestSite.empty()
        let aino = try site.newAccount("aino_k")
        let door = try GroupDoor(aino, approve: true)
        let mikko = try site.newAccount("mikko")
        try aino.get(PersonPaths.person("mikko")).submit(FriendPaths.block("mikko"))
        try mikko.get(door.byLink).submit(door.byLink)
        let member = try #require(try door.members().last)
        #expect(try aino.get("\(door.path)/settings").page.text.contains("Wants to join"))
        try aino.press(isLetIn ? GroupPaths.admit(door.id, member.id) : GroupPaths.remove(door.id, member.id)).gets(200)
        #expect(try door.members().map { $0.isActive } == (isLetIn ? [true, true] : [true]))
        // They do not see each other for all that.
        if isLetIn { #expect(try !mikko.get(door.path).page.text.contains("aino_k")) }
    }

    @Test func `blocking somebody offers to remove them from the groups that one made`() throws {
        let outing = try GroupOuting()
        let other = try GroupDoor(try outing.visitor("mikko"), "Saturday")
        try outing.visitor("aino_k").get(other.byLink).submit(other.byLink)
        let (aino, person) = (try outing.visitor("aino_k"), FriendPaths.block("mikko"))
        let text = try aino.get(PersonPaths.person("mikko")).page.text
        #expect(text.contains("And remove mikko from Friday") && !text.contains("from Saturday"))
        #expect(try !aino.get(PersonPaths.person("leena")).page.text.contains("from Saturday"))
        let code = try outing.group().code
        // What is none of one's own is passed over.
        let fields = [("group", "\(outing.door.id)"), ("group", "\(other.id)"), ("group", "x")]
        try outing.act("aino_k", person, fields).gets(200)
        #expect(aino.page.text.contains("They are out of Friday."))
        #expect(try outing.door.names() == ["aino_k", "leena"] && other.names() == ["mikko", "aino_k"])
        #expect(try outing.group().code != code)
    }

    @Test func `a block without that leaves everybody in their groups`() throws {
        let outing = try GroupOuting()
        try outing.act("aino_k", FriendPaths.block("mikko")).gets(200)
        #expect(try outing.door.names() == ["aino_k", "mikko", "leena"])
        #expect(try !outing.visitor("aino_k").page.text.contains("out of"))
    }
}
