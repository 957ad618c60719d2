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
        #expect(aino.page.text.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"640\" height=\"400\""))
        #expect(!aino.page.text.contains("href") && !aino.page.text.contains("class=\"map-svg"))
        try aino.get("/map/picker.svg?theme=%22%3E%3Cscript%3E&map_lat=x&size=huge").gets(200)
        #expect(!aino.page.text.contains("script"))
    }

    @Test func `degrees are written with six decimals at most`() {
        #expect(PlaceText.degrees(60.1695) == "60.1695")
        #expect(PlaceText.degrees(-0.0000004) == "0.0")
        #expect(PlaceText.degrees(-24.000001) == "-24.000001")
        #expect(PlaceText.degrees(180) == "180.0")
    }
}
