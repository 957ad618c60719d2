import Foundation
import Proximity
import Synchronization
import Testing

@testable import App
@testable import Database

/// The photos of a day one below the other: which, in which order, with which answers, and the ways to and from them.
struct DayPhotosTests {
    /// Far from everything in the demo world.
    private static let place = Coordinate(latitude: 61.2, longitude: 25.6)!
    private static let text = "2026-11-10"
    private let site: TestSite
    private let day: CalendarDay
    private let aino: Visitor

    private var path: String { DailyPaths.photos(day) }

    /// Aino's friends are Mikko, Leena, Jonas and Sofia; Ville is only Mikko's.
    init() throws {
        site = try TestSite.demo()
        day = try #require(CalendarDay(DayPhotosTests.text))
        aino = try site.member("aino_k")
    }

    @discardableResult
    private func post(
        _ name: String, north metres: Double? = nil, caption: String = "", _ place: DailyPost.Place = .exact
    ) throws -> ID<DailyPost> {
        let coordinate = metres.map {
            DayPhotosTests.place.destination(bearing: Degrees(0), distance: Metres($0))
        }
        return try site.addPhoto(name, on: DayPhotosTests.text, caption: caption, at: coordinate, place)
    }

    private func comment(_ name: String, _ text: String, on id: ID<DailyPost>) throws {
        let account = try site.account(name)
        try site.app.site.database.write { database in
            _ = try DailyPostQueries.insertComment(database, text, on: id, by: account, formKey: text, at: site.now)
        }
    }

    private func react(_ name: String, _ emoji: String, on id: ID<DailyPost>) throws {
        let account = try site.account(name)
        try site.app.site.database.write { database in
            _ = try DailyPostQueries.insertReaction(database, emoji, photo: nil, on: id, by: account, at: site.now)
        }
    }

    /// The photos of the page in their order.
    private func photos(_ visitor: Visitor) -> [String] {
        visitor.page.text.matches(of: /<article [^>]*id="photo-(\d+)"/).map { "/moments/\($0.output.1)" }
    }

    private func strip(_ visitor: Visitor) -> [String] {
        visitor.page.text.matches(of: /data-pin="([^"]+)"/).map { String($0.output.1) }
    }

    @Test func `the photos are those of the strip, in its order, and a search narrows both`() throws {
        let placeless = try post("jonas")
        let far = try post("mikko", north: 4_000)
        try post("leena", north: 400, caption: "Warm in here.")
        try post("aino_k", north: 0)
        try post("ville", north: 10, caption: "of a stranger")
        try aino.get(path).gets(200).sees("Warm in here.").seesNot("of a stranger")
        let shown = photos(aino)
        #expect(shown.count == 4 && shown.last == DailyPaths.post(placeless))
        try aino.get("\(DailyPaths.day(day))?view=all").gets(200)
        #expect(strip(aino) == shown)
        let view = "lat=61.2&lon=25.6&z=16"
        for (query, only) in [("q=mik", [far]), (view, []), ("q=leena&\(view)", [])] {
            try aino.get("\(path)&\(query)").gets(200)
            let found = photos(aino)
            if !only.isEmpty { #expect(found == only.map { DailyPaths.post($0) }) }
            try aino.get("\(DailyPaths.day(day))?\(query)&view=\(query.contains("lat") ? "" : "all")").gets(200)
            #expect(strip(aino) == found)
        }
        try aino.get("\(path)&q=nobody").gets(200).sees("No photo here from anybody called “nobody”.")
        #expect(photos(aino).isEmpty)
    }

    @Test func `who has not posted sees neither photos nor answers before the end`() throws {
        let window = try site.openWindow()
        let today = DailyPaths.photos(window.day)
        let id = try site.addPhoto("mikko", on: window.day.text, caption: "secret words")
        try comment("leena", "secret answer", on: id)
        try aino.get(today).gets(200).sees("Post yours to see").seesNot("secret")
        #expect(photos(aino).isEmpty && !aino.page.text.contains("\(id)"))
        try site.addPhoto("aino_k", on: window.day.text)
        try aino.get(today).gets(200).sees("secret words", "secret answer").seesNot("Post yours")
        #expect(photos(aino).count == 2)
    }

    @Test func `whom a block hides is in no photo, comment, reaction or count`() throws {
        let id = try post("aino_k")
        try post("leena", caption: "by leena")
        for number in 1...4 { try comment("mikko", "word\(number).", on: id) }
        for number in 5...6 { try comment("leena", "word\(number).", on: id) }
        try react("leena", "🦊", on: id)
        try aino.get(path).gets(200).sees("word4.", "word6.", "All 6 comments", "by leena", "🦊").seesNot("word3.")
        try site.block("aino_k", "leena")
        try aino.get(path).gets(200).sees("word4.", "word2.", "All 4 comments")
            .seesNot("word5.", "word6.", "word1.", "by leena", "🦊")
        #expect(photos(aino) == [DailyPaths.post(id)])
    }

    @Test func `a place that is an area is named by its part of town`() throws {
        let exact = Coordinate(latitude: 60.171_234, longitude: 24.941_234)!
        try site.addPhoto("mikko", on: DayPhotosTests.text, at: SnappedPosition(exact).centre, .area)
        try post("leena")
        try aino.get(path).gets(200).sees("Somewhere ")
        #expect(!aino.page.text.contains("60.1712") && !aino.page.text.contains("24.9412"))
        let middle = CoordinateFormatter.degrees(SnappedPosition(exact).centre.latitude)
        let maps = aino.page.links.filter { $0.hasPrefix("\(DailyPaths.day(day))?lat=") }
        #expect(maps.count == 1 && maps.allSatisfy { $0.contains("?lat=\(middle)&") })
    }

    @Test func `photos of one area are one region, which leads to them`() throws {
        let middle = SnappedPosition(DayPhotosTests.place).centre
        for name in ["mikko", "leena"] { try site.addPhoto(name, on: DayPhotosTests.text, at: middle, .area) }
        try aino.get("\(DailyPaths.day(day))?lat=61.2&lon=25.6&z=14").gets(200)
        let regions = aino.page.text.matches(of: /<a class="map-region" href="([^"]+)"><title>([^<]+)</)
        #expect(regions.map { String($0.output.2) } == ["2 photos"])
        let link = try #require(regions.first).output.1.replacing("&amp;", with: "&")
        try aino.get(String(link)).gets(200)
        #expect(photos(aino).count == 2)
        // From afar too: no pin, and one region that a finger hits.
        try aino.get("\(DailyPaths.day(day))?lat=61.2&lon=25.6&z=6").gets(200)
        #expect(aino.page.text.contains("<title>2 photos</title>") && !aino.page.text.contains("pin-moment"))
    }

    @Test func `map and photos are tabs, days have their arrows, and the way back leads out of them`() throws {
        try post("aino_k")
        try aino.get(path).gets(200)
        #expect(aino.page.text.contains("href=\"\(path)\" aria-current=\"page\""))
        #expect(aino.page.links.contains(DailyPaths.day(day)))
        #expect(aino.page.links.contains(DailyPaths.photos(day - 1)))
        #expect(aino.page.links.contains(DailyPaths.photos(day + 1)))
        try aino.get(DailyPaths.day(day)).gets(200)
        #expect(aino.page.text.contains("href=\"\(DailyPaths.day(day))\" aria-current=\"page\""))
        #expect(aino.page.links.contains(path) && aino.page.links.contains(DailyPaths.day(day - 1)))
        let host = "http://localhost:8080"
        let month = "href=\"\(DailyPaths.month(day.month))\" aria-label=\"Back: Calendar\""
        for (origin, back) in [
            ("/archive", "href=\"/archive\" aria-label=\"Back: Archive\""), ("/daily", month), (path, month),
        ] {
            try aino.get(DailyPaths.day(day), [("Referer", host + origin)]).gets(200)
            #expect(aino.page.text.contains(back), "\(origin)")
        }
        try aino.get(DailyPaths.today).gets(200)
        #expect(aino.page.text.contains("href=\"/\" aria-label=\"Back: Map\""))
    }

    @Test func `what is answered there is seen there, and the photo's page leads back`() throws {
        let id = try post("mikko")
        try aino.get(path).fill("text", "Which one?").submit(DailyPaths.comments(id)).isAt(DailyPaths.post(id))
        try aino.get(path).sees("Which one?")
        #expect(!aino.page.text.contains("aria-pressed=\"true\""))
        try aino.post(DailyPaths.reactions(id), [("csrf", aino.token), ("emoji", "🔥")])
        try aino.get(path)
        #expect(aino.page.text.contains("aria-pressed=\"true\""))
        try aino.get(DailyPaths.post(id), [("Referer", "http://localhost:8080\(path)")]).sees("The day’s photos")
        #expect(aino.page.links.contains(path))
    }

    @Test func `more photos and answers need no more statements`() throws {
        let first = try post("mikko")
        for name in ["leena", "aino_k"] { try comment(name, "hello", on: first) }
        let few = try statements()
        for name in ["leena", "jonas", "sofia", "aino_k"] {
            let id = try post(name)
            for writer in ["mikko", "aino_k"] {
                try comment(writer, "hello \(name)", on: id)
                try react(writer, "🔥", on: id)
            }
        }
        #expect(try statements() == few)
        #expect(photos(aino).count == 5)
    }

    /// How many statements a second visit runs.
    private func statements() throws -> Int {
        try aino.get(path)
        let count = Mutex(0)
        let note: @Sendable (SQL) -> Void = { _ in count.withLock { $0 += 1 } }
        try Reader.$observer.withValue(note) { _ = try aino.get(path) }
        return count.withLock { $0 }
    }
}
