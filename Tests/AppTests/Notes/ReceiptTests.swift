import Database
import Foundation
import Proximity
import Testing

@testable import App

/// Times of other people: a part of the day in their zone, from the next full half hour on.
struct ReceiptTests {
    private static let place = DemoCast.Place.university.coordinate

    @Test func `a receipt is shown from the next full half hour on`() throws {
        let site = try TestSite.demo()
        let (aino, mikko) = (try site.member("aino_k"), try site.member("mikko"))
        try aino.leave("Look up.", for: "mikko", at: ReceiptTests.place)
        let note = try #require(aino.page.links.first { $0.hasPrefix("/notes/") && $0 != "/notes/new" })
        site.wait(seconds: 60)
        try mikko.stand(at: ReceiptTests.place).sees("note.found").get(note).gets(200)
        site.wait(seconds: 1_739)
        try aino.get(note).sees("mikko Waiting").get("/settings/visibility").sees("mikko")
        site.wait(seconds: 1)
        try aino.get(note).sees("mikko Opened this afternoon")
    }

    @Test func `ending a friendship before the half hour cancels the receipt, after it does not`() throws {
        for seconds in [0.0, 1_800] {
            let site = try TestSite.demo()
            let (aino, mikko) = (try site.member("aino_k"), try site.member("mikko"))
            try aino.leave("Look up.", for: "mikko", at: ReceiptTests.place)
            let note = try #require(aino.page.links.first { $0.hasPrefix("/notes/") && $0 != "/notes/new" })
            try mikko.stand(at: ReceiptTests.place).get(note).gets(200)
            site.wait(seconds: seconds)
            try aino.get("/people/mikko").submit("/friends/mikko/remove")
            site.wait(seconds: 86_400)
            try aino.get(note).sees(seconds == 0 ? "mikko Withdrawn" : "mikko Opened yesterday afternoon")
            try mikko.get(note).gets(200).sees("Look up.")
        }
    }

    @Test func `changing the reader's time zone does not change the words of another's time`() throws {
        let site = try TestSite.demo()
        let (aino, mikko) = (try site.member("aino_k"), try site.member("mikko"))
        try aino.leave("Look up.", for: "mikko", at: ReceiptTests.place)
        let note = try #require(aino.page.links.first { $0.hasPrefix("/notes/") && $0 != "/notes/new" })
        try mikko.stand(at: ReceiptTests.place).get(note).gets(200)
        site.wait(seconds: 1_800)
        let found = try words(aino, note, #/Opened <time[^>]*>[^<]*</time>/#)
        #expect(found == ["Opened <time datetime=\"2026-11-21\">this afternoon</time>"])
        let left = try words(mikko, note, #/Left <time[^>]*>[^<]*</time>/#)
        #expect(left == ["Left <time datetime=\"2026-11-21\">this afternoon</time>"])
    }

    /// The words for a time on a page, for a reader who tries one zone of every offset.
    private func words(_ reader: Visitor, _ path: String, _ pattern: Regex<Substring>) throws -> Set<String> {
        var zones: [Int: String] = [:]
        for (name, _) in TimeZones.choices(with: "") {
            zones[TimeZone(identifier: name)?.secondsFromGMT(for: Date(timeIntervalSince1970: 1_795_262_400)) ?? 0] =
                name
        }
        #expect(zones.count >= 35)
        var said: Set<String> = []
        for zone in zones.values.sorted() {
            try reader.get("/settings").fill("time_zone", zone).submit("/settings/preferences").sees("Saved.")
            said.insert(String(try #require(reader.get(path).page.text.firstMatch(of: pattern)).output))
        }
        return said
    }

    @Test func `nothing that a finder gets contains the minute at which a note was left`() throws {
        let base = try TestSite.demo()
        let (aino, mikko) = (try base.member("aino_k"), try base.member("mikko"))
        let finders = try [3.0, 17].map { minute in
            let site = try base.copy()
            site.seed(7)
            site.wait(seconds: minute * 60)
            let author = Visitor(site, cookies: aino.cookies)
            try author.leave("Look up.", for: "mikko", at: ReceiptTests.place, photo: PictureTests.icon)
            site.wait(seconds: 3_600 - minute * 60)
            return try find(site, mikko.cookies)
        }
        try expectSame(finders)
    }

    @Test func `nothing that an author gets contains the minute at which a note was found`() throws {
        let base = try TestSite.demo()
        let (aino, mikko) = (try base.member("aino_k"), try base.member("mikko"))
        try aino.leave("Look up.", for: "mikko", at: ReceiptTests.place, photo: PictureTests.icon)
        let authors = try [3.0, 17].map { minute in
            let site = try base.copy()
            site.seed(7)
            site.wait(seconds: minute * 60)
            _ = try find(site, mikko.cookies)
            site.wait(seconds: 3_600 - minute * 60)
            return Visitor(site, cookies: aino.cookies)
        }
        try expectSame(authors)
    }

    private func find(_ site: TestSite, _ cookies: [String: String]) throws -> Visitor {
        let mikko = Visitor(site, cookies: cookies)
        try mikko.stand(at: ReceiptTests.place).sees("note.found").get("/archive")
        let note = try #require(mikko.page.links.first { $0.hasPrefix("/notes/") && $0 != "/notes/new" })
        try mikko.get(note).gets(200).sees("Look up.")
        return mikko
    }

    /// Compares every page and the export of two visitors.
    private func expectSame(_ visitors: [Visitor]) throws {
        var twins = Twins(visitors[0], visitors[1])
        twins.hidesIDs = true
        try twins.send(Twins.Step(page: "/settings/export", action: "/settings/export"))
        _ = try twins.compareAllPages()
        #expect(try twins.one.get("/settings/export").page.links.contains { $0.hasPrefix("/settings/export/") })
    }
}
