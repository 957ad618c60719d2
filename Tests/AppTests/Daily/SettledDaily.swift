import Database
import Foundation
import Testing

@testable import App

/// Photos of the day of the owner's and of a friend's, with comments on both; a deleted one. Today's window is over, and one
/// may post late.
struct SettledDaily {
    private let own: String
    private let found: String
    private let deleted: String
    private let comment: String

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
            _ = try DailyPostQueries.insertComment(
                database, "Which one?", on: other, by: aino, formKey: "a", at: site.now)
            _ = try DailyPostQueries.delete(database, gone, by: aino, at: site.now)
            let id = try DailyPostQueries.insertComment(
                database, "Nice.", on: one, by: mikko, formKey: "m", at: site.now)
            return "\(try #require(id))"
        }
        (own, found, deleted) = ("\(one)", "\(other)", "\(gone)")
    }

    /// The path of a route with these things.
    func path(of pattern: String) -> String {
        let whole = [
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
        ["/daily", "/moments"].contains { pattern.hasPrefix($0) }
    }
}
