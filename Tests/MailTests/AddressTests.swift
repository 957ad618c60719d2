import Testing

@testable import Mail

struct AddressTests {
    @Test(arguments: [
        "aino@example.org", "a@b.fi", "Aino.Virtanen+cairn@mail.example.org", "o'brien@example.ie", "x_1@a-b.co",
        "cairn@localhost", "a@xn--bcher-kva.example", "a@1.example",
    ])
    func `valid addresses are accepted`(_ text: String) { #expect(EmailAddress(text)?.text == text) }

    @Test(arguments: [
        "", "@", "a@", "@b.fi", "a", "a@b", "a@@b.fi", "a@b@c.fi", "a b@c.fi", "a@b .fi", " a@b.fi", "a@b.fi ",
        "a@b.fi\n", "a\r\nBcc: c@d.fi", "a\0@b.fi", ".a@b.fi", "a.@b.fi", "a..b@c.fi", "\"a b\"@c.fi", "a@[127.0.0.1]",
        "a@127.0.0.1", "a@-b.fi", "a@b-.fi", "a@b..fi", "a@.fi", "a@b.fi.", "<a@b.fi>", "a,b@c.fi", "ä@b.fi", "a@ä.fi",
        "a(comment)@b.fi", "a@b.fi;c@d.fi", "a@b\u{200B}.fi",
    ])
    func `invalid addresses are refused`(_ text: String) { #expect(EmailAddress(text) == nil) }

    @Test func `lengths are limited`() {
        let local = String(repeating: "a", count: 64)
        let label = String(repeating: "b", count: 63)
        #expect(EmailAddress("\(local)@b.fi") != nil)
        #expect(EmailAddress("\(local)a@b.fi") == nil)
        #expect(EmailAddress("a@\(label).fi") != nil)
        #expect(EmailAddress("a@\(label)b.fi") == nil)
        let domain = "\(label).\(label)."
        #expect(EmailAddress("\(local)@\(domain)" + String(repeating: "c", count: 61)) != nil)
        #expect(EmailAddress("\(local)@\(domain)" + String(repeating: "c", count: 62)) == nil)
    }

    @Test func `addresses are equal whatever their case`() throws {
        let upper = try #require(EmailAddress("Aino@Example.ORG"))
        #expect(upper == EmailAddress("aino@example.org") && upper.folded == "aino@example.org")
        #expect(upper.text == "Aino@Example.ORG" && upper.domain == "example.org")
        #expect(Set([upper, try #require(EmailAddress("aino@example.org"))]).count == 1)
    }
}

struct ServerURLTests {
    @Test func `a URL gives host, credentials and encryption`() throws {
        let full = try SMTPServer("smtp://aino%40example.org:p%40ss%3Aw%C3%B6rd@mail.example.org:2525")
        #expect(full.host == "mail.example.org" && full.port == 2525 && full.encryption == .required)
        #expect(full.credentials == SMTPServer.Credentials(user: "aino@example.org", password: "p@ss:wörd"))
        #expect(try SMTPServer("SMTPS://u:p@h.example").port == 465)
        #expect(try SMTPServer("smtps://h.example").encryption == .implicit)
        #expect(try SMTPServer("smtp://u:p@h.example/").port == 587)
        #expect(try SMTPServer("smtp://u:p@localhost").encryption == .required)
        #expect(try SMTPServer("smtp://h.example").port == 25)
        #expect(try SMTPServer("smtp://h.example").encryption == .offered)
        #expect(try SMTPServer("smtp://u:p@ss@h.example").credentials?.password == "p@ss")
        for host in ["localhost", "127.0.0.1", "127.9.9.9", "[::1]"] {
            #expect(try SMTPServer("smtp://\(host)").encryption == .none)
        }
        #expect(try SMTPServer("smtp://[2001:db8::1]:587").host == "2001:db8::1")
        #expect(try SMTPServer("smtp://127.0.0.1.example.org").encryption == .offered)
    }

    @Test(arguments: [
        "", "mail.example.org", "http://h.example", "smtp://", "smtp://:25", "smtp://h.example:0",
        "smtp://h.example:65536", "smtp://h.example:x", "smtp://h.example:+25", "smtp://user@h.example",
        "smtp://u:@h.example", "smtp://u:p%0Aq@h.example", "smtp://u:%zz@h.example", "smtp://h.example/path",
        "smtp://h example", "smtp://[::1", "smtp://[h.example]", "smtp://[::1]x", "smtp://::1", "smtp://h?x",
    ])
    func `an invalid URL is refused without repeating it`(_ url: String) {
        let error = #expect(throws: MailError.self) { try SMTPServer(url) }
        if case .badURL(let reason) = error { #expect(!reason.contains("%0A")) } else { Issue.record("\(url)") }
    }
}
