import Database
import Foundation
import HTTP
import Media
import Proximity
import Testing

@testable import App

/// Posting the photo of the day: what is stored, when it counts, what is refused and kept.
struct PostTests {
    private static let place = DemoCast.Place.university.coordinate
    private static let here = [("lat", "\(place.latitude)"), ("lon", "\(place.longitude)"), ("accuracy", "8")]

    private func begin(late: Bool = true, audience: DailyPost.Audience = .friends) throws -> (CameraWorld, Visitor) {
        let world = try CameraWorld(late: late, audience: audience)
        let aino = try world.site.newAccount("aino_k")
        try aino.get("/daily/new").gets(200)
        return (world, aino)
    }

    @Test func `Two photos, words and a place are stored, and one lands on the map`() throws {
        let (world, aino) = try begin(audience: .everyone)
        let fields = [("caption", " Caught the 3.\r\n"), ("place", "exact"), ("retakes", "2"), ("key", "k")]
        try CameraWorld.post(aino, names: ["back", "front"], fields: PostTests.here + fields)
        #expect(aino.page.path == "/daily")
        let post = try #require(try world.stored().first)
        #expect(post.caption == "Caught the 3." && post.hasFront && post.retakes == 2 && post.late == 0)
        #expect(post.place == "exact" && post.latitude == PostTests.place.latitude)
        #expect(post.longitude == PostTests.place.longitude && post.audience == "everyone")
        #expect(try world.drafts() == 0)
        // A photo's place is no report of a position.
        let fixes = try world.site.app.site.database.read { [id = post.account, now = world.site.now] in
            try world.site.app.positions.last($0, of: id, now)
        }
        #expect(fixes == nil)
    }

    @Test func `For an area the exact place is nowhere`() throws {
        let (world, aino) = try begin()
        try CameraWorld.post(aino, names: ["back"], fields: PostTests.here + [("place", "area")])
        let post = try #require(try world.stored().first)
        let centre = SnappedPosition(PostTests.place).centre
        #expect(post.place == "area" && post.latitude == centre.latitude && !post.hasFront)
        let exact = "\(PostTests.place.latitude)"
        #expect(try !world.site.everythingStored().values.joined().contains { $0.contains(exact) })
    }

    @Test func `Without a choice the place is exact, from the last report if it is fresh`() throws {
        let (world, aino) = try begin()
        try aino.stand(at: PostTests.place).get("/daily/new")
        world.site.wait(seconds: 299)
        try CameraWorld.post(aino, names: ["back"])
        #expect(try world.stored().first?.latitude == PostTests.place.latitude)

        let leena = try world.site.newAccount("leena")
        try leena.stand(at: PostTests.place)
        world.site.wait(seconds: 601)
        try leena.get("/daily/new")
        try CameraWorld.post(leena, names: ["back"])
        #expect(try world.stored().map { $0.place } == ["exact", "none"])
    }

    @Test func `Without a place none is stored`() throws {
        let (world, aino) = try begin()
        try CameraWorld.post(aino, names: ["back"], fields: PostTests.here + [("place", "none"), ("retakes", "100")])
        let post = try #require(try world.stored().first)
        #expect(post.place == "none" && post.latitude == nil && post.retakes == 0)
    }

    @Test(arguments: [(0.0, 0.001), (60.0, 60.001)])
    func `An upload that began in the window counts when it ends within a minute`(
        _ ended: Double, _ age: Double
    ) throws {
        let (world, aino) = try begin(late: false)
        world.wait(afterClosing: ended)
        try CameraWorld.post(aino, age: age)
        #expect(aino.page.path == "/daily")
        #expect(try world.stored().map { $0.late } == [0])
    }

    @Test(arguments: [(60.001, 60.002), (0.0, 0.0), (60.0, 60.0)])
    func `An upload that began or ended too late is refused and kept`(_ ended: Double, _ age: Double) throws {
        let (world, aino) = try begin(late: false)
        world.wait(afterClosing: ended)
        try CameraWorld.post(aino, age: age)
        aino.gets(422).sees("The five minutes are over", "saved for a day")
        #expect(try world.stored().isEmpty)
        #expect(try world.drafts() == 2)
        let kept = aino.page.text.matches(of: #/href="(/media/[a-z2-7]{26})" download/#).map { String($0.1) }
        #expect(kept.count == 2)
        let leena = try world.site.newAccount("leena")
        for address in kept {
            #expect(try aino.fetch(address).status == .ok)
            #expect(try leena.fetch(address).status == .notFound)
        }
    }

    @Test(arguments: [
        (36_000.0, "The five minutes are over", "You could post until 14:05."),
        (43_200.0, "There’s no photo to take right now", "We’ll tell you when it’s time for the next one."),
    ])
    func `After midnight the window of the night explains why a photo is refused`(
        _ ended: Double, title: String, words: String
    ) throws {
        let (world, aino) = try begin(late: false)
        world.wait(afterClosing: ended)
        #expect(world.site.app.daily.today(world.site.now) != world.window.day)
        try CameraWorld.post(aino)
        aino.gets(422).sees(title, words, "saved for a day")
        #expect(try world.drafts() == 2)
    }

    @Test(arguments: [(60.001, 60.002, 1), (0.0, 0.0, 1), (2_520.0, 0.0, 2_520_000)])
    func `Where the site allows it a late photo is marked`(_ ended: Double, age: Double, late: Int64) throws {
        let (world, aino) = try begin()
        world.wait(afterClosing: ended)
        try CameraWorld.post(aino, age: age)
        #expect(aino.page.path == "/daily")
        #expect(try world.stored().map { $0.late } == [late])
    }

    @Test func `Without a window there is nothing to post`() throws {
        let site = try TestSite.empty()
        let aino = try site.newAccount("aino_k")
        try aino.get("/daily/new")
        try CameraWorld.post(aino)
        aino.gets(422).sees("There’s no photo to take right now")
    }

    @Test func `A second photo of a day is refused and kept, the same form again leads to the first`() throws {
        let (world, aino) = try begin()
        try CameraWorld.post(aino, names: ["back"], fields: [("key", "one")])
        try CameraWorld.post(aino, names: ["back"], fields: [("key", "one")])
        #expect(aino.page.path.hasPrefix("/moments/"))
        try CameraWorld.post(aino, names: ["back"], fields: [("key", "two")])
        aino.gets(409).sees("You’ve posted already")
        #expect(try world.stored().count == 1)
        #expect(try world.drafts() == 1)
    }

    @Test func `Of two at once one is posted`() async throws {
        let (world, aino) = try begin()
        let pages = try await withThrowingTaskGroup(of: Int.self) { group in
            for key in ["one", "two", "three"] {
                let other = Visitor(world.site, cookies: aino.cookies)
                nonisolated(unsafe) let sender = other
                try sender.get("/daily/new")
                group.addTask {
                    try CameraWorld.post(sender, names: ["back"], fields: [("key", key)])
                    return sender.page.status
                }
            }
            return try await group.reduce(into: [Int]()) { $0.append($1) }
        }
        #expect(pages.count { $0 == 409 } == 2)
        #expect(try world.stored().count == 1)
    }

    @Test func `A photo of oneself alone is not enough`() throws {
        let (world, aino) = try begin()
        try CameraWorld.post(aino, names: ["front"], fields: [("caption", "Me")])
        aino.gets(422).sees("what’s in front of you")
        #expect(try world.stored().isEmpty)
        let form = try #require(aino.page.forms.first { $0.action == "/daily" })
        let kept = try #require(form.fields.first { $0.name == "front_kept" }).value
        try CameraWorld.post(aino, names: ["back"], fields: [("front_kept", kept)])
        #expect(try world.stored().map { $0.hasFront } == [true])
    }

    @Test func `A wrong file is refused in words, and the good one stays`() throws {
        let (world, aino) = try begin()
        let files = [("back", "b.jpg", PictureTests.icon), ("front", "f.jpg", Array("no picture".utf8))]
        try aino.upload("/daily", files: files, fields: [("csrf", aino.token)])
        #expect([415, 422].contains(aino.page.status))
        let form = try #require(aino.page.forms.first { $0.action == "/daily" })
        let kept = try #require(form.fields.first { $0.name == "back_kept" }).value
        try aino.post("/daily", [("csrf", aino.token), ("back_kept", kept)])
        #expect(try world.stored().map { $0.hasFront } == [false])
    }

    @Test(
        arguments: [
            ("lat", "91", "90"), ("lon", "x", "longitude"), ("accuracy", "nan", "metres"), ("place", "here", "place"),
            ("caption", String(repeating: "é", count: 201), "200"),
            ("key", String(repeating: "k", count: 65), "incomplete"),
        ])
    func `Each wrong field is refused in words`(_ field: String, value: String, words: String) throws {
        let (world, aino) = try begin()
        try CameraWorld.post(aino, names: ["back"], fields: PostTests.here.filter { $0.0 != field } + [(field, value)])
        aino.gets(422).sees(words)
        #expect(try world.stored().isEmpty)
        #expect(aino.page.text.contains("name=\"back_kept\""))
    }
}
