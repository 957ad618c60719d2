import Database
import Foundation
import Testing

@testable import App

/// Photos of the day of the owner's and of a friend's, with comments on both; a deleted one; the address of a calendar. Today's
/// window is over, and one may post late.
struct SettledDaily {
    private let own: String
    private let found: String
    private let deleted: String
    private let comment: String
    private let feed: String

    private static let day = "2026-11-19"

    /// The pages of both photos.
    var open: [String] { [own, found].map { "/moments/\($0)" } }

    init(_ site: TestSite) throws {
        let (aino, mikko) = (try site.account("aino_k"), try site.account("mikko"))
        let (one, other) = (
            try site.addPhoto("aino_k", on: SettledDaily.day), try site.addPhoto("mikko", on: SettledDaily.day)
        )
        let gone = try site.addPhoto("aino_k", on: "2026-11-18")
        comment = try site.app.site.database.write { database in
            _ = try MomentQueries.insertComment(
                database, "Which one?", on: other, by: aino, submission: "a", site.now)
            _ = try MomentQueries.delete(database, gone, by: aino, site.now)
            let id = try MomentQueries.insertComment(
                database, "Nice.", on: one, by: mikko, submission: "m", site.now)
            return "\(try #require(id))"
        }
        (own, found, deleted) = ("\(one)", "\(other)", "\(gone)")
        let owner = try site.member("aino_k").get("/calendar").submit("/calendar/feed")
        let link = try #require(owner.get("/calendar").page.text.firstMatch(of: #/calendar\.ics\?token=[\w-]+/#))
        feed = "/\(link.output)"
    }

    /// The path of a route with these things.
    func path(of pattern: String) -> String {
        let whole = [
            "/calendar.ics": feed, "/calendar/{file}": "/calendar/2026-11.zip",
            "/calendar/{month}/recap": "/calendar/2026-11/recap",
            "/moments/{id}/restore": "/moments/\(deleted)/restore",
            // Nobody reports their own.
            "/moments/{id}/report": "/moments/\(found)/report",
        ]
        if let path = whole[pattern] { return path }
        return pattern.replacing("{day}", with: SettledDaily.day).replacing("{id}", with: own)
            .replacing("{comment}", with: comment)
    }

    /// Whether a pattern is one of the feature's.
    static func has(_ pattern: String) -> Bool {
        ["/daily", "/moments", "/calendar"].contains { pattern.hasPrefix($0) }
    }
}
