import Database
import HTTP
import Proximity
import Testing

@testable import App

/// Joining a group by its code and by its link, with an account.
struct GroupJoinTests {
    private func world(approve: Bool = false) throws -> (site: TestSite, door: GroupDoor, mikko: Visitor) {
        let site = try TestSite.empty()
        let aino = try site.newAccount("aino_k")
        let door = try GroupDoor(aino, approve: approve)
        return (site, door, try site.newAccount("mikko"))
    }

    private func enter(_ visitor: Visitor, _ code: String, phone: String = "") throws -> Visitor {
        try visitor.get("/groups").fill("code", code).fill("phone", phone).submit("/groups/join")
    }

    @Test func `a code joins as people type it, and again leads to the group`() throws {
        let (_, door, mikko) = try world()
        let typed = " \(door.code.prefix(3).lowercased()) - \(door.code.suffix(3)) "
        #expect(try enter(mikko, typed, phone: "040 1234567").page.path == door.path)
        #expect(try door.names() == ["aino_k", "mikko"])
        #expect(try enter(mikko, door.code).page.path == door.path)
        #expect(try mikko.get(door.byLink).page.path == door.path)
        let member = try #require(try door.members().last)
        #expect(member.isActive && !member.isMaker && member.phone.contains("040"))
    }

    /// A code and a link as they are pasted: with other dashes, blanks, dots and quotes, among what is not seen, in wide letters.
    private func pasted(_ door: GroupDoor) -> [String] {
        let (start, end) = (door.code.prefix(3), door.code.suffix(3))
        let wide = String(
            String.UnicodeScalarView(door.code.unicodeScalars.compactMap { Unicode.Scalar($0.value + 0xFEE0) }))
        let base = door.site.app.site.settings.baseURL
        let link = base + door.byLink
        let between = ["·", "•", "・", "_", ".", ":", ",", "~", "\u{22C5}"].map { "\(start)\($0)\(end)" }
        let around = ["“\(start) \(end)”.", "(\(start)\(end))", "`\(start)-\(end)`", "<\(start)\(end)>!"]
        let encoded = ["%E2%80%93", "%20", "%C2%B7"].map { "\(base)/join/\(start)\($0)\(end)" }
        let others = [
            "\(start)\u{2011}\(end)", "\(start)\u{2013}\(end)", "\(start)\u{2212}\(end)", "\(start)\u{A0}\(end)",
            "\u{3000}\(start)\u{2009}\(end)", "\u{202A}\(start)\u{200B}\(end)\u{202C}", wide, wide.lowercased(), link,
            "Join Friday: \u{2068}\(link)\u{2069}.", link.replacing("http://", with: ""),
            link.replacing("http://localhost", with: "https://LOCALHOST"),
            base + door.byCode.lowercased() + "?from=chat", "“\(base)\(door.byCode)”.", door.secret,
        ]
        return between + around + encoded + others
    }

    @Test func `a code joins as people paste it, and the link of its group does`() throws {
        let (site, door, mikko) = try world()
        for typed in pasted(door) {
            let visitor = Visitor(site)
            try visitor.get("/join").fill("code", typed).submit("/join").gets(200).sees("Made by aino_k")
            #expect(visitor.page.path.hasPrefix("/join/"), "\(typed)")
            #expect(try enter(mikko, typed).page.path == door.path, "\(typed)")
        }
        for typed in ["https://cairn.example/join/\(door.code)", "http://localhost:8080/join/"] {
            try mikko.get("/groups").fill("code", typed).submit("/groups/join").gets(422).sees(
                "A code has six letters and digits")
        }
    }

    @Test(arguments: [
        ("\u{202A}+358\u{A0}40\u{2011}123\u{2009}4567\u{202C}", "+358 40-123 4567"), ("０４０ー１２３", "040-123"),
        ("tel:+358-40-123", "+358-40-123"), ("040\u{2013}123\n", "040-123"), ("+٤٩ (٠)١٥١/٢٣", "+49 (0)151/23"),
        ("+१२३४५६७", "+1234567"), ("(+49) 151", "(+49) 151"), (" TEL://+358401234567", "+358401234567"),
        ("tel:+358401234567;ext=12", "+358401234567"), ("tel:%2B358%E2%80%9340%20123", "+358-40 123"),
    ])
    func `a phone number is taken as it is pasted, by every form`(typed: String, number: String) throws {
        let (site, door, mikko) = try world()
        try enter(mikko, door.code, phone: typed).gets(200)
        let kim = Visitor(site)
        try kim.get(door.byLink).fill("nickname", "Kim").fill("phone", typed).submit(door.byLink)
        #expect(try door.members().dropFirst().map { $0.phone } == [number, number])
        let own = try GroupDoor(mikko, phone: typed)
        #expect(try own.members().map { $0.phone } == [number])
        try mikko.get("/settings/profile").fill("phone", typed).submit("/settings/profile").sees("Saved.")
            .get("/settings/profile")
        #expect(mikko.page.text.contains("value=\"\(number)\""))
    }

    @Test func `a code with characters that no code has says which`() throws {
        let (_, _, mikko) = try world()
        for (typed, words) in [
            ("k7m 2p0", "There is no 0 in codes."), ("OIL234", "There is no I, no L, no O in codes."),
            ("K7M2P", "A code has six letters and digits"), ("K7M2PÄ", "A code has six letters and digits"),
            (String(repeating: "0", count: 70), "A code has six letters and digits"),
            // As long as the secret of a link.
            (String(repeating: "0", count: 41), "No running group has this code."),
        ] {
            try enter(mikko, typed).gets(422).sees(words)
        }
    }

    @Test func `opening a link or a code says what joining means, and joins nothing`() throws {
        let (_, door, mikko) = try world(approve: true)
        for path in [door.byLink, door.byCode, door.byCode.lowercased()] {
            for visitor in [mikko, Visitor(door.site)] {
                try visitor.get(path).gets(200)
                    .sees(
                        "Join Friday ?", "Made by aino_k", "at 19:00", "300 m", "You can pause", "Somebody lets you in")
                // How many there are learns who has signed in.
                let isMikko = visitor === mikko
                #expect(visitor.page.plain.contains("One person is in it") == isMikko)
                #expect(visitor.page.headers["referrer-policy"] != "unsafe-url")
            }
        }
        #expect(try door.names() == ["aino_k"])
        let routes = door.site.app.router.index
        #expect(Redaction.target(door.byLink, routes) == "/join/{word}")
    }

    @Test(arguments: ["", "AAAAA", "AAAAAAA", "OOOOOO", "<b>", "\u{0}AAAAAA", "ΑΑΑΑΑΑ"])
    func `what is no code has its words and keeps what was typed`(code: String) throws {
        let (_, door, mikko) = try world()
        let token = try mikko.get("/groups").token
        try mikko.post("/groups/join", [("csrf", token), ("code", code), ("phone", "040 123")])
        #expect([400, 422].contains(mikko.page.status))
        if mikko.page.status == 422 {
            #expect(mikko.page.text.contains("id=\"code-error\"") && mikko.page.text.contains("value=\"040 123\""))
        }
        #expect(try door.names() == ["aino_k"])
    }

    @Test func `a wrong phone number joins nothing`() throws {
        let (_, door, mikko) = try world()
        for typed in [
            "call me", "---", "+", "(", "++358 40", "+358 +40", "040+", "-+358", "tel:", "tel:;ext=12", "tel:call",
            "10²",
            String(repeating: "1", count: 33),
        ] {
            try enter(mikko, door.code, phone: typed).gets(422)
            #expect(mikko.page.text.contains("id=\"phone-error\""), "\(typed)")
            try mikko.get(door.byLink).fill("phone", typed).submit(door.byLink).gets(422)
            #expect(mikko.page.text.contains("id=\"phone-error\""), "\(typed)")
        }
        #expect(try door.names() == ["aino_k"])
    }

    @Test func `after five wrong codes the right one is refused for a while`() throws {
        let (site, door, mikko) = try world()
        for _ in 1...5 { try enter(mikko, door.wrongCode).gets(422).sees("No running group has this code") }
        try enter(mikko, door.code).gets(429)
        #expect(mikko.page.headers["retry-after"] != nil)
        try mikko.get(door.byCode).gets(429)
        // A link cannot be guessed: it does not count and is not refused.
        try mikko.get(door.byLink).gets(200)
        #expect(try door.names() == ["aino_k"])
        site.wait(seconds: 11)
        #expect(try enter(mikko, door.code).page.path == door.path)
    }

    @Test func `wrong codes count for the network of visitors and members alike`() throws {
        let (_, door, mikko) = try world()
        let visitor = Visitor(door.site)
        for _ in 1...5 { try visitor.get(GroupPaths.invitation(door.wrongCode)).gets(404).sees("leads to no group") }
        try visitor.get(door.byCode).gets(429)
        try enter(mikko, door.code).gets(429)
        mikko.client = try #require(ClientAddress("203.0.113.9"))
        #expect(try enter(mikko, door.code).page.path == door.path)
    }

    @Test func `wrong codes of an account count in every network`() throws {
        let (_, door, mikko) = try world()
        for number in 1...5 {
            mikko.client = try #require(ClientAddress("203.0.113.\(number)"))
            try enter(mikko, door.wrongCode).gets(422)
        }
        mikko.client = try #require(ClientAddress("203.0.113.9"))
        try enter(mikko, door.code).gets(429)
    }

    @Test func `right codes do not count`() throws {
        let (site, door, mikko) = try world()
        for _ in 1...12 { try mikko.get(door.byCode).gets(200) }
        for number in 1...6 {
            let person = try site.newAccount(
                "person_\(number)", from: try #require(ClientAddress("198.51.100.\(number)")))
            person.client = .loopback
            #expect(try enter(person, door.code).page.path == door.path)
        }
    }

    @Test func `where the maker admits each one, one waits and the maker is told`() throws {
        let (site, door, mikko) = try world(approve: true)
        try mikko.get(door.byLink).submit(door.byLink)
        let member = try #require(try door.members().last)
        #expect(member.isPending)
        let kinds = try site.app.site.database.read { try GroupAlertQueries.all($0, in: door.id).map { $0.kind } }
        #expect(kinds == [.asking])
    }

    @Test func `a full group takes nobody`() throws {
        let (site, door, mikko) = try world()
        try site.app.site.database.write { database in
            for number in 2...FriendGroup.mostMembers {
                let name = DisplayName(stored: "Guest \(number)")
                let guest = try site.app.accounts.admitGuest(database, nickname: name, timeZone: "", site.now)
                _ = try GroupMemberQueries.insert(database, guest, in: door.id, phone: "", isAdmitted: true, site.now)
            }
        }
        try mikko.get(door.byLink).sees("This group is full").seesNot("Ask to join")
        try enter(mikko, door.code).gets(422).sees("This group is full")
        let visitor = Visitor(site)
        try visitor.get("/login").post(door.byLink, [("csrf", visitor.token), ("nickname", "Kim")]).gets(422)
        #expect(try door.members().count == FriendGroup.mostMembers)
    }

    @Test func `a group that is over, and one with a new link, lead nowhere`() throws {
        let (site, door, mikko) = try world()
        let token = try mikko.get(door.byLink).token
        try site.app.site.database.write { database in
            let group = try #require(try GroupQueries.group(database, door.id))
            let next = GroupLink.secret(group.id, version: 2, site.app.site.key)
            try GroupQueries.renew(database, group, code: door.wrongCode, linkHash: TokenHash.of(next))
        }
        try mikko.get(door.byLink).gets(404).sees("leads to no group")
        try mikko.post(door.byLink, [("csrf", token)]).gets(404)
        try mikko.get(GroupPaths.invitation(door.wrongCode)).gets(200)
        site.wait(seconds: 5 * 3_600)
        try mikko.get(GroupPaths.invitation(door.wrongCode)).gets(404)
        #expect(try door.names() == ["aino_k"])
        for word in ["x", "%20", String(repeating: "a", count: 24), String(repeating: "a", count: 65)] {
            #expect(try [400, 404].contains(mikko.get("/join/\(word)").page.status))
        }
    }

    @Test func `before joining nobody is named who has blocked the viewer`() throws {
        let (_, door, mikko) = try world()
        let aino = try door.site.member(signedUp: "aino_k")
        try aino.get("/people/mikko").submit("/people/mikko/block")
        try mikko.get(door.byLink).sees("Friday").seesNot("aino_k", "in it")
        try mikko.submit(door.byLink)
        try mikko.get("/groups").sees("Only you so far")
        try aino.get("/groups").sees("Only you so far")
    }
}

extension TestSite {
    /// Somebody who has signed up by ``newAccount(_:from:)``, in another browser.
    func member(signedUp name: String) throws -> Visitor {
        let visitor = Visitor(self)
        try visitor.get("/login").fill("username", name).fill("password", "long enough for me").submit("/login")
        return visitor
    }
}
