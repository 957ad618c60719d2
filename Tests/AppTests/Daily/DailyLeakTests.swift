import Database
import Foundation
import HTTP
import Media
import Proximity
import Testing

@testable import App

/// What leaves the server about a photo of the day that somebody must not see, compared to the byte with there being none.
struct DailyLeakTests {
    /// Why somebody does not see a photo.
    enum Hidden: CaseIterable, Sendable {
        case notRevealed, blocked, blocking, parted, suspended, deleted
    }

    private static let viewer = "jonas"
    private static let author = "leena"
    private static let view = "lat=60.1700&lon=24.9400&z=16"

    /// The photo with all that can be on it, in the first of two copies of a world alone.
    private struct Posted {
        let id: ID<DailyPost>
        let comment: ID<DailyPostComment>
        let files: [String]
    }

    /// A window in which both are friends, and what hides the one from the other, in two copies.
    private func twins(_ hidden: Hidden) throws -> (Twins, Posted, CalendarDay) {
        let base = try TestSite.demo()
        let (one, two) = (DailyLeakTests.viewer, DailyLeakTests.author)
        try base.app.friends.ask(from: base.account(one), to: base.account(two), at: base.now)
        try base.app.friends.ask(from: base.account(two), to: base.account(one), at: base.now)
        let day = try base.openWindow().day
        let (jonas, leena) = (try base.member(one), try base.member(two))
        let sites = [try base.copy(), try base.copy()]
        for site in sites { site.wait(seconds: base.now.seconds(since: site.now)) }
        let author = Visitor(sites[0], cookies: leena.cookies)
        let posted = try DailyLeakTests.post(author)
        for site in sites {
            if hidden != .notRevealed { site.wait(seconds: 301) }
            switch hidden {
            case .blocked: try site.block(two, one)
            case .blocking: try site.block(one, two)
            case .parted: try site.unfriend(one, two)
            case .suspended: try site.suspend(site.account(two))
            case .notRevealed, .deleted: break
            }
        }
        if hidden == .deleted {
            try author.post(DailyPaths.delete(posted.id), [("csrf", author.token)])
        }
        for site in sites { site.app.runJobs(JobLane.allCases) }
        return (
            Twins(Visitor(sites[0], cookies: jonas.cookies), Visitor(sites[1], cookies: jonas.cookies)), posted, day
        )
    }

    private static func post(_ author: Visitor) throws -> Posted {
        try author.get(DailyPaths.new)
        try CameraWorld.post(
            author, names: ["back", "front"],
            fields: [("caption", "Secret words"), ("lat", "60.17"), ("lon", "24.94"), ("place", "exact")])
        let database = author.site.app.site.database
        let id: ID<DailyPost> = try #require(
            try database.read { try $0.value("SELECT id FROM moment ORDER BY id DESC LIMIT 1") })
        try author.get(DailyPaths.post(id)).post(
            DailyPaths.comments(id), [("csrf", author.token), ("text", "Secret words"), ("key", "own")])
        try author.upload(
            DailyPaths.reactions(id), files: [("photo", "me.png", PictureTests.icon)], fields: [("csrf", author.token)])
        let comment: ID<DailyPostComment> = try #require(
            try database.read { try $0.value("SELECT id FROM moment_comment WHERE moment_id = \(id)") })
        let names: [String] = try database.read { database in
            try database.all(
                """
                SELECT back AS name FROM moment WHERE id = \(id) UNION SELECT front FROM moment WHERE id = \(id)
                UNION SELECT photo FROM moment_reaction WHERE moment_id = \(id)
                """
            ) { try $0["name"] }
        }
        #expect(names.count == 3)
        let files = names.flatMap { name in
            [MediaSize.original, .large, .medium, .small].compactMap { MediaPaths.of(name, $0) }
        }
        return Posted(id: id, comment: comment, files: files)
    }

    @Test(arguments: Hidden.allCases)
    func `a hidden photo of the day is as if there were none`(hidden: Hidden) throws {
        var (twins, posted, day) = try twins(hidden)
        for visitor in [twins.one, twins.other] { try visitor.get("/settings") }
        for file in posted.files {
            for fields in [[], [("If-None-Match", "*")], [("Range", "bytes=0-9")], [("Sec-Purpose", "prefetch")]] {
                for method in [HTTP.Method.get, .head] {
                    let status = try twins.compareAnswers("\(method) \(file)") {
                        try $0.ask(method, path: file, fields: fields)
                    }
                    #expect(status == .notFound)
                }
            }
        }
        try compareRoutes(twins, posted)
        let paths = [
            "/daily?q=leena", "/daily?\(DailyLeakTests.view)", "\(DailyPaths.map(day))?\(DailyLeakTests.view)",
            "/map?\(DailyLeakTests.view)", "/?\(DailyLeakTests.view)", "/events/latest?after=0",
        ]
        let pages = [
            "/notices", "/people/\(DailyLeakTests.author)", "/friends", "/settings/visibility", "/daily",
            DailyPaths.day(day), DailyPaths.photos(day), "/calendar", "/",
        ]
        for path in paths + pages { try twins.compareAnswers(path) { try $0.ask(.get, path: path) } }
        // All the rest once, for it is the same way.
        if hidden == .notRevealed {
            twins.starts = pages
            _ = try twins.compareAllPages()
        }
        let page = try twins.one.get("/daily").page
        #expect(page.status == 200 && !page.text.contains("Secret words"))
    }

    /// Sends everything there is an address for.
    private func compareRoutes(_ twins: Twins, _ posted: Posted) throws {
        let routes = twins.one.site.app.routes.filter { $0.pattern.hasPrefix("/moments/{id}") }
        #expect(routes.count >= 9)
        let form = [("text", "x"), ("reason", "x"), ("emoji", "🔥"), ("key", "k")]
        for route in routes {
            let path = route.pattern.replacing("{id}", with: "\(posted.id)")
                .replacing("{comment}", with: "\(posted.comment)")
            for fields in [[], [("Accept", "application/json")], [("HX-Request", "true")]] {
                for method: HTTP.Method in route.method == .post ? [.post] : [.get, .head] {
                    let status = try twins.compareAnswers("\(method) \(path) \(fields)") {
                        try $0.ask(method, path: path, fields: fields, form: form)
                    }
                    #expect(status == (path.hasSuffix("/restore") ? .seeOther : .notFound), "\(method) \(path)")
                }
            }
        }
    }

    @Test func `where everyone may see photos a stranger sees them and the faces on them, the blocked do not`() throws {
        let site = try TestSite.demo()
        try site.openWindow { $0.audience = .everyone }
        let author = try site.member("leena").get(DailyPaths.new)
        try CameraWorld.post(author, names: ["back"], fields: [("caption", "For all")])
        site.wait(seconds: 301)
        let (stranger, blocked) = (try site.newAccount("stranger"), try site.newAccount("newcomer"))
        let (one, other) = (try site.account("leena"), try site.account("newcomer"))
        let id: ID<DailyPost> = try #require(
            try site.app.site.database.write { database in
                try database.execute(
                    "INSERT INTO block (blocker_id, blocked_id, created_at) VALUES (\(one), \(other), \(site.now))")
                return try database.value("SELECT id FROM moment WHERE caption = 'For all'")
            })
        try author.get(DailyPaths.post(id)).upload(
            DailyPaths.reactions(id), files: [("photo", "me.png", PictureTests.icon)], fields: [("csrf", author.token)])
        let face: String = try #require(
            try site.app.site.database.read {
                try $0.value("SELECT photo FROM moment_reaction WHERE moment_id = \(id)")
            })
        for (visitor, status) in [(stranger, 200), (blocked, 404)] {
            try visitor.get(DailyPaths.post(id)).gets(status)
            try visitor.get("/media/\(face)/small").gets(status)
        }
    }

    @Test func `who does not see somebody is not told when they answer`() throws {
        let site = try TestSite.demo()
        let id = try site.addPhoto("aino_k", on: "2026-11-10")
        _ = try site.newAccount("newcomer")
        let people = try ["mikko", "aino_k", "newcomer"].map { try site.account($0) }
        func readers() throws -> [ID<Account>] {
            try site.app.site.database.read { database in
                try DailyPostQueries.readers(database, of: id, by: people[0], among: people, site.now)
            }
        }
        #expect(Set(try readers()) == Set(people.prefix(2)))
        try site.app.friends.ask(from: people[1], to: people[2], at: site.now)
        try site.app.friends.ask(from: people[2], to: people[1], at: site.now)
        #expect(Set(try readers()) == Set(people))
        try site.app.site.database.write { database in
            try database.execute(
                "INSERT INTO block (blocker_id, blocked_id, created_at) VALUES (\(people[2]), \(people[0]), \(site.now))"
            )
        }
        #expect(Set(try readers()) == Set(people.prefix(2)))
    }
}
