import Foundation
import Proximity
import Testing

@testable import App

/// Addresses, forgotten passwords and the links in mails.
struct AddressTests {
    @Test func `an address signs in once its link was opened`() throws {
        let site = try TestSite.empty()
        let paula = try site.newAccount("paula")
        try site.signIn("paula@example.com", "long enough for me").gets(422)
        let mail = try site.mails().last
        #expect(mail?.contains("To: paula@example.com") == true)
        try paula.get("/settings/password").sees("Not confirmed", "paula@example.com")
        try paula.get(try Mails.link(mail, "/confirm")).sees("Your address is confirmed.")
        try site.signIn("Paula@Example.com", "long enough for me").isAt("/")
        // Used up.
        try paula.get(try Mails.link(mail, "/confirm")).gets(404).sees("This link is over")
    }

    @Test func `in another browser the link asks first, for programs that look at mails open links`() throws {
        let site = try TestSite.empty()
        _ = try site.newAccount("paula")
        let address = try Mails.link(try site.mails().last, "/confirm")
        let other = Visitor(site)
        try other.get(address).gets(200).sees("Is paula@example.com yours?")
        try site.signIn("paula@example.com", "long enough for me").gets(422)
        try other.submit(address).sees("Your address is confirmed.")
        try site.signIn("paula@example.com", "long enough for me").isAt("/")
    }

    @Test func `a forgotten password is renewed by a link that works once and for an hour`() throws {
        let site = try TestSite.empty()
        let paula = try site.newAccount("paula")
        _ = try site.mails()
        let visitor = Visitor(site)
        try visitor.get("/password/forgot").fill("email", " Paula@example.com ").submit("/password/forgot")
            .sees("Look into your mail", "host’s outbox")
        let address = try Mails.link(try site.mails().last, "/password/reset")
        try visitor.get(address).sees("For paula").fill("password", "short").fill("password_confirmation", "short")
            .submit(address).gets(422).sees("at least 8 characters")
        try visitor.get(address).fill("password", "a new one for me").fill("password_confirmation", "a new one for me")
            .submit(address).isAt("/login")
        // Every session has ended, the old password is gone, and the address is confirmed by having been reached.
        try paula.get("/archive").isAt("/login?next=/archive")
        try site.signIn("paula", "long enough for me").gets(422)
        try site.signIn("paula@example.com", "a new one for me").isAt("/")
        try visitor.get(address).gets(404)
        #expect(try site.mails().last?.contains("your password was changed") == true)
    }

    @Test func `a link is over after its time`() throws {
        let site = try TestSite.empty()
        _ = try site.newAccount("paula")
        let confirm = try Mails.link(try site.mails().last, "/confirm")
        try Visitor(site).get("/password/forgot").fill("email", "paula@example.com").submit("/password/forgot")
        let reset = try Mails.link(try site.mails().last, "/password/reset")
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
        _ = try site.newAccount("paula")
        _ = try site.mails()
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
        let paula = try site.newAccount("paula")
        let thief = Visitor(site)
        try thief.get("/signup").fill("username", "thief").fill("email", "paula@example.com")
            .fill("birth_date", "2001-05-31").fill("password", "long enough for me")
            .fill("password_confirmation", "long enough for me").submit("/signup")
        let all = try site.mails()
        let links = try all.map { try Mails.link($0, "/confirm") }
        #expect(links.count == 2)
        try paula.get(links[0]).sees("Your address is confirmed.")
        try thief.get(links[1]).gets(404)
        // A forgotten password is the confirmed owner's alone.
        try Visitor(site).get("/password/forgot").fill("email", "paula@example.com").submit("/password/forgot")
        let reset = try site.mails().filter { $0.contains("/password/reset") }
        #expect(reset.count == 1 && reset[0].contains("Hello paula"))
    }

    @Test func `another address asks for the password, tells the old one and ends other sessions`() throws {
        let site = try TestSite.empty()
        let paula = try site.newAccount("paula")
        let phone = try site.signIn("paula", "long enough for me")
        _ = try site.mails()
        try paula.get("/settings/password").fill("email", "new@example.com").fill("password_for_email", "wrong one")
            .submit("/settings/email").gets(422).sees("That is not your password.")
        try paula.get("/settings/password").fill("email", "no address").fill("password_for_email", "long enough for me")
            .submit("/settings/email").gets(422).sees("That is no e-mail address")
        try paula.get("/settings/password").fill("email", "new@example.com")
            .fill("password_for_email", "long enough for me").submit("/settings/email").sees("new@example.com")
        try phone.get("/archive").isAt("/login?next=/archive")
        let last = try site.mails().suffix(2)
        #expect(last.contains { $0.contains("To: paula@example.com") && $0.contains("was changed") })
        #expect(last.contains { $0.contains("To: new@example.com") && $0.contains("/confirm?token=") })
    }

    @Test func `a change of the password ends the other sessions and keeps this one`() throws {
        let site = try TestSite.empty()
        let paula = try site.newAccount("paula")
        let phone = try site.signIn("paula", "long enough for me")
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
        let paula = try site.newAccount("paula")
        let (phone, tablet) = (
            try site.signIn("paula", "long enough for me"), try site.signIn("paula", "long enough for me")
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
        let mika = try site.newAccount("mika.m")
        let token = try mika.get("/settings/sessions").token
        try mika.post(form.action, [("csrf", token)]).gets(404)
        try mika.post("/settings/sessions/x/end", [("csrf", token)]).gets(404)
    }
}
