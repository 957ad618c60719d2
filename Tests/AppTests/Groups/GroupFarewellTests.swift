import Proximity
import Testing

@testable import App

/// What those who were in a group see when it is over.
struct GroupFarewellTests {
    @Test func `a guest is led to a page that says so, never to the login, until they close it`() throws {
        let outing = try GroupOuting(guest: "Kim")
        let kim = try outing.visitor("Kim")
        try outing.act("aino_k", GroupPaths.end(outing.door.id))
        for path in [
            outing.door.path, "\(outing.door.path)/live", GroupPaths.messages(outing.door.id),
            GroupPaths.settings(outing.door.id), "/notices",
        ] {
            try kim.get(path).gets(200).sees("Friday is over for you", "is deleted.")
            kim.sees("Make an account")
            #expect(kim.page.path == GroupPaths.over, "\(path)")
        }
        // A form that was open as well.
        try kim.post(GroupPaths.headingHome(outing.door.id), [])
        #expect(kim.page.path == GroupPaths.over)
        // Nothing of them is stored: the account is gone, and the cookie knows the name alone.
        outing.site.app.runJobs()
        let stored = try outing.site.everythingStored().values.joined()
        #expect(!stored.contains { $0.contains("Kim") })
        try kim.get(GroupPaths.over).submit(GroupPaths.over)
        #expect(kim.page.path == "/")
        try kim.get(outing.door.path).isAt("/login?next=\(PathText.component(outing.door.path))")
        #expect(try kim.get(GroupPaths.over).page.path == "/")
    }

    @Test func `who was a guest signs in like any other, and who left by themselves reads of no end`() throws {
        let outing = try GroupOuting(guest: "Kim")
        let kim = try outing.visitor("Kim")
        try outing.act("Kim", GroupPaths.leave(outing.door.id))
        try kim.get(outing.door.path).isAt("/login?next=\(PathText.component(outing.door.path))")
        let other = try GroupOuting(guest: "Sam")
        let sam = try other.visitor("Sam")
        try other.act("aino_k", GroupPaths.end(other.door.id))
        try sam.get(GroupPaths.new).isAt("/login?next=\(PathText.component(GroupPaths.new))")
        try sam.get("/notices").sees("Friday is over")
    }

    @Test func `who was removed or not let in reads the same while the group runs and once it is over`() throws {
        for isLetIn in [true, false] {
            let site = try TestSite.empty()
            let aino = try site.newAccount("aino_k")
            let door = try GroupDoor(aino, approve: !isLetIn)
            let kim = Visitor(site)
            try kim.get(door.byLink).fill("nickname", "Kim").submit(door.byLink)
            let member = try #require(try door.members().last)
            try aino.press(GroupPaths.remove(door.id, member.id))
            try kim.get(door.path).sees("Friday is over for you").seesNot("Its places")
            let words = kim.page.text.replacing(/value="[^"]*"/, with: "")
            try aino.press(GroupPaths.end(door.id))
            site.wait(seconds: 1)
            #expect(try kim.get(GroupPaths.over).page.text.replacing(/value="[^"]*"/, with: "") == words)
        }
    }

    @Test func `who waits to be let in does not learn when the group ends`() throws {
        let site = try TestSite.empty()
        let aino = try site.newAccount("aino_k")
        let (one, other) = (try GroupDoor(aino, approve: true), try GroupDoor(aino, approve: true))
        let mikko = try site.newAccount("mikko")
        for door in [one, other] { try mikko.get(door.byLink).submit(door.byLink) }
        let member = try #require(try one.members().last)
        try aino.press(GroupPaths.remove(one.id, member.id)).press(GroupPaths.end(other.id))
        for door in [one, other] {
            try mikko.get(door.path).gets(404)
            try mikko.post(GroupPaths.leave(door.id), [("csrf", mikko.token)]).gets(404)
        }
        try mikko.get("/notices").seesNot("is over")
        try mikko.get("/groups").seesNot("Past groups")
    }

    @Test func `a guest who is in a group that runs is led to it`() throws {
        let outing = try GroupOuting(guest: "Kim")
        #expect(try outing.visitor("Kim").get(GroupPaths.over).page.path == outing.door.path)
    }

    @Test func `a member is led to no such page`() throws {
        let outing = try GroupOuting()
        let mikko = try outing.visitor("mikko")
        try outing.act("aino_k", GroupPaths.end(outing.door.id))
        try mikko.get(outing.door.path).gets(200).isAt(outing.door.path).seesNot("is over for you")
        #expect(try mikko.get(GroupPaths.over).page.path == "/groups")
        // A group that one was never in is nobody's business.
        let stranger = try outing.site.newAccount("stranger")
        try stranger.get(outing.door.path).gets(404)
        #expect(try stranger.get(GroupPaths.over).page.path == "/groups")
    }

    @Test(arguments: ["", "x", "MTIz.abc", String(repeating: "x", count: 2_000)])
    func `a cookie that nobody signed says nothing`(cookie: String) throws {
        let site = try TestSite.empty()
        let visitor = Visitor(site, cookies: [site.app.site.cookies.farewell: cookie])
        try visitor.get("/groups").isAt("/login?next=/groups")
    }

    @Test func `a code field leads a visitor to joining, or says what is wrong`() throws {
        let outing = try GroupOuting()
        let kim = Visitor(outing.site)
        try kim.get("/").sees("Out with friends?").fill("code", outing.door.code.lowercased()).submit("/join")
        kim.sees("Join Friday ?")
        try kim.fill("nickname", "Kim").submit(outing.door.byCode)
        #expect(kim.page.path == outing.door.path)
        try Visitor(outing.site).get("/join").gets(200).sees("Join with a code").seesNot("error")
        try Visitor(outing.site).get("/join?code=k0").gets(422).sees("There is no 0 in codes.")
        try Visitor(outing.site).get("/join?code=").gets(422)
    }
}
