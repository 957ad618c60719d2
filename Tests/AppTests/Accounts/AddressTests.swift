import Foundation
import Proximity
import Testing

@testable import App

/// E-mail addresses, forgotten passwords and mailed links.
struct AddressTests {
    @Test func `an address works at login after its link was opened`() throws {
        let site = try TestSite.empty()
        let paula = try site.newAccount("paula")
        try site.signIn("paula@example.com", "long enough for me").gets(422)
        let mail = try site.mails().last
        #expect(mail?.contains("To: paula@example.com") == true)
        try paula.get("/settings/password").sees("Not confirmed", "paula@example.com")
        try paula.get(try Mails.link(mail, "/confirm")).sees("Email address confirmed.")
        try site.signIn("Paula@Example.com", "long enough for me").isAt("/")
        // The link is used.
        try paula.get(try Mails.link(mail, "/confirm")).gets(404).sees("This link no longer works")
    }

    @Test func `in another browser the link asks first, because mail scanners open links`() throws {
        let site = try TestSite.empty()
        _ = try site.newAccount("paula")
        let address = try Mails.link(try site.mails().last, "/confirm")
        let other = Visitor(site)
        try other.get(address).gets(200).sees("Is paula@example.com your address?")
        try site.signIn("paula@example.com", "long enough for me").gets(422)
        try other.submit(address).sees("Email address confirmed.")
        try site.signIn("paula@example.com", "long enough for me").isAt("/")
    }

    @Test func `a password reset link works once and for an hour`() throws {
        let site = try TestSite.empty()
        let paula = try site.newAccount("paula")
        _ = try site.mails()
        let visitor = Visitor(site)
        try visitor.get("/password/forgot").fill("email", " Paula@example.com ").submit("/password/forgot")
            .sees("Check your email", "host’s outbox")
        let address = try Mails.link(try site.mails().last, "/password/reset")
        try visitor.get(address).sees("For paula").fill("password", "short").fill("password_confirmation", "short")
            .submit(address).gets(422).sees("at least 8 characters")
        try visitor.get(address).fill("password", "a new one for me").fill("password_confirmation", "a new one for me")
            .submit(address).isAt("/").sees("Password changed. You’re signed in.")
        try visitor.get("/settings/password").sees("Confirmed").seesNot("Not confirmed")
        // All other sessions have ended, the old password is invalid, and the link has confirmed the address.
        try paula.get("/archive").isAt("/login?next=/archive")
        try site.signIn("paula", "long enough for me").gets(422)
        try site.signIn("paula@example.com", "a new one for me").isAt("/")
        try visitor.get(address).gets(404)
        #expect(try site.mails().last?.contains("Your password was reset") == true)
    }

    @Test func `a reset signs in only in its own browser and nobody who is suspended`() throws {
        let site = try TestSite.empty()
        _ = try site.newAccount("paula")
        let mika = try site.newAccount("mika.m")
        _ = try site.mails()
        try mika.get("/password/forgot").fill("email", "paula@example.com").submit("/password/forgot")
        let link = try Mails.link(try site.mails().last, "/password/reset")
        // The browser was signed in to another account: that session ends.
        try mika.get(link).fill("password", "a new one for me").fill("password_confirmation", "a new one for me")
            .submit(link).isAt("/")
        try mika.get("/you").sees("paula").seesNot("mika.m")

        let id = try #require(try site.app.site.database.read { try site.app.accounts.summary($0, named: "paula") })
        _ = try site.app.site.database.write { try site.app.accounts.suspend($0, id.person.id, at: site.app.site.now) }
        let visitor = Visitor(site)
        try visitor.get("/password/forgot").fill("email", "paula@example.com").submit("/password/forgot")
        let second = try Mails.link(try site.mails().last, "/password/reset")
        try visitor.get(second).fill("password", "a third one for me")
            .fill("password_confirmation", "a third one for me").submit(second).gets(422)
            .sees("This account is suspended")
        try visitor.get("/you").isAt("/login?next=/you")
    }

    @Test func `a link expires`() throws {
        let site = try TestSite.empty()
        _ = try site.newAccount("paula")
        let confirm = try Mails.link(try site.mails().last, "/confirm")
        try Visitor(site).get("/password/forgot").fill("email", "paula@example.com").submit("/password/forgot")
        let reset = try Mails.link(try site.mails().last, "/password/reset")
        site.wait(seconds: 3_601)
        try Visitor(site).get(reset).gets(404).sees("This link no longer works")
        try Visitor(site).get(confirm).gets(200)
        site.wait(seconds: 7 * 86_400)
        try Visitor(site).get(confirm).gets(404)
        for token in ["", "x", String(repeating: "A", count: 43), "' OR 1=1 --"] {
            try Visitor(site).get("/password/reset?token=\(PathText.component(token))").gets(404)
            try Visitor(site).get("/confirm?token=\(PathText.component(token))").gets(404)
        }
    }

    @Test func `nobody learns if an address has an account`() throws {
        let site = try TestSite.empty()
        _ = try site.newAccount("paula")
        _ = try site.mails()
        func answer(_ email: String) throws -> String {
            try Visitor(site).get("/password/forgot").fill("email", email).submit("/password/forgot").page.plain
        }
        #expect(try answer("paula@example.com") == answer("nobody@example.com"))
        // Signing up with another person's address works; nothing reveals that it is taken.
        let visitor = Visitor(site)
        try visitor.get("/signup").fill("username", "thief").fill("email", "paula@example.com")
            .fill("birth_date", "2001-05-31").fill("password", "long enough for me")
            .fill("password_confirmation", "long enough for me").submit("/signup").isAt("/first")
    }

    @Test func `a confirmed address cannot be confirmed by another account`() throws {
        let site = try TestSite.empty()
        let paula = try site.newAccount("paula")
        let thief = Visitor(site)
        try thief.get("/signup").fill("username", "thief").fill("email", "paula@example.com")
            .fill("birth_date", "2001-05-31").fill("password", "long enough for me")
            .fill("password_confirmation", "long enough for me").submit("/signup")
        let all = try site.mails()
        let links = try all.map { try Mails.link($0, "/confirm") }
        #expect(links.count == 2)
        try paula.get(links[0]).sees("Email address confirmed.")
        try thief.get(links[1]).gets(404)
        // Only the owner who confirmed it gets the reset mail.
        try Visitor(site).get("/password/forgot").fill("email", "paula@example.com").submit("/password/forgot")
        let reset = try site.mails().filter { $0.contains("/password/reset") }
        #expect(reset.count == 1 && reset[0].contains("Hello paula"))
    }

    @Test func `changing the address needs the password, notifies the old address and ends other sessions`() throws {
        let site = try TestSite.empty()
        let paula = try site.newAccount("paula")
        let phone = try site.signIn("paula", "long enough for me")
        _ = try site.mails()
        try paula.get("/settings/password").fill("email", "new@example.com").fill("password_for_email", "wrong one")
            .submit("/settings/email").gets(422).sees("That’s not your password.")
        try paula.get("/settings/password").fill("email", "no address").fill("password_for_email", "long enough for me")
            .submit("/settings/email").gets(422).sees("That doesn’t look like an email address")
        try paula.get("/settings/password").fill("email", "new@example.com")
            .fill("password_for_email", "long enough for me").submit("/settings/email").sees("new@example.com")
        try phone.get("/archive").isAt("/login?next=/archive")
        let last = try site.mails().suffix(2)
        #expect(last.contains { $0.contains("To: paula@example.com") && $0.contains("was changed") })
        #expect(last.contains { $0.contains("To: new@example.com") && $0.contains("/confirm?token=") })
    }

    @Test func `changing the password ends the other sessions and keeps this one`() throws {
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

    @Test func `sessions are listed and ended one by one or together`() throws {
        let site = try TestSite.empty()
        let paula = try site.newAccount("paula")
        let (phone, tablet) = (
            try site.signIn("paula", "long enough for me"), try site.signIn("paula", "long enough for me")
        )
        try paula.get("/settings/sessions").sees("This browser", "Sign out all others")
        let form = try #require(
            paula.page.forms.first { $0.action.hasSuffix("/end") && $0.action.contains("sessions/9") })
        try paula.submit(form.action).sees("Signed out.")
        let stillIn = try [phone, tablet].filter { try $0.get("/archive").page.path == "/archive" }
        #expect(stillIn.count == 1)
        try paula.get("/settings/sessions").submit("/settings/sessions/end").sees("All other sessions have ended.")
        for visitor in [phone, tablet] { try visitor.get("/archive").isAt("/login?next=/archive") }
        // Another person's session cannot be ended.
        let mika = try site.newAccount("mika.m")
        let token = try mika.get("/settings/sessions").token
        try mika.post(form.action, [("csrf", token)]).gets(404)
        try mika.post("/settings/sessions/x/end", [("csrf", token)]).gets(404)
    }
}
