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
        Refused(name: "", password: "long enough", again: "long enough", words: "Choose a name."),
        Refused(name: "anna", password: "long enough", again: "long enough", words: "5 to 32 characters"),
        Refused(
            name: String(repeating: "a", count: 33), password: "long enough", again: "long enough", words: "5 to 32"),
        Refused(name: "änna_k", password: "long enough", again: "long enough", words: "Only letters a–z"),
        Refused(name: "anna k", password: "long enough", again: "long enough", words: "Only letters a–z"),
        Refused(name: "anna<b>", password: "long enough", again: "long enough", words: "Only letters a–z"),
        Refused(name: "_anna", password: "long enough", again: "long enough", words: "Begin and end with"),
        Refused(name: "anna-", password: "long enough", again: "long enough", words: "Begin and end with"),
        Refused(name: "Support", password: "long enough", again: "long enough", words: "reserved"),
        Refused(name: "AINO_K", password: "long enough", again: "long enough", words: "That name is taken."),
        Refused(name: "anna_k", password: "short", again: "short", words: "at least 8 characters"),
        Refused(name: "anna_k", password: "long enough", again: "long enougg", words: "The two passwords differ."),
        Refused(name: "anna_k1234", password: "Anna_K1234", again: "Anna_K1234", words: "must not be your name"),
        Refused(
            name: "anna_k", password: String(repeating: "x", count: 1_025), again: String(repeating: "x", count: 1_025),
            words: "1,024 bytes at most"),
    ])
    func `each rule has its own words, and the name is kept`(refused: Refused) throws {
        let visitor = Visitor(try TestSite.demo())
        try visitor.get("/signup").fill("username", refused.name).fill("password", refused.password)
            .fill("password_confirmation", refused.again).submit("/signup").gets(422).sees(refused.words)
        let fields = try #require(visitor.page.forms.first).fields
        #expect(fields.first { $0.name == "username" }?.value == refused.name)
        #expect(fields.first { $0.name == "password" }?.value == "")
        #expect(visitor.cookies["session"] == nil)
    }

    @Test func `all that is wrong is said at once`() throws {
        let visitor = Visitor(try TestSite.empty())
        try visitor.get("/signup").fill("username", "x").fill("password", "y").submit("/signup").gets(422)
            .sees("5 to 32 characters", "at least 8 characters")
    }

    @Test(arguments: ["a.b-c", "AINO1", "12345", String(repeating: "z", count: 32)])
    func `good names are good`(name: String) throws {
        #expect(try Username(name).text == name)
    }

    @Test func `the time zone of the device is taken over, a false one is not`() throws {
        let site = try TestSite.empty()
        let visitor = Visitor(site)
        try visitor.get("/signup").fill("username", "kyoko").fill("password", "long enough")
            .fill("password_confirmation", "long enough").fill("time_zone", "Asia/Tokyo").submit("/signup")
        try visitor.get("/settings")
        #expect(visitor.page.forms[0].fields.contains { $0.name == "time_zone" && $0.value == "Asia/Tokyo" })
        let other = Visitor(site)
        try other.get("/signup").fill("username", "other").fill("password", "long enough")
            .fill("password_confirmation", "long enough").fill("time_zone", "Mars/Olympus").submit("/signup")
        try other.get("/settings")
        #expect(other.page.forms[0].fields.contains { $0.name == "time_zone" && $0.value == "Europe/Helsinki" })
    }
}
