import Foundation
import TestTools
import Testing

@testable import App

struct CalendarFeedTests {
    private func address(_ visitor: Visitor) throws -> String {
        let match = try #require(visitor.get("/calendar").page.text.firstMatch(of: #/value="(https?:[^"]+)"/#))
        let url = try #require(URL(string: String(match.output.1)))
        return "\(url.path)?\(try #require(url.query))"
    }

    @Test func `calendar programs read the photos as whole days, without a session`() throws {
        let site = try TestSite.demo()
        let long = String(repeating: "snow; and, \\ more ❄️ ", count: 8)
        let id = try site.addPhoto("aino_k", on: "2024-02-29", caption: long)
        try site.addPhoto("aino_k", on: "2026-11-20")
        try site.addPhoto("mikko", on: "2026-11-19", caption: "not mine")
        let aino = try site.member("aino_k").get("/calendar")
        try aino.submit("/calendar/feed")
        let answer = try Visitor(site).get(try address(aino)).gets(200).page
        #expect(answer.headers["content-type"] == "text/calendar; charset=utf-8")
        #expect(answer.text.contains("DTSTART;VALUE=DATE:20240229\r\n"))
        #expect(answer.text.contains("SUMMARY:Photo of the day\r\n") && !answer.text.contains("not mine"))
        #expect(answer.text.split(separator: "\r\n").allSatisfy { $0.utf8.count <= 75 })
        #expect(answer.text.replacing("\r\n ", with: "").contains("/moments/\(id)\r\n"))
    }

    @Test(.enabled(if: Tool.has("icalendar"), "python3 has no icalendar"))
    func `icalendar reads it`() throws {
        let site = try TestSite.demo()
        try site.addPhoto("aino_k", on: "2026-03-29", caption: "a, b; c \\ d")
        try site.addPhoto("aino_k", on: "2026-10-25")
        let aino = try site.member("aino_k").get("/calendar")
        try aino.submit("/calendar/feed")
        let path = site.folder + "/photos.ics"
        try Data(try Visitor(site).get(try address(aino)).page.text.utf8).write(to: URL(filePath: path))
        let script = """
            import sys, icalendar
            c = icalendar.Calendar.from_ical(open(sys.argv[1], newline='').read())
            print(sorted((e.decoded('DTSTART').isoformat(), str(e['SUMMARY']), len({str(e['UID'])})) for e in c.walk('VEVENT')))
            """
        let read = try Tool.run(Tool.python, ["-c", script, path])
        #expect(
            read.output == "[('2026-03-29', 'a, b; c \\\\ d', 1), ('2026-10-25', 'Photo of the day', 1)]\n")
    }

    @Test func `a new address ends the old one, and turning it off ends all`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k").get("/calendar")
        try aino.submit("/calendar/feed")
        let old = try address(aino)
        try aino.submit("/calendar/feed")
        let new = try address(aino)
        let visitor = Visitor(site)
        #expect(old != new)
        try visitor.get(old).gets(404)
        try visitor.get(new).gets(200)
        try aino.get("/calendar").submit("/calendar/feed/off")
        try visitor.get(new).gets(404)
        try aino.get("/calendar").submit("/calendar/feed")
        #expect(try address(aino) != new)
        try visitor.get(new).gets(404)
        try visitor.get(old).gets(404)
    }

    @Test func `a wrong secret, a suspended person and one who has left are all as if there were nothing`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k").get("/calendar")
        try aino.submit("/calendar/feed")
        let path = try address(aino)
        let visitor = Visitor(site)
        let nothing = try visitor.get("/calendar.ics").gets(404).page.still
        for length in [43, 5_000] {
            let wrong = "/calendar.ics?token=" + String(repeating: "a", count: length)
            #expect(try visitor.get(wrong).gets(404).page.still == nothing)
        }
        try site.suspend(try site.account("aino_k"))
        #expect(try visitor.get(path).gets(404).page.still == nothing)
        try site.unsuspend(try site.account("aino_k"))
        try visitor.get(path).gets(200)
        let again = try site.member("aino_k")
        try again.get("/settings/delete").fill("password", "demo-password").submit("/settings/delete")
        #expect(try visitor.get(path).gets(404).page.still == nothing)
    }

    @Test func `the log never has the secret`() {
        let routes = RouteIndex([.publicGet("/calendar.ics") { _ in throw Failure.notFound }])
        #expect(Redaction.target("/calendar.ics?token=secret", routes) == "/calendar.ics")
    }
}
