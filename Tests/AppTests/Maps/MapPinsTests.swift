import Atlas
import Database
import Foundation
import Proximity
import Synchronization
import TestTools
import Testing

@testable import App

/// A map of many things reads their points first, and then the pins of those that are drawn: the same map.
struct MapPinsTests {
    private static let middle = Coordinate(latitude: 61.2, longitude: 25.6)!
    private static let zooms = [9.0, 13, 15.5, 17, 19]
    private static let people = ["mikko", "leena", "ville", "noor_h"]

    private func viewport(_ zoom: Double) -> Viewport {
        Viewport(centre: MapPinsTests.middle, zoom: zoom, width: 1_200, height: 900)
    }

    /// Notes that Aino found and left, and relics, some of them where another one is.
    private func world() throws -> TestSite {
        var generator = SeededGenerator()
        let site = try TestSite.demo()
        let aino = try site.account("aino_k")
        let people = try MapPinsTests.people.map { try site.account($0) }
        var place = MapPinsTests.middle
        try site.app.site.database.write { database in
            for number in 0..<150 {
                // The first ones are in the middle, for all to see.
                let isFirst = number == 0
                if !isFirst, Bool.random(using: &generator) {
                    place = MapPinsTests.middle.destination(
                        bearing: Degrees(.random(in: 0..<360, using: &generator)),
                        distance: Metres(.random(in: 0..<1_500, using: &generator)))
                }
                let other = people.randomElement(using: &generator)!
                let isOwn = Int.random(in: 0..<6, using: &generator) == 0
                try site.addFoundNote("f\(number)", from: other, at: place, foundBy: aino, in: database)
                let left = NewNote(text: "n", coordinate: place, recipients: [], formKey: "l\(number)")
                let recipients = people.filter { _ in Bool.random(using: &generator) }
                _ = try NoteQueries.insert(
                    database, left, author: aino, zone: .gmt, recipients: recipients, at: site.now)
                let relic = try site.leaveRelic("r\(number)", from: isOwn ? aino : other, at: place, in: database) {
                    $0.kind = Relic.Kind.allCases.randomElement(using: &generator)!
                    $0.audience = isFirst || Bool.random(using: &generator) ? .everyone : .friends
                    $0.password = Bool.random(using: &generator) ? "$scrypt$x" : nil
                    $0.appearsLater = !isFirst && Int.random(in: 0..<6, using: &generator) == 0
                }
                if Bool.random(using: &generator) {
                    try RelicQueries.setOpened(
                        database, relic, by: aino, isTyped: false, givesReceipt: false, at: site.now)
                }
            }
        }
        return site
    }

    private func sources(_ site: TestSite, _ viewport: Viewport) throws -> [PinSource] {
        let aino = try site.account("aino_k")
        return [
            NoteLayers.found(by: aino), NoteLayers.left(by: aino, site.now),
            RelicPins.source(in: viewport.bounds, RelicFilter(), for: aino, site.now),
        ]
    }

    /// The drawn map, and how many statements it took.
    private func map(
        _ site: TestSite, _ sources: [PinSource], viewport: Viewport, atMost most: Int
    ) throws -> (svg: String, statements: Int) {
        let count = Mutex(0)
        let note: @Sendable (SQL) -> Void = { sql in
            if sql.text.hasPrefix("SELECT") { count.withLock { $0 += 1 } }
        }
        let drawing = try Reader.$observer.withValue(note) {
            try site.app.site.database.read { database in
                let area = Covering.of(viewport.bounds)
                let pins = try sources.map { try $0.read(database, in: area, atMost: most) }
                return try MapContent(pins: pins).drawing(database, in: viewport)
            }
        }
        var bare = drawing
        bare.hasGround = false
        return (bare.svg(), count.withLock { $0 })
    }

    /// Compares both ways at all zooms. Returns the maps.
    private func compare(_ site: TestSite) throws -> [String] {
        try MapPinsTests.zooms.map { zoom in
            let viewport = viewport(zoom)
            let sources = try sources(site, viewport)
            for source in sources.map({ [$0] }) + [sources] {
                let whole = try map(site, source, viewport: viewport, atMost: PinSource.maxWhole)
                let points = try map(site, source, viewport: viewport, atMost: PinSource.maxWhole + 1)
                #expect(whole.svg == points.svg, "\(zoom)")
                #expect(whole.statements == source.count && points.statements <= 2 * source.count, "\(zoom)")
            }
            return try map(site, sources, viewport: viewport, atMost: .max).svg
        }
    }

    @Test func `both ways draw the same map, whoever is blocked or suspended`() throws {
        let site = try world()
        let before = try compare(site)
        #expect(before[0].contains("pin-count") && !before[0].contains("class=\"pin pin-relic"))
        #expect(before[4].contains("href=\"/notes/") && before[4].contains("href=\"/relics/"))
        try site.member("aino_k").get("/people/ville").submit("/people/ville/block")
        try site.suspend(try site.account("noor_h"))
        site.wait(seconds: 7_200)
        #expect(try compare(site) != before)
    }

    @Test func `pins are read by id only of what the viewer may see`() throws {
        let site = try world()
        try site.member("aino_k").get("/people/ville").submit("/people/ville/block")
        let (aino, others) = (try site.account("aino_k"), try site.account("ville"))
        let sources = try sources(site, viewport(13))
        let ids = try site.app.site.database.read { database -> [[Int64]] in
            let left = try database.all("SELECT id FROM note WHERE author_id = \(others)") { try $0["id"] as Int64 }
            let own = try database.all("SELECT id FROM note") { try $0["id"] as Int64 }
            let relics = try database.all("SELECT id FROM relic WHERE maker_id = \(others)") { try $0["id"] as Int64 }
            return [own, left, relics]
        }
        let pins = try site.app.site.database.read { database in
            try zip(sources, ids).map { source, ids in try source.named(database, ids) }
        }
        // What she found stays hers after a block; of all notes she gets those, and none of the others’ own.
        let found = try site.app.site.database.read { database in
            try database.value(
                """
                SELECT count(*) FROM delivery WHERE recipient_id = \(aino)
                  AND found_at IS NOT NULL AND removed_at IS NULL
                """, as: Int.self)
        }
        #expect(pins[0].count == found && !ids[1].isEmpty && !ids[2].isEmpty)
        #expect(pins[1].isEmpty && pins[2].isEmpty)
    }

    @Test func `a page with more than a few things reads points, one with few reads them whole`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        let (finder, author) = (try site.account("aino_k"), try site.account("mikko"))
        func add(_ numbers: Range<Int>) throws {
            try site.app.site.database.write { database in
                for number in numbers {
                    try site.addFoundNote(
                        "few-\(number)", from: author, at: MapPinsTests.middle, foundBy: finder, in: database)
                }
            }
        }
        func statements() throws -> [String] {
            let texts = Mutex<[String]>([])
            let note: @Sendable (SQL) -> Void = { sql in texts.withLock { $0.append(sql.text) } }
            try Reader.$observer.withValue(note) {
                _ = try aino.get("/map?lat=61.2&lon=25.6&z=17").gets(200)
            }
            return texts.withLock { $0 }.filter { $0.contains("delivery.cell BETWEEN") }
        }
        try add(0..<PinSource.maxWhole)
        let few = try statements()
        #expect(!few.isEmpty && few.allSatisfy { $0.contains("AS author") })
        try add(PinSource.maxWhole..<PinSource.maxWhole + 1)
        let many = try statements()
        #expect(!many.isEmpty && many.allSatisfy { !$0.contains("AS author") })
        // As many as fit around one place, and the number of the others.
        #expect(aino.page.text.matches(of: /class="pin pin-note"/).count == 30)
        #expect(aino.page.text.contains("<title>Another \(PinSource.maxWhole + 1 - 30) notes here</title>"))
    }
}
