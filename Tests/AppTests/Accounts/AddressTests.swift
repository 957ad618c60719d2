import Foundation
import Proximity
import Testing

@testable import App

/// Addresses, forgotten passwords and the links in mails.
struct AddressTests {
    /// The mails of a site without a mail server, oldest first, as text.
    private func mails(_ site: TestSite) throws -> [String] {
        site.app.runJobs()
        let folder = site.folder + "/outbox"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return try names.filter { $0.hasSuffix(".eml") }.sorted().map {
            try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8)
                .replacing("=\r\n", with: "").replacing("=3D", with: "=")
        }
    }

    private func link(_ mail: String?, _ path: String) throws -> String {
        let match = try #require(mail?.firstMatch(of: try Regex("\(path)\\?token=[A-Za-z0-9_-]{43}")))
        return String(try #require(mail)[match.range])
    }

    private func logIn(_ site: TestSite, _ name: String, _ password: String) throws -> Visitor {
        let visitor = Visitor(site)
        try visitor.get("/login").fill("username", name).fill("password", password).submit("/login")
        return visitor
    }

    @Test func `an address signs in once its link was opened`() throws {
        let site = try TestSite.empty()
        let paula = try site.newcomer("paula")
        try logIn(site, "paula@example.com", "long enough for me").gets(422)
        let mail = try mails(site).last
        #expect(mail?.contains("To: paula@example.com") == true)
        try paula.get("/settings/password").sees("Not confirmed", "paula@example.com")
        try paula.get(try link(mail, "/confirm")).sees("Your address is confirmed.")
        try logIn(site, "Paula@Example.com", "long enough for me").isAt("/")
        // Used up.
        try paula.get(try link(mail, "/confirm")).gets(404).sees("This link is over")
    }

    @Test func `in another browser the link asks first, for programs that look at mails open links`() throws {
        let site = try TestSite.empty()
        _ = try site.newcomer("paula")
        let address = try link(try mails(site).last, "/confirm")
        let other = Visitor(site)
        try other.get(address).gets(200).sees("Is paula@example.com yours?")
        try logIn(site, "paula@example.com", "long enough for me").gets(422)
        try other.submit(address).sees("Your address is confirmed.")
        try logIn(site, "paula@example.com", "long enough for me").isAt("/")
    }

    @Test func `a forgotten password is renewed by a link that works once and for an hour`() throws {
        let site = try TestSite.empty()
        let paula = try site.newcomer("paula")
        _ = try mails(site)
        let visitor = Visitor(site)
        try visitor.get("/password/forgot").fill("email", " Paula@example.com ").submit("/password/forgot")
            .sees("Look into your mail", "host’s outbox")
        let address = try link(try mails(site).last, "/password/reset")
        try visitor.get(address).sees("For paula").fill("password", "short").fill("password_confirmation", "short")
            .submit(address).gets(422).sees("at least 8 characters")
        try visitor.get(address).fill("password", "a new one for me").fill("password_confirmation", "a new one for me")
            .submit(address).isAt("/login")
        // Every session has ended, the old password is gone, and the address is confirmed by having been reached.
        try paula.get("/archive").isAt("/login?next=/archive")
        try logIn(site, "paula", "long enough for me").gets(422)
        try logIn(site, "paula@example.com", "a new one for me").isAt("/")
        try visitor.get(address).gets(404)
        #expect(try mails(site).last?.contains("your password was changed") == true)
    }

    @Test func `a link is over after its time`() throws {
        let site = try TestSite.empty()
        _ = try site.newcomer("paula")
        let confirm = try link(try mails(site).last, "/confirm")
        try Visitor(site).get("/password/forgot").fill("email", "paula@example.com").submit("/password/forgot")
        let reset = try link(try mails(site).last, "/password/reset")
        site.wait(seconds: 3_601)
        try Visitor(site).get(reset).gets(404).sees("This link is over")
        try Visitor(site).get(confirm).gets(200)
        site.wait(seconds: 7 * 86_400)
        try Visitor(site).get(confirm).gets(404)
        for token in ["", "x", String(repeating: "A", count: 43), "' OR 1=1 --"] {
            try Visitor(site).get("/password/reset?token=\(PathText.component(token))").gets(404)
            try Visitor(site).get("/confirm?token=\(PathText.component(token))").gets(404)
        }
    }

    @Test func `nobody learns whether an address is somebody's`() throws {
        let site = try TestSite.empty()
        _ = try site.newcomer("paula")
        _ = try mails(site)
        func answer(_ email: String) throws -> String {
            try Visitor(site).get("/password/forgot").fill("email", email).submit("/password/forgot").page.plain
        }
        #expect(try answer("paula@example.com") == answer("nobody@example.com"))
        // Signing up with somebody's address is possible, and leads nowhere for an address that is confirmed.
        let visitor = Visitor(site)
        try visitor.get("/signup").fill("username", "thief").fill("email", "paula@example.com")
            .fill("birth_date", "2001-05-31").fill("password", "long enough for me")
            .fill("password_confirmation", "long enough for me").submit("/signup").isAt("/friends")
    }

    @Test func `an address that somebody confirmed is nobody else's`() throws {
        let site = try TestSite.empty()
        let paula = try site.newcomer("paula")
        let thief = Visitor(site)
        try thief.get("/signup").fill("username", "thief").fill("email", "paula@example.com")
            .fill("birth_date", "2001-05-31").fill("password", "long enough for me")
            .fill("password_confirmation", "long enough for me").submit("/signup")
        let all = try mails(site)
        let links = try all.map { try link($0, "/confirm") }
        #expect(links.count == 2)
        try paula.get(links[0]).sees("Your address is confirmed.")
        try thief.get(links[1]).gets(404)
        // A forgotten password is the confirmed owner's alone.
        try Visitor(site).get("/password/forgot").fill("email", "paula@example.com").submit("/password/forgot")
        let reset = try mails(site).filter { $0.contains("/password/reset") }
        #expect(reset.count == 1 && reset[0].contains("Hello paula"))
    }

    @Test func `another address asks for the password, tells the old one and ends other sessions`() throws {
        let site = try TestSite.empty()
        let paula = try site.newcomer("paula")
        let phone = try logIn(site, "paula", "long enough for me")
        _ = try mails(site)
        try paula.get("/settings/password").fill("email", "new@example.com").fill("password_for_email", "wrong one")
            .submit("/settings/email").gets(422).sees("That is not your password.")
        try paula.get("/settings/password").fill("email", "no address").fill("password_for_email", "long enough for me")
            .submit("/settings/email").gets(422).sees("That is no e-mail address")
        try paula.get("/settings/password").fill("email", "new@example.com")
            .fill("password_for_email", "long enough for me").submit("/settings/email").sees("new@example.com")
        try phone.get("/archive").isAt("/login?next=/archive")
        let last = try mails(site).suffix(2)
        #expect(last.contains { $0.contains("To: paula@example.com") && $0.contains("was changed") })
        #expect(last.contains { $0.contains("To: new@example.com") && $0.contains("/confirm?token=") })
    }

    @Test func `a change of the password ends the other sessions and keeps this one`() throws {
        let site = try TestSite.empty()
        let paula = try site.newcomer("paula")
        let phone = try logIn(site, "paula", "long enough for me")
        try paula.get("/settings/password").fill("current_password", "not it").fill("password", "a new one for me")
            .fill("password_confirmation", "a new one for me").submit("/settings/password").gets(422)
        try paula.get("/settings/password").fill("current_password", "long enough for me")
            .fill("password", "a new one for me").fill("password_confirmation", "a new one for me")
            .submit("/settings/password").isAt("/settings")
        try phone.get("/archive").isAt("/login?next=/archive")
        try paula.get("/archive").gets(200)
    }

    @Test func `browsers are listed and signed out one by one or together`() throws {
        let site = try TestSite.empty()
        let paula = try site.newcomer("paula")
        let (phone, tablet) = (
            try logIn(site, "paula", "long enough for me"), try logIn(site, "paula", "long enough for me")
        )
        try paula.get("/settings/sessions").sees("This one", "Sign out all the others")
        let form = try #require(
            paula.page.forms.first { $0.action.hasSuffix("/end") && $0.action.contains("sessions/9") })
        try paula.submit(form.action).sees("That browser is signed out.")
        let stillIn = try [phone, tablet].filter { try $0.get("/archive").page.path == "/archive" }
        #expect(stillIn.count == 1)
        try paula.get("/settings/sessions").submit("/settings/sessions/end").sees("Every other browser is signed out.")
        for visitor in [phone, tablet] { try visitor.get("/archive").isAt("/login?next=/archive") }
        // Somebody else's session is not there.
        let mika = try site.newcomer("mika.m")
        let token = try mika.get("/settings/sessions").token
        try mika.post(form.action, [("csrf", token)]).gets(404)
        try mika.post("/settings/sessions/x/end", [("csrf", token)]).gets(404)
    }
}
