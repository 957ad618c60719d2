import Database
import Foundation
import Media
import Proximity
import Testing

@testable import App

/// What a newcomer finds in the demo world.
struct DemoTests {
    /// 03:00, 09:00, 14:00 and 23:30 in Helsinki.
    static let times = [-11.0, -5, 0, 9.5].map { TestSite.noon + $0 * 3_600 }

    /// The names of the photos on a page.
    static func photos(_ page: Page) -> Set<String> {
        Set(page.text.matches(of: /\/media\/([a-z2-7]{26})/).map { "\($0.1)" })
    }

    @Test func `everybody has a portrait and says something`() throws {
        let site = try TestSite.warmDemo()
        let mikko = try site.member("mikko")
        for name in DemoCast.names {
            let id = try site.account(name)
            let profile = try site.app.site.database.read { try ProfileQueries.profile($0, of: id) }
            #expect(profile?.bio.isEmpty == false, "\(name)")
            let picture: String? = try site.app.site.database.read {
                try $0.value("SELECT picture FROM account WHERE id = \(id)")
            }
            #expect(try mikko.fetch("/media/\(try #require(picture, "\(name)"))/small").status == .ok, "\(name)")
        }
    }

    @Test func `the film and the sound of the demo world are taken as they are, by the way of every upload`() throws {
        let site = try TestSite.demo()
        let aino = try site.account("aino_k")
        let folder = TestSite.publicFolder + "/demo"
        let demo = DemoContext(people: ["aino_k": aino], now: site.now, pictures: folder)
        for (file, use, type, most) in [
            ("frozen-fountain.webm", MediaUse.clip, "video/webm", 150_000),
            ("tram-bell.ogg", .song, "audio/ogg", 40_000),
        ] {
            let prepared = try #require(try site.app.uploads.receiveDemoFile(file, as: use, for: aino, demo))
            #expect(!prepared.needsTranscoding && prepared.files[0].contentType == type)
            #expect(prepared.seconds.map { 4...6 ~= $0 } == true && prepared.files[0].bytes <= most, "\(file)")
            let name = try #require(try site.app.uploads.receiveDemoDraft(file, as: use, for: "relic", of: aino, demo))
            let stored = try site.app.site.database.read { try MediaQueries.contentType($0, name, size: .original) }
            #expect(stored == type)
        }
    }

    @Test func `people find things by day`() {
        for time in DemoTests.times {
            let demo = DemoContext(people: [:], now: time, pictures: "")
            for hour in [7.0, 10.0] {
                #expect(LocalTime(demo.day(0, at: hour), demo.zone).hour == Int(hour))
                #expect(demo.day(0, at: hour) < time && demo.day(0, at: hour) > time - 30 * 3_600)
            }
        }
    }

    @Test func `the same world is made each time`() throws {
        let worlds = try (0..<2).map { _ in try TestSite.at(try TestSite.makeWorld()).everythingStored() }
        for (table, rows) in worlds[0] { #expect(rows == worlds[1][table], "\(table)") }
    }

    @Test func `without its pictures the world has initials and plain notes`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        for path in ["/archive", "/notes", "/friends"] { #expect(DemoTests.photos(try aino.get(path).page).isEmpty) }
        try aino.get("/archive").sees("Third bench from the fountain.")
    }
}
