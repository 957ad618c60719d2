import Foundation
import Testing

@testable import App

/// Finding friends by an address book.
struct ContactTests {
    static func card(_ emails: String...) -> String {
        let lines = emails.map { "EMAIL:\($0)\r\n" }.joined()
        return "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Somebody\r\nTEL:+358401234567\r\n\(lines)END:VCARD\r\n"
    }

    @Test func `findable people are found by their address and can be asked together`() throws {
        let site = try TestSite.demo()
        try site.makeFindable("sofia", "sofia@example.org")
        try site.makeFindable("elias", "elias@example.org")
        try site.makeFindable("mikko", "mikko@example.org")
        let ville = try site.member("ville")
        let file =
            ContactTests.card("SOFIA@Example.org", "nobody@example.org") + ContactTests.card("elias@example.org")
            + ContactTests.card("mikko@example.org", "ville@example.org")
        try ville.get("/friends/contacts").upload("/friends/contacts", "contacts", file: Array(file.utf8))
            .gets(200).sees("sofia", "elias", "mikko", "Your friend", "Add selected").seesNot("Somebody", "leena")
        try ville.fill("user", "sofia").add("user", "elias").submit("/friends/requests").sees(
            "Friend requests sent to sofia and elias")
        // Chosen in the browser's contact picker: the same form without a file.
        try ville.get("/friends/contacts").fill("emails", "elias@example.org\nsofia@example.org").submit(
            "/friends/contacts"
        ).sees("elias", "sofia")
    }

    @Test func `contacts that cannot be read are left out and counted, and the others are found`() throws {
        let site = try TestSite.demo()
        try site.makeFindable("sofia", "sofia@example.org")
        try site.makeFindable("elias", "elias@example.org")
        let ville = try site.member("ville")
        func finds(_ file: String, _ words: String...) throws {
            // The limit is three address books a day.
            site.wait(seconds: 86_400)
            try ville.get("/friends/contacts").upload("/friends/contacts", "contacts", file: Array(file.utf8)).gets(200)
            for sentence in words { ville.sees(sentence) }
        }
        let (sofia, elias) = (ContactTests.card("sofia@example.org"), ContactTests.card("elias@example.org"))
        let odd = ContactTests.card("odd@example.org").replacing("VERSION:3.0\r\n", with: "")
        try finds(sofia + odd + elias, "sofia", "elias", "One contact could not be read and was left out.")
        let cut = String(sofia.dropLast(20)) + "\r\n"
        try finds(odd + cut + elias + cut, "elias", "3 contacts could not be read and were left out.")
        ville.seesNot("sofia")
        // However many addresses a card has, all are used.
        let many = (1...25).map { "EMAIL:a\($0)@example.org\r\n" }.joined() + "EMAIL:sofia@example.org\r\n"
        try finds(sofia.replacing("EMAIL:sofia@example.org\r\n", with: many) + elias, "sofia", "elias")
        ville.seesNot("left out")
        let words = ContactTests.card("Sofia <sofia@example.org>", "Sofia", "/o=Example")
        try finds(
            odd + words, "sofia", "One contact could not be read",
            "2 email entries could not be read and were left out.")
        try ville.get("/friends/contacts").upload(
            "/friends/contacts", "contacts", file: Array((odd + ContactTests.card()).utf8)
        ).gets(422).sees("no email addresses in it", "One contact could not be read and was left out.")
    }

    @Test func `nothing of the file is stored, and only the sender can open the result`() throws {
        let site = try TestSite.demo()
        try site.makeFindable("sofia", "sofia@known.example")
        let ville = try site.member("ville")
        try ville.get("/friends/contacts").upload(
            "/friends/contacts", "contacts",
            file: Array(ContactTests.card("sofia@known.example", "x@secret.example").utf8))
        let result = ville.page.path
        try ville.get(result).sees("sofia")
        try site.member("noor_h").get(result).seesNot("sofia")
        try ville.get(String(result.dropLast(2))).seesNot("sofia")
        site.wait(seconds: 3_601)
        try ville.get(result).seesNot("sofia")
        for file in try FileManager.default.subpathsOfDirectory(atPath: site.folder) {
            let data = FileManager.default.contents(atPath: site.folder + "/" + file) ?? Data()
            #expect(data.range(of: Data("secret.example".utf8)) == nil, "\(file)")
            #expect(data.range(of: Data("sofia@known".utf8)) == nil, "\(file)")
        }
    }

    @Test func `people who are suspended, not findable or without a confirmed address are not found`() throws {
        let site = try TestSite.demo()
        let (ville, sofia) = (try site.member("ville"), try site.member("sofia"))
        func isFound() throws -> Bool {
            // The limit is three address books a day.
            site.wait(seconds: 86_400)
            return try ville.get("/friends/contacts").upload(
                "/friends/contacts", "contacts", file: Array(ContactTests.card("sofia@example.org").utf8)
            ).gets(200).page.plain.contains("sofia")
        }
        #expect(try !isFound())
        try site.makeFindable("sofia", "sofia@example.org")
        #expect(try isFound())
        let id = try site.account("sofia")
        try site.app.site.database.write {
            try site.app.friends.addressChanged($0, of: id, to: "other@example.org")
        }
        #expect(try !isFound())
        try site.app.site.database.write {
            try site.app.friends.addressChanged($0, of: id, to: "sofia@example.org")
        }
        #expect(try isFound())
        try site.suspend(id)
        #expect(try !isFound())
        try site.unsuspend(id)
        try sofia.get("/login").fill("username", "sofia").fill("password", "demo-password").submit("/login")
        let token = try sofia.get("/friends/contacts").token
        try sofia.post("/friends/findable", [("csrf", token)]).sees("Nobody can find you")
        #expect(try !isFound())
    }

    @Test func `an invalid file is refused with a message`() throws {
        let site = try TestSite.demo()
        let ville = try site.member("ville")
        func refuses(_ file: [UInt8], _ words: String) throws {
            try ville.get("/friends/contacts").upload("/friends/contacts", "contacts", file: file).gets(422).sees(words)
        }
        try ville.get("/friends/contacts").submit("/friends/contacts").gets(422).sees("Choose a contacts file")
        try refuses(Array("hello".utf8), "no contact in the file")
        try refuses(Array("BEGIN:VCARD\r\nVERSION:3.0\r\nEMAIL:a@b.example\r\n".utf8), "cut off")
        try refuses(
            Array("BEGIN:VCARD\r\nEMAIL:a@b.example\r\nEND:VCARD\r\n".utf8), "Line 1: only vCard 2.1, 3.0 and 4.0")
        try refuses(Array(ContactTests.card().utf8), "no email addresses")
        try refuses([UInt8](repeating: 0x41, count: (2 << 20) + 1), "2 MB")
        try refuses([0xFF, 0x00, 0xD8], "no contact in the file")
        // Without the token the file is not read.
        try ville.upload("/friends/contacts", "contacts", file: Array(ContactTests.card("a@b.example").utf8), []).gets(
            403)
    }

    @Test func `more addresses than anybody knows are refused, and count as no search`() throws {
        let ville = try TestSite.demo().member("ville")
        let many = (0...20_000).map { "EMAIL:a\($0)@example.org\r\n" }.joined()
        let file = Array(ContactTests.card("b@example.org").replacing("EMAIL:b@example.org\r\n", with: many).utf8)
        for _ in 1...4 {
            try ville.get("/friends/contacts").upload("/friends/contacts", "contacts", file: file).gets(422)
                .sees("more than 20,000 email addresses")
        }
    }

    @Test func `the limits are three address books a day and sixty searches a minute`() throws {
        let site = try TestSite.demo()
        let ville = try site.member("ville")
        let file = Array(ContactTests.card("sofia@example.org").utf8)
        for _ in 0..<3 {
            try ville.get("/friends/contacts").upload("/friends/contacts", "contacts", file: file).gets(200)
        }
        try ville.get("/friends/contacts").upload("/friends/contacts", "contacts", file: file).gets(429)
        for _ in 0..<60 { try ville.get("/friends?q=ain").gets(200) }
        try ville.get("/friends?q=ain").gets(429)
        site.wait(seconds: 61)
        try ville.get("/friends?q=ain").gets(200)
    }

    @Test func `a changed address can be found once it is confirmed`() throws {
        let site = try TestSite.demo()
        let (aino, ville) = (try site.member("aino_k"), try site.member("ville"))
        try aino.get("/friends/contacts").sees("Only people who already have it").fill("findable", "1").submit(
            "/friends/findable")
        let id = try site.account("aino_k")
        let own = try #require(
            try site.app.site.database.read { try site.app.accounts.confirmedAddress($0, of: id) })
        func isFound(_ address: String) throws -> Bool {
            site.wait(seconds: 86_400)
            return try ville.get("/friends/contacts").upload(
                "/friends/contacts", "contacts", file: Array(ContactTests.card(address).utf8)
            ).gets(200).page.plain.contains("aino_k")
        }
        #expect(try isFound(own))
        try aino.get("/settings/password").fill("email", "new@example.org").fill("password_for_email", "demo-password")
            .submit(
                "/settings/email")
        #expect(try !isFound(own))
        #expect(try !isFound("new@example.org"))
    }
}
