import Foundation
import Testing

@testable import App

struct SignupTests {
    struct Refused: CustomTestStringConvertible {
        let name: String
        let password: String
        let again: String
        let words: String
        var testDescription: String { "\(name.prefix(40)) \(password.prefix(12))" }
    }

    @Test(arguments: [
        Refused(name: "", password: "long enough", again: "long enough", words: "Choose a username."),
        Refused(name: "anna", password: "long enough", again: "long enough", words: "5 to 32 characters"),
        Refused(
            name: String(repeating: "a", count: 33), password: "long enough", again: "long enough", words: "5 to 32"),
        Refused(name: "änna_k", password: "long enough", again: "long enough", words: "Use only letters a–z"),
        Refused(name: "anna k", password: "long enough", again: "long enough", words: "Use only letters a–z"),
        Refused(name: "anna<b>", password: "long enough", again: "long enough", words: "Use only letters a–z"),
        Refused(name: "_anna", password: "long enough", again: "long enough", words: "Start and end with"),
        Refused(name: "anna-", password: "long enough", again: "long enough", words: "Start and end with"),
        Refused(name: "Support", password: "long enough", again: "long enough", words: "reserved"),
        Refused(name: "AINO_K", password: "long enough", again: "long enough", words: "That username is taken."),
        Refused(name: "anna_k", password: "short", again: "short", words: "at least 8 characters"),
        Refused(name: "anna_k", password: "long enough", again: "long enougg", words: "The passwords don’t match."),
        Refused(name: "anna_k1234", password: "Anna_K1234", again: "Anna_K1234", words: "only your name"),
        Refused(
            name: "anna_k", password: String(repeating: "x", count: 1_025), again: String(repeating: "x", count: 1_025),
            words: "1,024 bytes at most"),
    ])
    func `each rule has its own message, and the typed name stays`(refused: Refused) throws {
        let visitor = Visitor(try TestSite.demo())
        try visitor.get("/signup").fill("username", refused.name).fill("password", refused.password)
            .fill("password_confirmation", refused.again).submit("/signup").gets(422).sees(refused.words)
        let fields = try #require(visitor.page.forms.first).fields
        #expect(fields.first { $0.name == "username" }?.value == refused.name)
        #expect(fields.first { $0.name == "password" }?.value == "")
        #expect(visitor.cookies["session"] == nil)
    }

    @Test func `all errors are shown at once`() throws {
        let visitor = Visitor(try TestSite.empty())
        try visitor.get("/signup").fill("username", "x").fill("password", "y").submit("/signup").gets(422)
            .sees(
                "5 to 32 characters", "at least 8 characters", "Enter your email address", "Enter your date of birth.")
    }

    @Test func `one form has two steps, and says beside the name how long it is`() throws {
        let visitor = try Visitor(TestSite.empty()).get("/signup").sees("5 to 32 letters", "1 of 2", "2 of 2")
        let form = try #require(visitor.page.forms.first { $0.action == "/signup" })
        let steps = form.text.components(separatedBy: "<fieldset").dropFirst().map { Set(names($0)) }
        #expect(
            steps == [
                ["username", "email", "password", "password_confirmation"], ["birth_date", "display_name", "avatar"],
            ])
        #expect(visitor.page.text.contains("data-step=\"1\""))
    }

    private func names(_ text: String) -> [String] { text.matches(of: #/ name="(\w+)"/#).map { String($0.1) } }

    @Test func `a refused form begins with the step of its first wrong field and keeps what was typed`() throws {
        let visitor = Visitor(try TestSite.empty())
        for (name, born, step) in [("paula", "", 2), ("x", "", 1), ("x", "2001-05-31", 1), ("paula", "2020-01-01", 2)] {
            try form(visitor, name).fill("display_name", "Paula A").fill("birth_date", born).submit("/signup").gets(422)
            #expect(visitor.page.text.contains("data-step=\"\(step)\""), "\(name) \(born)")
            let fields = try #require(visitor.page.forms.first { $0.action == "/signup" }).fields
            for kept in [
                ("username", name), ("email", "\(name)@example.com"), ("display_name", "Paula A"), ("birth_date", born),
            ] {
                #expect(fields.contains { $0 == kept }, "\(kept)")
            }
        }
    }

    @Test(arguments: ["a.b-c", "AINO1", "12345", String(repeating: "z", count: 32)])
    func `valid names are accepted`(name: String) throws {
        #expect(try Username(name).text == name)
    }

    /// Fills in all required fields.
    private func form(_ visitor: Visitor, _ name: String) throws -> Visitor {
        try visitor.get("/signup").fill("username", name).fill("email", "\(name)@example.com")
            .fill("birth_date", "2001-05-31").fill("password", "long enough for me")
            .fill("password_confirmation", "long enough for me")
    }

    @Test func `the device's time zone is used if it is valid`() throws {
        let site = try TestSite.empty()
        for (name, sent, kept) in [("kyoko", "Asia/Tokyo", "Asia/Tokyo"), ("other", "Mars/Olympus", "Europe/Helsinki")]
        {
            let visitor = Visitor(site)
            try form(visitor, name).fill("time_zone", sent).submit("/signup").get("/settings")
            let fields = visitor.page.forms.flatMap { $0.fields }
            #expect(fields.contains { $0.name == "time_zone" && $0.value == kept })
        }
    }

    @Test(arguments: [
        ("", "Enter your date of birth."), ("2013-11-22", "13 or older"), ("2026-11-22", "can’t be your date of birth"),
        ("1900-01-01", "can’t be your date of birth"), ("2001-02-30", "That’s not a date"),
        ("31.5.2001", "That’s not a date"),
        ("2001-5-31", "That’s not a date"), ("٢٠٠١-٠٥-٣١", "That’s not a date"),
    ])
    func `a date of birth must exist and be thirteen years ago or more`(typed: String, words: String) throws {
        let visitor = Visitor(try TestSite.empty())
        try form(visitor, "paula").fill("birth_date", typed).submit("/signup").gets(422).sees(words)
    }

    @Test func `people can sign up on their thirteenth birthday`() throws {
        let visitor = Visitor(try TestSite.empty())
        try form(visitor, "paula").fill("birth_date", "2013-11-21").submit("/signup").isAt("/first")
    }

    @Test(arguments: [
        "aino", "a@b", "a b@example.org", "a@example.org, b@example.org", "a@example.org\r\nBcc: x@y.z", "@x.y",
    ])
    func `the address field takes exactly one address`(typed: String) throws {
        let visitor = Visitor(try TestSite.empty())
        try form(visitor, "paula").fill("email", typed).submit("/signup").gets(422).sees(
            "That doesn’t look like an email address")
    }

    @Test(arguments: ["password1", "Password123!", "iloveyou1", "Paula_K1", "cairn123"])
    func `common passwords are refused`(password: String) throws {
        let visitor = Visitor(try TestSite.empty())
        try form(visitor, "paula_k").fill("password", password).fill("password_confirmation", password)
            .submit("/signup").gets(422)
    }

    @Test func `a network may create ten accounts an hour`() throws {
        let site = try TestSite.empty()
        for number in 1...10 { try form(Visitor(site), "person\(number)").submit("/signup").isAt("/first") }
        let visitor = Visitor(site)
        try form(visitor, "person11").submit("/signup").gets(429)
        #expect(visitor.page.headers["retry-after"] == "3600")
        site.wait(seconds: 3_601)
        try form(visitor, "person11").submit("/signup").isAt("/first")
    }
}
