import Database
import Proximity
import Testing

@testable import App

/// Alerts that run stand on every page of the others until each has seen them, or until they end.
struct RunningAlertTests {
    private let outing: GroupOuting
    private var site: TestSite { outing.site }
    private var id: ID<FriendGroup> { outing.door.id }

    init() throws {
        outing = try GroupOuting(guest: "Kim")
        try outing.gather()
        outing.site.wait(seconds: 20)
    }

    /// "help 12", "strayed 15": the alerts on a page, with their members.
    private func alerts(_ name: String, _ path: String = "/groups") throws -> [String] {
        try outing.visitor(name).get(path).page.text
            .matches(of: /data-alert="([a-z]+)" data-group="(\d+)" data-member="(\d+)"/)
            .map { "\($0.1) \($0.3)" }
    }

    /// The ids by which the alerts on a page are said to be seen.
    private func ids(_ name: String) throws -> [String] {
        try outing.visitor(name).get("/groups/\(id)/settings").page.text.matches(of: /data-alert-id="(\d+)"/)
            .map { String($0.1) }
    }

    private func help(_ name: String = "leena") throws { try outing.call(name) }

    private func number(_ name: String) throws -> ID<GroupMember> { try outing.member(name).id }

    @Test func `a call for help stands on every page of everybody else, and on pages of errors`() throws {
        try help()
        let leena = try number("leena")
        for path in ["/", "/groups", "/chats", "/archive", "/settings", "/nowhere", "/groups/\(id)", "/banners"] {
            #expect(try alerts("mikko", path) == ["help \(leena)"], "\(path)")
        }
        #expect(try alerts("Kim", "/groups/\(id)") == ["help \(leena)"])
        let mikko = try outing.visitor("mikko")
        try mikko.get("/archive").sees("leena needs help", "Friday · at ", "Last seen", "The way there", "I’ve seen it")
        // In the list of groups beside the group, too: once in the alert, once there.
        #expect(try mikko.get("/groups").page.plain.matches(of: /leena needs help/).count > 1)
        #expect(mikko.page.links.contains(GroupPaths.member(id, leena)) && mikko.page.links.contains("/chats/leena"))
        #expect(mikko.page.text.contains("<link rel=\"stylesheet\" href=\"/css/alert.css?v="))
        // Who called sees that they are heard, not an alert.
        #expect(try alerts("leena") == [])
        try outing.visitor("leena").get("/archive").sees("Friday knows that you need help", "Nobody has seen it yet")
        // Nobody else learns of it.
        let stranger = try site.newAccount("stranger")
        try stranger.get("/archive").seesNot("needs help")
    }

    @Test func `seen takes away what was shown, for who says it`() throws {
        try help()
        try outing.stray("Kim")
        let (leena, kim) = (try number("leena"), try number("Kim"))
        #expect(try alerts("mikko") == ["help \(leena)", "strayed \(kim)"])
        let shown = try ids("mikko")
        #expect(shown.count == 2)
        // Another group's, a wrong and a missing one take nothing away.
        try outing.act("mikko", GroupPaths.seen(id), [("alert", "7")]).gets(200)
        try outing.act("mikko", GroupPaths.seen(id)).gets(200)
        #expect(try alerts("mikko").count == 2)
        try outing.act("mikko", GroupPaths.seen(id), [("alert", shown[1])]).gets(200)
        #expect(try alerts("mikko") == ["help \(leena)"])
        #expect(try alerts("aino_k").count == 2)
        try outing.act("mikko", GroupPaths.seen(id), [("alert", shown[0])]).gets(200)
        #expect(try alerts("mikko") == [])
        try outing.visitor("leena").get("/archive").sees("Seen by mikko")
        #expect(try outing.notices("mikko").allSatisfy { $0.isRead })
        // The next call is another alert.
        try outing.act("leena", GroupPaths.cancelHelp(id)).gets(200)
        try help()
        #expect(try alerts("mikko") == ["help \(leena)"])
    }

    @Test func `it ends with what it is about`() throws {
        try help()
        #expect(try alerts("mikko").count == 1)
        try outing.act("leena", GroupPaths.cancelHelp(id)).gets(200)
        #expect(try alerts("mikko") == [])
        try outing.stray("leena")
        #expect(try alerts("mikko") == ["strayed \(number("leena"))"])
        try outing.visitor("mikko").get("/archive").sees("leena is more than 300 m from the group", "Friday · at ")
        // A phone that falls silent out there is no reason to say less.
        site.wait(seconds: 900)
        try outing.gather(except: "leena")
        #expect(try alerts("mikko") == ["strayed \(number("leena"))"])
        try outing.visitor("mikko").get("/archive").sees("Last seen 15 min ago")
        // Their own says what it means.
        try outing.visitor("leena").get("/archive").sees(
            "You’re more than 300 m from the group", "Everybody has been told.")
        try outing.approach("leena", north: 10)
        #expect(try alerts("mikko") == [])
        try help()
        try outing.act("leena", GroupPaths.leave(id)).gets(200)
        #expect(try alerts("mikko") == [])
    }

    @Test func `of who heads home and who does not share nothing is said`() throws {
        try outing.stray("leena")
        #expect(try alerts("mikko").count == 1)
        try outing.act("leena", GroupPaths.headingHome(id)).gets(200)
        #expect(try alerts("mikko") == [])
        try outing.walk("leena", north: 0)
        try outing.stray("Kim")
        #expect(try alerts("mikko").count == 1)
        try outing.act("Kim", GroupPaths.pause(id), [("minutes", "30")]).gets(200)
        #expect(try alerts("mikko") == [])
    }

    @Test func `of two who are apart each reads of the other`() throws {
        let pair = try GroupOuting(["aino_k", "mikko"])
        try pair.gather()
        pair.site.wait(seconds: 20)
        try pair.stray("mikko")
        for (name, other) in [("aino_k", "mikko"), ("mikko", "aino_k")] {
            let page = try pair.visitor(name).get("/archive").sees("You and \(other) are more than 300 m apart").page
            #expect(page.text.contains("data-member=\"\(try pair.member(other).id)\""))
        }
    }

    @Test func `an answer is read by everybody, above their pages and in the chat`() throws {
        try help()
        let fields = [("member", "\(try number("leena"))"), ("text", "  On my\n way ")]
        for _ in 1...2 { try outing.act("mikko", GroupPaths.answer(id), fields).gets(200) }
        let chat = try outing.visitor("Kim").get(GroupPaths.messages(id)).page.text
        // Above the page, and once in the chat.
        #expect(chat.matches(of: /On my way/).count == 2)
        for name in ["leena", "aino_k"] { try outing.visitor(name).get("/archive").sees("mikko: On my way") }
        // It says nothing about whether they have seen enough of it.
        #expect(try alerts("mikko").count == 1)
        for wrong in [("text", ""), ("text", String(repeating: "a", count: 201)), ("text", "a\u{202E}b")] {
            let refused = try outing.act("mikko", GroupPaths.answer(id), [fields[0], wrong])
            #expect(refused.page.status == 422, "\(wrong.1.prefix(9))")
        }
        for member in ["0", "\(try number("mikko"))", ""] {
            try outing.act("mikko", GroupPaths.answer(id), [("member", member), fields[1]]).gets(404)
        }
        try outing.act("leena", GroupPaths.cancelHelp(id)).gets(200)
        try outing.act("mikko", GroupPaths.answer(id), fields).gets(422)
    }

    @Test func `who is blocked is in no alert, no answer and among nobody who has seen it`() throws {
        try outing.visitor("mikko").get("/people/leena").submit("/people/leena/block")
        try help()
        #expect(try alerts("mikko") == [] && alerts("aino_k").count == 1)
        let shown = try ids("aino_k")
        try outing.act("mikko", GroupPaths.seen(id), [("alert", shown[0])]).gets(200)
        try outing.act("mikko", GroupPaths.answer(id), [("member", "\(number("leena"))"), ("text", "Hello")]).gets(404)
        try outing.act("Kim", GroupPaths.seen(id), [("alert", shown[0])]).gets(200)
        try outing.visitor("leena").get("/archive").sees("Seen by Kim (guest)").seesNot("mikko")
        // Between two others neither is named to whom they have blocked.
        try help("Kim")
        try outing.act("leena", GroupPaths.answer(id), [("member", "\(number("Kim"))"), ("text", "Coming")]).gets(200)
        try outing.visitor("mikko").get("/archive").sees("Kim (guest) needs help").seesNot("leena", "Coming")
        try outing.visitor("aino_k").get("/archive").sees("leena: Coming")
    }

    @Test func `three calls an hour are told, and one at a time`() throws {
        for _ in 1...3 {
            try help()
            try outing.act("leena", GroupPaths.help(id)).gets(200)
            site.sweep()
            try outing.act("leena", GroupPaths.cancelHelp(id)).gets(200)
        }
        #expect(try outing.alerts().filter { $0 == .help }.count == 3)
        try outing.act("leena", GroupPaths.help(id)).gets(429)
        // Those that were cancelled before anybody knew do not count, and others are heard.
        for _ in 1...4 {
            try outing.act("mikko", GroupPaths.help(id)).gets(200)
            try outing.act("mikko", GroupPaths.cancelHelp(id)).gets(200)
        }
        site.wait(seconds: 3_600)
        try help()
        #expect(try alerts("aino_k").count == 1)
    }

    @Test func `a joke can be left, and its maker removed by who made the group`() throws {
        try help("Kim")
        try outing.visitor("mikko").get("/archive").sees("Leave the group").seesNot("Remove Kim")
        let aino = try outing.visitor("aino_k").get("/archive").sees("Remove Kim (guest)")
        try aino.submit(GroupPaths.remove(id, number("Kim")))
        #expect(try alerts("mikko") == [])
    }

    @Test func `a running group stands on every page of its members, until it ends`() throws {
        let mark = "data-running-group=\"\(id)\""
        for path in ["/", "/archive", "/chats", "/nowhere", "/groups/\(id)", "/groups/\(id)/settings"] {
            #expect(try outing.visitor("mikko").get(path).page.text.contains(mark), "\(path)")
        }
        try outing.visitor("mikko").get("/archive").sees("Friday 3 of 3 with you · until")
        #expect(try outing.visitor("Kim").get("/groups/\(id)/settings").page.text.contains(mark))
        try outing.stray("Kim")
        try outing.visitor("mikko").get("/archive").sees("2 of 3 with you")
        try outing.act("aino_k", GroupPaths.end(id)).gets(200)
        #expect(try !outing.visitor("mikko").get("/archive").page.text.contains(mark))
    }
}
