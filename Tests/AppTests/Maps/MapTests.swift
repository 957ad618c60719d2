import Atlas
import Foundation
import GRDB
import Proximity
import Synchronization
import TestTools
import Testing

@testable import App

/// The address of a tile.
func tileAddress(zoom: Int, x: Int, y: Int, theme: Theme) throws -> TileAddress {
    try #require(TileAddress(zoom: zoom, x: x, y: y, theme: theme))
}

struct MapTests {
    @Test(arguments: [
        "lat=91&lon=0", "lat=1", "lat=a&lon=b", "z=20", "z=-1", "z=x", "w=63", "h=4000", "w=1e9", "lat=nan&lon=1",
    ])
    func `an impossible map is refused with a message`(query: String) throws {
        let aino = try TestSite.demo().member("aino_k")
        try aino.get("/?\(query)").gets(400).sees("A map's")
        try aino.get("/map?\(query)").gets(400)
    }

    @Test func `the map moves by links alone`() throws {
        let aino = try TestSite.demo().member("aino_k")
        try aino.get("/?lat=60.17&lon=24.945&z=15")
        let closer = try #require(aino.page.links.first { $0.hasPrefix("/?lat") && $0.contains("z=16.0") })
        try aino.get(closer).gets(200)
        #expect(aino.page.links.contains { $0.hasPrefix("/?lat") && $0.contains("z=17.0") })
        try aino.get("/map?lat=-40&lon=179.9&z=3&w=300&h=200").gets(200)
        #expect(aino.page.text.contains("viewBox=\"0 0 300 200\""))
    }

    @Test func `scripts get the map alone, with links to the page`() throws {
        let aino = try TestSite.demo().member("aino_k")
        try aino.get("/").gets(200)
        #expect(aino.page.text.contains("data-map=\"/?\" data-map-part=\"/map\""))
        try aino.get("/map?lat=60.17&lon=24.945&z=15").gets(200)
        #expect(!aino.page.text.contains("<html") && aino.page.text.contains("data-map-part"))
        #expect(aino.page.links.contains { $0.hasPrefix("/?lat") })
        #expect(!aino.page.links.contains { $0.hasPrefix("/map?") })
        // The archive's list changes with its map.
        try aino.get("/archive?view=map").gets(200)
        #expect(!aino.page.text.contains("data-map-part"))
    }

    @Test func `the way to one's own position waits for a position`() throws {
        let aino = try TestSite.demo().member("aino_k")
        try aino.get("/?lat=60.17&lon=24.945&z=15").gets(200)
        #expect(aino.page.text.contains("map-unknown"))
        try aino.stand(at: try #require(Coordinate(latitude: 60.17, longitude: 24.94)))
        try aino.get("/?lat=60.17&lon=24.945&z=15").gets(200)
        #expect(!aino.page.text.contains("map-unknown") && aino.page.text.contains("map-you-here"))
    }

    @Test func `the centre of the map loads first`() throws {
        let aino = try TestSite.demo().member("aino_k")
        try aino.get("/?lat=60.17&lon=24.945&z=14")
        let tiles = aino.page.text.matches(of: #/<img src="/atlas/[^>]*>/#).map { String($0.output) }
        let first = tiles.filter { $0.contains("fetchpriority=\"high\"") }
        #expect(tiles.count == 12 && (1...6).contains(first.count))
        #expect(first.allSatisfy { !$0.contains("lazy") })
        #expect(tiles.filter { $0.contains("loading=\"lazy\"") }.count == tiles.count - first.count)
    }

    @Test func `found notes are pins, other notes are not on the map`() throws {
        let aino = try TestSite.demo().member("aino_k")
        try aino.get("/?lat=60.17&lon=24.945&z=14")
        #expect(aino.page.text.contains("Note from mikko"))
        #expect(!aino.page.text.contains("Note from jonas"))
    }

    @Test func `the image of a picker is a self-contained document`() throws {
        let aino = try TestSite.demo().member("aino_k")
        try aino.get("/map/picker.svg?size=wide&theme=dark&map_lat=60.17&map_lon=24.94&map_z=15&lat=60.17&lon=24.94")
            .gets(200)
        #expect(aino.page.headers["content-type"] == "image/svg+xml")
        #expect(aino.page.text.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"592\" height=\"400\""))
        #expect(!aino.page.text.contains(#/href="[^#]/#) && !aino.page.text.contains("class=\"map-svg"))
        try aino.get("/map/picker.svg?theme=%22%3E%3Cscript%3E&map_lat=x&size=huge").gets(200)
        #expect(!aino.page.text.contains("script"))
    }

    @Test func `a tile is the same for everybody and cached forever`() throws {
        let visitor = Visitor(try TestSite.demo())
        try visitor.get("/atlas/14/9326/4742.svg?v=x&theme=dark").gets(200)
        let headers = visitor.page.headers
        #expect(headers["content-type"] == "image/svg+xml")
        #expect(headers["cache-control"] == "public, max-age=31536000, immutable")
        #expect(headers["set-cookie"] == nil && headers["etag"]?.hasSuffix("-dark\"") == true)
        #expect(visitor.page.text.contains("</textPath>"))
    }

    @Test(arguments: [
        "14/9326/4742", "14/9326/4742.png", "20/0/0.svg", "2/4/0.svg", "2/0/4.svg", "-1/0/0.svg", "a/0/0.svg",
        "1/0/x.svg",
        "1/0/.svg", "1/+1/0.svg", "99999999999/0/0.svg", "1/0/0.svg?theme=pink", "1/1e0/0.svg",
    ])
    func `a tile outside the world does not exist`(address: String) throws {
        try Visitor(try TestSite.empty()).get("/atlas/\(address)").gets(404)
    }

    @Test func `the attribution is shown where there is a map`() throws {
        let aino = try TestSite.demo().member("aino_k")
        try aino.get("/?lat=60.17&lon=24.945&z=15").sees("© OpenStreetMap contributors")
        try aino.get("/?lat=0&lon=0&z=15").seesNot("OpenStreetMap")
        #expect(aino.page.text.contains("/atlas/15/"))
    }

    @Test func `concurrent requests for one tile share one drawing`() throws {
        let cache = TileCache(limit: 1 << 20)
        let address = try tileAddress(zoom: 1, x: 0, y: 0, theme: .light)
        let drawings = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 16) { _ in
            let tile = try? cache.tile(address) {
                drawings.withLock { $0 += 1 }
                usleep(20_000)
                return Array(repeating: 7, count: 1_000)
            }
            #expect(tile?.expanded(limit: 1_000) == Array(repeating: 7, count: 1_000))
        }
        #expect(drawings.withLock { $0 } == 1)
        var random = SeededGenerator()
        for x in 0..<200 {
            _ = try? cache.tile(tileAddress(zoom: 9, x: x, y: 0, theme: .light)) {
                // Letters compress to three quarters of their size.
                (0..<20_000).map { _ in .random(in: 65...126, using: &random) }
            }
        }
        _ = try? cache.tile(address) {
            drawings.withLock { $0 += 1 }
            return nil
        }
        #expect(drawings.withLock { $0 } == 2)
    }

    @Test func `a drawing error reaches all waiting requests and is not cached`() throws {
        struct Unreadable: Error {}
        let cache = TileCache(limit: 1 << 20)
        let address = try tileAddress(zoom: 1, x: 0, y: 0, theme: .light)
        let failures = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            do {
                _ = try cache.tile(address) {
                    usleep(20_000)
                    throw Unreadable()
                }
            } catch is Unreadable { failures.withLock { $0 += 1 } } catch { Issue.record(error) }
        }
        #expect(failures.withLock { $0 } == 8)
        let svg = Array(repeating: UInt8(7), count: 1_000)
        #expect(try cache.tile(address) { svg }?.expanded(limit: 1_000) == svg)
    }

    @Test func `an unreadable basemap is an uncached error, and tiles are drawn once it is readable`() throws {
        let world = try TestSite.demo()
        let map = world.folder + "/basemaps/helsinki.mbtiles"
        // The sites of other tests have the very same file.
        try FileManager.default.moveItem(atPath: map, toPath: map + ".shared")
        try FileManager.default.copyItem(atPath: map + ".shared", toPath: map)
        let site = try world.copy()
        let aino = try site.member("aino_k")
        let names = try aino.get("/notes").page.text
        let file = try DatabaseQueue(path: map)
        try file.write { try $0.execute(sql: "ALTER TABLE tiles RENAME TO away") }
        let (tile, other) = ("/atlas/14/9326/4742.svg", "/atlas/15/18653/9485.svg")
        for path in [tile, other, tile, "/map/picker.svg?lat=60.17&lon=24.94&z=15"] {
            let page = try aino.get(path).page
            #expect(page.status == 500 && page.headers["cache-control"] == "no-store", "\(path)")
            #expect(page.headers["etag"] == nil && !page.text.contains("<svg xmlns"))
        }
        // A page does not fail for a name: the larger towns come from the built-in world.
        try site.copy().member("aino_k").get("/notes").gets(200).sees("Helsinki")
        try file.write { try $0.execute(sql: "ALTER TABLE away RENAME TO tiles") }
        for path in [tile, other] {
            try aino.get(path).gets(200)
            #expect(aino.page.text.contains("<path"))
        }
        #expect(try aino.get("/notes").page.text.count == names.count)
    }

    @Test func `drawn tiles survive a restart, and a new style draws them anew`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-tiles-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        func cache(_ version: String, limit: Int = 1 << 20) -> TileCache {
            let usage = TileFiles.Usage(bytes: limit, files: 100)
            let files = TileFiles(folder: folder, version: version, limit: usage)
            files.deleteOtherVersions()
            return TileCache(limit: 1 << 20, files: files)
        }
        let address = try tileAddress(zoom: 14, x: 9326, y: 4742, theme: .dark)
        var random = SeededGenerator()
        // Letters compress to three quarters of their size.
        let svg = (0..<3_000).map { _ in UInt8.random(in: 65...126, using: &random) }
        _ = try cache("a").tile(address) { svg }
        let again = try cache("a").tile(address) { nil }
        #expect(again?.expanded(limit: 3_000) == svg)
        // Half a file is not a tile.
        let file = "\(folder)/a/dark/14/9326-4742.svg.gz"
        let whole = try #require(FileManager.default.contents(atPath: file))
        try whole.prefix(whole.count / 2).write(to: URL(fileURLWithPath: file))
        #expect(try cache("a").tile(address) { nil } == nil)
        #expect(try cache("b").tile(address) { nil } == nil)
        #expect(!FileManager.default.fileExists(atPath: "\(folder)/a"))
    }

    @Test func `a tile is compressed for clients that accept it`() throws {
        let visitor = Visitor(try TestSite.empty())
        try visitor.get("/atlas/1/0/0.svg")
        let plain = visitor.page.text
        let tag = try #require(visitor.page.headers["etag"])
        try visitor.get("/atlas/1/0/0.svg", [("Accept-Encoding", "gzip")]).gets(200)
        #expect(visitor.page.headers["content-encoding"] == "gzip" && visitor.page.headers["etag"] == tag)
        #expect(visitor.page.headers["vary"]?.contains("Accept-Encoding") == true && plain.hasPrefix("<svg"))
        try visitor.get("/atlas/1/0/0.svg", [("If-None-Match", tag)]).gets(304)
    }

    @Test func `degrees have six decimals at most`() {
        #expect(CoordinateFormatter.degrees(60.1695) == "60.1695")
        #expect(CoordinateFormatter.degrees(-0.0000004) == "0.0")
        #expect(CoordinateFormatter.degrees(-24.000001) == "-24.000001")
        #expect(CoordinateFormatter.degrees(180) == "180.0")
        #expect(
            [24.945, 180, -0.5, 60.123456].map { CoordinateFormatter.full($0) }
                == ["24.945000", "180.000000", "-0.500000", "60.123456"])
    }
}

/// Cards, lists and controls of maps.
struct MapPartTests {
    private func note(_ visitor: Visitor) throws -> String {
        try #require(visitor.get("/archive").page.links.first { $0.hasPrefix("/notes/") && $0 != "/notes/new" })
    }

    @Test func `a card shows the author, and the text only after the note was opened`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        let new = try note(aino)
        try aino.get("\(new)/card").gets(200).sees("sofia", "Open it")
        #expect(!aino.page.text.contains("<html") && !aino.page.text.contains("pin-card-text"))
        // Viewing the card does not open the note.
        try aino.get("/archive").sees("Not opened yet")
        try aino.get(new).get("\(new)/card").sees("Read it")
        #expect(aino.page.text.contains("pin-card-text"))
    }

    @Test func `only people who may read the note see its card`() throws {
        let site = try TestSite.demo()
        let new = try note(try site.member("aino_k"))
        for name in ["ville", "leena"] { try site.member(name).get("\(new)/card").gets(404) }
        try Visitor(site).get("\(new)/card").isAt("/login?next=\(new)/card")
        for id in ["x", "0", "1"] { try site.member("aino_k").get("/notes/\(id)/card").gets(404) }
    }

    @Test func `one link shows everything, and one shows the viewer's own position`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        // Without a known position, the map starts with what lies together.
        try aino.get("/").gets(200)
        for name in ["mikko", "leena", "sofia"] { #expect(aino.page.text.contains("Note from \(name)")) }
        try site.newAccount("kaisa_l").get("/").gets(200).sees("Map")
        try aino.get("/?lat=0&lon=0&z=15")
        #expect(!aino.page.text.contains("class=\"pin"))
        try aino.get("/?view=all").gets(200)
        #expect(aino.page.text.contains("class=\"pin"))
        let ville = try site.member("ville")
        try ville.get("/?view=all").gets(200)
        #expect(ville.page.text.contains("map-unknown"))
        try ville.stand(at: DemoCast.Place.oldChurchPark.coordinate)
        try ville.get("/?lat=0&lon=0&z=3")
        #expect(ville.page.links.contains { $0.hasPrefix("/?lat=60.1") && $0.hasSuffix("z=16.0") })
    }

    @Test func `the list beside the archive's map shows the notes nearest to its centre`() throws {
        let aino = try TestSite.demo().member("aino_k")
        try aino.get("/archive?view=map&lat=60.17&lon=24.94&z=12")
        let pins = Set(aino.page.text.matches(of: /<a class="pin pin-note" href="([^"]+)"/).map { String($0.output.1) })
        let rows = aino.page.text.matches(of: /data-pin="([^"]+)"/).map { String($0.output.1) }
        #expect(!rows.isEmpty && Set(rows).isSuperset(of: pins))
        try aino.get("/archive?view=map&lat=-40&lon=0&z=12").sees("No notes in this part of the map.")
        try TestSite.demo().member("ville").get("/archive?view=map").sees("Nothing found yet")
    }

    @Test func `a long archive has pages, each note is on one of them`() throws {
        let site = try TestSite.demo()
        let finder = try site.account("ville")
        let author = try site.account("mikko")
        try site.app.site.database.write { database in
            for number in 0..<120 {
                let place = DemoCast.Place.oldChurchPark.coordinate
                // Three notes at each time, so that a page ends between notes of the same time.
                let time = site.now.adding(seconds: -Double(number / 3))
                try site.addFoundNote(
                    "long-\(number)", from: author, at: place, foundBy: finder, time, in: database)
            }
        }
        for (name, first) in [("ville", "/archive"), ("mikko", "/notes")] {
            let visitor = try site.member(name).get(first)
            var seen: [String] = []
            while true {
                seen += visitor.page.links.filter { $0.hasPrefix("/notes/") && $0 != "/notes/new" }
                guard let next = visitor.page.links.first(where: { $0.contains("?after=") }) else { break }
                try visitor.get(next)
            }
            #expect(Set(seen).count == seen.count && seen.count >= 120, "\(name) \(seen.count)")
        }
        try site.member("ville").get("/archive?after=x").gets(200)
    }
}
