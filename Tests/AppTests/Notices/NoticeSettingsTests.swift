import Foundation
import Testing

@testable import App

/// The page of settings: kinds by channels, quiet hours, the digest.
struct NoticeSettingsTests {
    private func on(_ visitor: Visitor) -> Set<String> {
        let boxes = visitor.page.text.matches(of: #/type="checkbox" name="(test\.[a-z.]+)" checked/#)
        return Set(boxes.map { String($0.1) })
    }

    @Test func `the page shows each kind with its defaults`() throws {
        let bench = try NoticeBench()
        #expect(try bench.paula.get("/settings").page.links.contains("/settings/notices"))
        try bench.paula.get("/settings/notices").gets(200).sees(
            "About test.plain", "About test.mailed", "Here", "Email")
        #expect(on(bench.paula) == ["test.plain.site", "test.mailed.site", "test.mailed.mail"])
        #expect(try bench.settings.choices.isEmpty)
    }

    @Test(arguments: ["test.plain.site", "test.plain.mail", "test.mailed.site", "test.mailed.mail"])
    func `a box that is sent is on, and all others are off`(name: String) throws {
        let bench = try NoticeBench()
        try bench.save(("digest", "off"), (name, "on")).isAt("/settings/notices").sees("Saved.")
        #expect(on(bench.paula) == [name])
        // The page's own form changes nothing.
        try bench.paula.get("/settings/notices")
        #expect(on(bench.paula) == [name])
    }

    @Test func `only differences are stored, and a kind that comes later has its defaults`() throws {
        let bench = try NoticeBench()
        try bench.save(("test.plain.site", "on"), ("test.mailed.site", "on"))
        #expect(try bench.count("SELECT count(*) FROM notice_choice WHERE kind LIKE 'test.%'") == 1)
        bench.register(NoticeProbe([("test.later", [.mail])]))
        try bench.paula.get("/settings/notices")
        #expect(on(bench.paula) == ["test.plain.site", "test.mailed.site", "test.later.mail"])
    }

    @Test func `unknown kinds, channels and fields are ignored`() throws {
        let bench = try NoticeBench()
        try bench.save(
            ("digest", "off"), ("test.plain.site", "on"), ("test.plain.pigeon", "on"), ("no.kind.mail", "on"),
            ("test.plain", "on"), (".site", "on"), ("x", "y")
        ).gets(200)
        #expect(on(bench.paula) == ["test.plain.site"])
        #expect(try bench.count("SELECT count(*) FROM notice_choice WHERE kind LIKE 'no.%' OR channel = 'pigeon'") == 0)
    }

    @Test func `quiet hours and the digest are kept until they are changed`() throws {
        let bench = try NoticeBench()
        try bench.save(("digest", "weekly"), ("quiet_from", "22:00"), ("quiet_until", "07:30"))
        #expect(try bench.settings.quiet == QuietHours(from: 1_320, until: 450))
        #expect(bench.paula.page.text.contains("value=\"07:30\""))
        // Fields that are not sent stay as they were.
        try bench.save(("test.plain.site", "on"))
        #expect(try bench.settings.quiet != nil && bench.settings.digest == .weekly)
        try bench.save(("digest", "off"), ("quiet_from", ""), ("quiet_until", ""))
        #expect(try bench.settings.quiet == nil && bench.settings.digest == .off)
    }

    @Test(arguments: [
        ("25:00", "07:00", "off", "Write a time like 22:00."), ("22:00", "", "off", "Choose both times"),
        ("", "07:00", "off", "Choose both times"), ("07:00", "07:00", "off", "Choose two different times."),
        ("22:00", "7", "daily", "Write a time like 22:00."), ("", "", "hourly", "Choose one of the three."),
        ("", "", "", "Choose one of the three."), (String(repeating: "9", count: 5_000), "x", "off", "Write a time"),
    ])
    func `wrong input changes nothing and keeps the form`(from: String, until: String, digest: String, words: String)
        throws
    {
        let bench = try NoticeBench()
        try bench.save(("digest", digest), ("quiet_from", from), ("quiet_until", until), ("test.plain.mail", "on"))
            .gets(422).sees(words)
        #expect(on(bench.paula) == ["test.plain.mail"])
        #expect(bench.paula.page.text.contains("name=\"quiet_from\" type=\"time\" value=\"\(from)\""))
        #expect(try bench.settings.choices.isEmpty && bench.settings.quiet == nil && bench.settings.digest == .off)
    }

    @Test func `the page says that mail needs a confirmed address, and keeps the boxes all the same`() throws {
        let bench = try NoticeBench(isConfirmed: false)
        try bench.save(("digest", "daily"), ("test.plain.mail", "on"))
            .sees("once your address is confirmed", "no mail server")
        #expect(bench.paula.page.links.contains("/settings/password"))
        #expect(on(bench.paula) == ["test.plain.mail"])
        try bench.notify("test.plain", 1)
        #expect(try bench.mails() == [])
        let confirmed = try NoticeBench(bench.site, name: "quentin")
        try confirmed.paula.get("/settings/notices").seesNot("once your address is confirmed")
    }

    @Test func `the settings are exported and deleted with the account`() throws {
        let bench = try NoticeBench()
        try bench.save(
            ("digest", "daily"), ("test.plain.mail", "on"), ("quiet_from", "22:00"), ("quiet_until", "07:00"))
        try bench.notify("test.plain", 1)
        try bench.paula.get("/settings/export").fill("password", "long enough for me").submit("/settings/export")
        bench.site.app.runJobs([.long])
        let path = try #require(
            bench.paula.get("/settings/export").page.links.first { $0.hasPrefix("/settings/export/") })
        let text = try #require(ExportTests.unpacked(bench.paula, path)["notices/settings.json"])
        #expect(text.contains("\"digest\":\"daily\"") && text.contains("\"quiet_from\":\"22:00\""))
        #expect(text.contains("\"test.plain\":{\"mail\":true,\"push\":false,\"site\":false}"))
        try bench.paula.get("/settings/delete").fill("password", "long enough for me").submit("/settings/delete")
        #expect(try bench.count("SELECT count(*) FROM notice_setting") == 0)
        #expect(try bench.count("SELECT count(*) FROM notice_choice") == 0)
        #expect(try bench.count("SELECT count(*) FROM notice_errand") == 0)
        #expect(try bench.mails() == [])
    }
}
