import Foundation
import Proximity
import Testing

@testable import App

struct RelativeTimeFormatterTests {
    private func time(_ text: String) throws -> Timestamp {
        let date = try Date(text, strategy: .iso8601)
        return Timestamp(milliseconds: Int64(date.timeIntervalSince1970 * 1_000))
    }

    @Test(arguments: [
        ("2026-11-21T08:00:00Z", "this morning"), ("2026-11-21T11:59:00Z", "this afternoon"),
        ("2026-11-21T02:30:00Z", "last night"), ("2026-11-20T21:30:00Z", "last night"),
        ("2026-11-20T18:00:00Z", "yesterday evening"), ("2026-11-20T01:00:00Z", "the night before last"),
        ("2026-11-18T08:00:00Z", "on Wednesday"), ("2026-11-14T08:00:00Z", "on 14 November"),
        ("2025-11-21T08:00:00Z", "on 21 November 2025"), ("2026-11-22T08:00:00Z", "this afternoon"),
    ])
    func `a time is shown as a part of the day`(at: String, words: String) throws {
        // 14:00 in Helsinki, UTC+2.
        let said = RelativeTimeFormatter(
            try #require(TimeZone(identifier: "Europe/Helsinki")), now: try time("2026-11-21T12:00:00Z"))
        #expect(said.words(try time(at)) == words)
    }

    @Test func `the reader's own zone decides, also across a change of clocks`() throws {
        let now = try time("2026-11-21T12:00:00Z")
        let morning = try time("2026-11-21T00:30:00Z")
        #expect(
            RelativeTimeFormatter(try #require(TimeZone(identifier: "Asia/Tokyo")), now: now).words(morning)
                == "this morning")
        #expect(
            RelativeTimeFormatter(try #require(TimeZone(identifier: "America/New_York")), now: now).words(morning)
                == "yesterday evening")
        // Clocks went back in Helsinki at 01:00Z on 25 October 2026: a day of 25 hours.
        let zone = try #require(TimeZone(identifier: "Europe/Helsinki"))
        let monday = RelativeTimeFormatter(zone, now: try time("2026-10-26T10:00:00Z"))
        #expect(monday.words(try time("2026-10-25T06:00:00Z")) == "yesterday morning")
    }

    @Test func `names are joined with commas and a final and`() {
        #expect(WordList.join([]) == "")
        #expect(WordList.join(["a"]) == "a")
        #expect(WordList.join(["a", "b", "c"]) == "a, b and c")
    }

    @Test(arguments: [
        ("/archive?view=map", "/archive"), ("/ingest/osmand/SECRET?id=1", "/ingest/…"), ("/join/ABCD", "/join/…"),
        ("/join-me/ABCD", "/join-me/{token}"), ("/notes/12", "/notes/{id}"), ("/", "/"), ("/app.css?v=1", "/app.css"),
        ("/ABCD", "/…"), ("/abcd1", "/…"), ("/wp-admin/x.php", "/wp-admin/…"),
        ("/\(String(repeating: "a", count: 17))", "/…"),
        ("/%6Aoin-me/ABCD", "/…/…"), ("*", "/…"), ("http://x/join-me/ABCD", "/…/…"), ("-", "/-"),
    ])
    func `the log contains no secrets from URLs`(target: String, logged: String) throws {
        #expect(Redaction.target(target, try TestSite.empty().app.routes) == logged)
    }
}
