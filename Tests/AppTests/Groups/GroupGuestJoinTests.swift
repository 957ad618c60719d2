import Database
import Proximity
import Testing

@testable import App

/// Joining a group without an account.
struct GroupGuestJoinTests {
    private func world() throws -> (site: TestSite, door: GroupDoor) {
        let site = try TestSite.empty()
        return (site, try GroupDoor(try site.newAccount("aino_k")))
    }

    @Test(arguments: [true, false])
    func `a visitor joins with a nickname, by link and by code`(byLink: Bool) throws {
        let (_, door) = try world()
        let path = byLink ? door.byLink : door.byCode
        let kim = Visitor(door.site)
        try kim.get(path).sees("You need no account", "Sign in")
        #expect(kim.page.links.contains("/login?next=\(PathText.component(path))"))
        try kim.fill("nickname", " Kim  K ").fill("phone", "040 1234567").submit(path)
        #expect(kim.page.path == door.path)
        let guest = try #require(try door.members().last)
        #expect(guest.isGuest && guest.isActive && guest.person.typedName == "Kim K" && guest.phone.contains("040"))
        // Again leads to the group; nobody is in it twice.
        #expect(try kim.get(path).page.path == door.path)
        #expect(try door.names() == ["aino_k", "Kim K"])
    }

    @Test(arguments: [
        "", " ", "7", "\u{301}", "\u{202E}Kim", "admin", String(repeating: "Kim", count: 40), "Someone who left",
    ])
    func `a wrong nickname has its words, keeps the rest and makes no guest`(nickname: String) throws {
        let (site, door) = try world()
        let kim = Visitor(site)
        try kim.get(door.byLink).fill("nickname", nickname).fill("phone", "040 1234567").submit(door.byLink).gets(422)
        #expect(kim.page.text.contains("id=\"nickname-error\"") && kim.page.text.contains("value=\"040 1234567\""))
        #expect(try door.names() == ["aino_k"])
        let count = try site.app.site.database.read {
            try $0.value("SELECT count(*) FROM guest_account", as: Int.self)
        }
        #expect(count == 0)
    }

    @Test func `a guest joins also where nobody may sign up`() throws {
        let site = try TestSite.demo()
        let keeper = try site.administrator()
        try keeper.get("/admin/settings").fill("registration", "closed").submit("/admin/settings")
        let door = try GroupDoor(try site.member("mikko"))
        let kim = Visitor(site)
        try kim.get(door.byLink).seesNot("Sign up").fill("nickname", "Kim").submit(door.byLink)
        #expect(try door.names().last == "Kim")
    }

    @Test func `a guest of one group is told why they cannot join another`() throws {
        let (site, door) = try world()
        let other = try GroupDoor(try site.newAccount("mikko"), "Saturday")
        let kim = Visitor(site)
        try kim.get(door.byLink).fill("nickname", "Kim").submit(door.byLink)
        try kim.get(other.byLink).gets(200).sees("guest of another group")
        try kim.post(other.byLink, [("csrf", kim.token), ("nickname", "Kim")]).gets(422).sees("guest of another group")
        #expect(try other.names() == ["mikko"])
        // The list of groups is no page of guests.
        #expect(try kim.get("/groups").page.path != "/groups")
    }

    @Test func `a form of another site joins nobody`() throws {
        let (site, door) = try world()
        try Visitor(site).post(door.byLink, [("nickname", "Kim")]).gets(403)
        #expect(try door.names() == ["aino_k"])
    }
}
