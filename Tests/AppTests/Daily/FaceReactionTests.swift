import Database
import Foundation
import HTTP
import Media
import Testing

@testable import App

/// A small photo of oneself as a reaction to a photo of the day.
struct FaceReactionTests {
    private let site: TestSite
    private let id: ID<DailyPost>
    private let mikko: Visitor

    private var path: String { DailyPaths.post(id) }

    init() throws {
        site = try TestSite.demo()
        id = try site.addPhoto("aino_k", on: "2026-11-10")
        mikko = try site.member("mikko")
    }

    @discardableResult
    private func send(_ bytes: [UInt8], _ visitor: Visitor? = nil) throws -> Visitor {
        let visitor = visitor ?? mikko
        return try visitor.get(path).upload(
            DailyPaths.reactions(id), files: [("photo", "me.png", bytes)], fields: [("csrf", visitor.token)])
    }

    private func photos() throws -> [String] {
        try site.app.site.database.read {
            try $0.all("SELECT photo FROM moment_reaction WHERE photo IS NOT NULL ORDER BY id") { try $0["photo"] }
        }
    }

    /// Another picture of the same kind.
    private static let other = PictureTests.icon + [0]

    @Test func `it is shown to who sees the photo, and the same again takes it back`() throws {
        try send(PictureTests.icon).isAt(path)
        let photo = try #require(try photos().first)
        for name in ["mikko", "aino_k"] {
            let visitor = try site.member(name)
            try visitor.get(path)
            #expect(visitor.page.text.contains("/media/\(photo)/"))
            try visitor.get("/media/\(photo)/small").gets(200)
        }
        try site.newAccount("stranger").get("/media/\(photo)/small").gets(404)
        try site.member("aino_k").get("/notices").sees("reacted to your photo")
        try send(PictureTests.icon).isAt(path)
        #expect(try photos().isEmpty)
        try mikko.get("/media/\(photo)/small").gets(404)
        try site.member("aino_k").get("/notices").seesNot("reacted to your photo")
    }

    @Test func `another one takes its place, and one more is taken off by a button`() throws {
        try send(PictureTests.icon)
        let first = try photos()
        try send(FaceReactionTests.other)
        let second = try photos()
        #expect(second.count == 1 && second != first)
        try mikko.get("/media/\(first[0])/small").gets(404)
        try mikko.get(path).post(DailyPaths.reactions(id), [("csrf", mikko.token), ("photo_remove", "1")]).isAt(path)
        #expect(try photos().isEmpty)
    }

    @Test func `it counts beside the emoji, and not among the six`() throws {
        for emoji in ["😂", "😮", "😢", "👏", "🎉", "🔥"] {
            try mikko.get(path).post(DailyPaths.reactions(id), [("csrf", mikko.token), ("emoji", emoji)])
        }
        try send(PictureTests.icon).isAt(path)
        let aino = try site.account("aino_k")
        let count = try site.app.site.database.read {
            try DailyPostQueries.counts($0, of: [id], to: aino)[id]?.reactions
        }
        #expect(count == 7)
    }

    @Test func `what is no picture is refused in words, and the first one stays`() throws {
        try send(PictureTests.icon)
        let first = try photos()
        try send(Array("no picture".utf8)).gets(415)
        #expect(mikko.page.plain.contains("picture") || mikko.page.plain.contains("photo"))
        #expect(try photos() == first)
    }

    @Test func `its files go with the photo that it is on`() throws {
        try send(PictureTests.icon)
        let photo = try #require(try photos().first)
        let aino = try site.member("aino_k")
        try aino.get(path).post(DailyPaths.delete(id), [("csrf", aino.token)])
        try mikko.get("/media/\(photo)/small").gets(404)
        for _ in 0..<3 {
            site.wait(seconds: 700)
            site.sweep()
        }
        #expect(try site.rows("media").allSatisfy { !$0.contains(photo) })
    }
}
