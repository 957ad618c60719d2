import Foundation
import Testing

@testable import App

/// What people want to be called, beside their usernames.
struct DisplayNameTests {
    @Test(
        arguments: [
            ("Bo", "Bo"), ("李", "李"), ("x", "x"), ("a1", "a1"), ("  Aino   Korhonen ", "Aino Korhonen"), ("李明", "李明"),
            ("نور الهدى", "نور الهدى"),
            ("Zoe\u{308}", "Zo\u{EB}"), ("Ma\u{200C}ryam", "Ma\u{200C}ryam"), ("Sam 👩‍👩‍👧", "Sam 👩‍👩‍👧"),
            ("Anne-Marie O’Neil", "Anne-Marie O’Neil"),
            (String(repeating: "x", count: 60), String(repeating: "x", count: 60)), ("क्षितिज", "क्षितिज"),
        ])
    func `names in any script are accepted and trimmed`(_ typed: String, _ name: String) throws {
        #expect(try DisplayName(typed: typed)?.text == name)
    }

    @Test(
        arguments: [
            "1", "12345", "🙂🙂", "..", "\u{301}", "\u{345}", "\u{FE0F}", "\u{200D}", "\u{93E}\u{940}",
            "x\u{202E}evil", "ab\u{0}", "ab\u{7}c", "ab\u{2066}c",
            "a\u{200D}\u{200D}b",
            "\u{200D}ab", "ab\u{200C}", "ab\u{3164}", "ab\u{2800}cd", "ab\u{AD}c", "ab\u{E000}", "ab\u{FEFF}c",
            "ab" + String(repeating: "\u{301}", count: 9), String(repeating: "x", count: 61), "Admin", "SUPPORT",
            "Someone who left", "sómeone  who left", "Cairn",
        ])
    func `names that hide something are refused`(_ typed: String) {
        #expect(throws: ValidationErrors.self) { try DisplayName(typed: typed) }
    }

    @Test func `an empty name is none`() throws {
        for typed in ["", "  ", "\u{A0}\n\t"] { #expect(try DisplayName(typed: typed) == nil) }
    }

    @Test func `initials and colours of avatars`() {
        func initials(_ name: String) -> String { AvatarPart("aino_k", displayName: name).initials }
        #expect(initials("Aino Korhonen") == "AK")
        #expect(initials("李明") == "李明")
        #expect(initials("🙂 zoë") == "ZO")
        #expect(initials("ßa ßo") == "SS")
        #expect(AvatarPart("aino_k").initials == "AK")
        #expect(AvatarPart("aino_k").colour == AvatarPart("aino_k", displayName: "Someone Else").colour)
    }

    @Test func `a name is chosen at sign-up, changed in the profile and taken away again`() throws {
        let site = try TestSite.empty()
        let visitor = Visitor(site)
        func signUp(_ name: String) throws {
            try visitor.get("/signup").fill("username", "paula").fill("display_name", name)
                .fill("email", "paula@example.com").fill("birth_date", "2001-05-31")
                .fill("password", "long enough for me").fill("password_confirmation", "long enough for me")
                .submit("/signup")
        }
        try signUp("7")
        visitor.gets(422).sees("A name needs a letter.")
        try signUp(" Paula  Ahonen ")
        try visitor.sees("Welcome, Paula Ahonen.").get("/you").sees("Paula Ahonen")
        try visitor.get("/people/paula").sees("Paula Ahonen", "paula").get("/settings/profile")
        #expect(visitor.page.text.contains("value=\"Paula Ahonen\""))
        try visitor.fill("display_name", "a\u{202E}b").submit("/settings/profile").gets(422).sees("can't be shown")
        try visitor.get("/settings/profile").fill("display_name", "").submit("/settings/profile").sees("Saved.")
        try visitor.get("/you").sees("paula").seesNot("Ahonen")
    }

    @Test func `names of before are kept as a name of one letter becomes one`() throws {
        let earlier = try EarlierDatabase(before: 73)
        defer { earlier.close() }
        let database = earlier.database
        try database.write { _ = try $0.execute("UPDATE account SET display_name = 'Aino' WHERE id = 1") }
        try earlier.migrate()
        try database.write { _ = try $0.execute("UPDATE account SET display_name = '李' WHERE id = 2") }
        let names = try database.read { database in
            try database.all("SELECT display_name FROM account ORDER BY id") { try $0["display_name"] as String }
        }
        #expect(names == ["Aino", "李"])
    }

    @Test func `both names are shown where people are chosen or ask`() throws {
        let site = try TestSite.demo()
        let (ville, aino, noor) = (try site.member("ville"), try site.member("aino_k"), try site.member("noor_h"))
        // Ville passes as Mikko; his username tells them apart.
        try ville.get("/settings/profile").fill("display_name", "Mikko").submit("/settings/profile")
        try noor.get("/settings/profile").fill("display_name", "نور الهدى").submit("/settings/profile")
        try aino.get("/friends").sees("Mikko ville Accept").sees("\u{2068}نور الهدى\u{2069}", "noor_h")
        try aino.get("/notes/new").sees("نور الهدى", "noor_h")
        #expect(aino.page.text.contains("name=\"to\" value=\"noor_h\""))
        try aino.get("/friends?q=mik").sees("Mikko", "ville", "mikko")
        let keeper = try site.administrator()
        try keeper.get("/admin/people?q=mik").sees("Mikko", "ville", "mikko")
        try keeper.get("/admin/people/ville").sees("Mikko", "ville").submit("/admin/people/ville/suspend")
            .sees("Mikko (ville) is suspended")
    }

    @Test func `people are found by display name without case and accents, and by two characters only as a whole`()
        throws
    {
        let site = try TestSite.demo()
        let (ville, aino, noor) = (try site.member("ville"), try site.member("aino_k"), try site.member("noor_h"))
        try ville.get("/settings/profile").fill("display_name", "Éric Wälimaa").submit("/settings/profile")
        try noor.get("/settings/profile").fill("display_name", "李明").submit("/settings/profile")
        for text in ["eric", "ÉRIC W", "éric wali", "VILLE"] {
            try aino.get("/friends").fill("q", text).submit("/friends").sees("Éric Wälimaa")
        }
        try aino.get("/friends").fill("q", "李明").submit("/friends").sees("Results", "noor_h")
        try aino.get("/friends").fill("q", "李").submit("/friends").sees("at least three")
        for text in ["er", "ér", "ｅｒ"] {
            try aino.get("/friends").fill("q", text).submit("/friends").sees("at least three").seesNot("Results")
        }
        // What folds to nothing finds nobody.
        let id = try site.account("aino_k")
        #expect(try site.app.site.database.read { try FriendQueries.search($0, "\u{301}", viewer: id) } == [])
        // A block hides the one as well as the other name.
        try ville.get("/people/aino_k").submit("/people/aino_k/block")
        try aino.get("/friends").fill("q", "eric").submit("/friends").seesNot("Wälimaa")
    }

    @Test func `notes and requests tell the display name, addresses the username`() throws {
        let site = try TestSite.demo()
        let (mikko, aino) = (try site.member("mikko"), try site.member("aino_k"))
        try mikko.get("/settings/profile").fill("display_name", "Mikko Mäkelä").submit("/settings/profile")
        try aino.get("/archive").sees("Mikko Mäkelä")
        try aino.get("/notes").sees("Mikko Mäkelä")
        try aino.get("/people/mikko").gets(200).sees("Mikko Mäkelä", "mikko").submit("/people/mikko/block")
            .sees("Mikko Mäkelä is blocked.").submit("/people/mikko/unblock").sees("Unblocked.")
        try aino.get("/people/Mikko%20M%C3%A4kel%C3%A4").gets(404)
    }

    @Test func `mail to an unconfirmed address does not carry words of the sender's choice`() throws {
        let site = try TestSite.empty()
        let visitor = Visitor(site)
        try visitor.get("/signup").fill("username", "thief").fill("display_name", "Win a prize at evil.example")
            .fill("email", "victim@example.com").fill("birth_date", "2001-05-31")
            .fill("password", "long enough for me").fill("password_confirmation", "long enough for me")
            .submit("/signup")
        let mail = try #require(try site.mails().last)
        #expect(mail.contains("thief") && !mail.contains("prize"))
        try visitor.get(try Mails.link(mail, "/confirm")).get("/password/forgot").fill("email", "victim@example.com")
            .submit("/password/forgot")
        #expect(try site.mails().last?.contains("Win a prize") == true)
    }

    @Test func `a deleted account leaves no display name, an export holds it`() throws {
        let site = try TestSite.demo()
        let sofia = try site.member("sofia")
        try sofia.get("/settings/profile").fill("display_name", "Sofia Lind").submit("/settings/profile")
        let exported = try site.app.site.database.read {
            try $0.value("SELECT display_name_folded FROM account WHERE username = 'sofia'", as: String.self)
        }
        #expect(exported == "sofia lind")
        try sofia.get("/settings/delete").fill("password", "demo-password").submit("/settings/delete")
        let left = try site.app.site.database.read {
            try $0.value("SELECT count(*) FROM account WHERE display_name IS NOT NULL", as: Int.self)
        }
        #expect(left == 0)
        try site.member("aino_k").get("/archive").sees("someone who left").seesNot("Sofia Lind")
    }
}
