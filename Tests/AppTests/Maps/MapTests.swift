import Foundation
import Synchronization
import Testing

@testable import App

struct MapTests {
    @Test(arguments: [
        "lat=91&lon=0", "lat=1", "lat=a&lon=b", "z=20", "z=-1", "z=x", "w=63", "h=4000", "w=1e9", "lat=nan&lon=1",
    ])
    func `a map that cannot be is said to be so`(query: String) throws {
        let aino = try TestSite.demo().member("aino_k")
        try aino.get("/?\(query)").gets(400).sees("A map's")
        try aino.get("/map?\(query)").gets(400)
    }

    @Test func `the map moves by links alone`() throws {
        let aino = try TestSite.demo().member("aino_k")
        try aino.get("/")
        let closer = try #require(aino.page.links.first { $0.hasPrefix("/?lat") && $0.contains("z=15.0") })
        try aino.get(closer).gets(200)
        #expect(aino.page.links.contains { $0.hasPrefix("/?lat") && $0.contains("z=16.0") })
        try aino.get("/map?lat=-40&lon=179.9&z=3&w=300&h=200").gets(200)
        #expect(aino.page.text.contains("viewBox=\"0 0 300 200\""))
    }

    @Test func `found notes are pins, others are nowhere`() throws {
        let aino = try TestSite.demo().member("aino_k")
        try aino.get("/?lat=60.17&lon=24.945&z=14")
        #expect(aino.page.text.contains("Note from mikko"))
        #expect(!aino.page.text.contains("Note from jonas"))
    }

    @Test func `the picture of a picker is a document of its own`() throws {
        let aino = try TestSite.demo().member("aino_k")
        try aino.get("/map/picker.svg?size=wide&theme=dark&map_lat=60.17&map_lon=24.94&map_z=15&lat=60.17&lon=24.94")
            .gets(200)
        #expect(aino.page.headers["content-type"] == "image/svg+xml")
        #expect(aino.page.text.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"592\" height=\"400\""))
        #expect(!aino.page.text.contains(#/href="[^#]/#) && !aino.page.text.contains("class=\"map-svg"))
        try aino.get("/map/picker.svg?theme=%22%3E%3Cscript%3E&map_lat=x&size=huge").gets(200)
        #expect(!aino.page.text.contains("script"))
    }

    @Test func `a tile is for everybody and for good`() throws {
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
    func `a tile outside the world is not there`(address: String) throws {
        try Visitor(try TestSite.empty()).get("/atlas/\(address)").gets(404)
    }

    @Test func `a map has its makers named beside it, where it is a map`() throws {
        let aino = try TestSite.demo().member("aino_k")
        try aino.get("/?lat=60.17&lon=24.945&z=15").sees("© OpenStreetMap contributors")
        try aino.get("/?lat=0&lon=0&z=15").seesNot("OpenStreetMap")
        #expect(aino.page.text.contains("/atlas/15/"))
    }

    @Test func `many who ask for one tile wait for one drawing`() {
        let cache = TileCache(limit: 1 << 20)
        let address = TileAddress(zoom: 1, x: 0, y: 0, theme: .light)
        let drawings = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 16) { _ in
            let tile = cache.tile(address) {
                drawings.withLock { $0 += 1 }
                usleep(20_000)
                return [1, 2, 3]
            }
            #expect(tile == [1, 2, 3])
        }
        #expect(drawings.withLock { $0 } == 1)
        for x in 0..<200 {
            _ = cache.tile(TileAddress(zoom: 9, x: x, y: 0, theme: .light)) { Array(repeating: 0, count: 20_000) }
        }
        _ = cache.tile(address) {
            drawings.withLock { $0 += 1 }
            return nil
        }
        #expect(drawings.withLock { $0 } == 2)
    }

    @Test func `degrees are written with six decimals at most`() {
        #expect(PlaceText.degrees(60.1695) == "60.1695")
        #expect(PlaceText.degrees(-0.0000004) == "0.0")
        #expect(PlaceText.degrees(-24.000001) == "-24.000001")
        #expect(PlaceText.degrees(180) == "180.0")
    }
}
