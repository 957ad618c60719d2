import Database
import Foundation
import Proximity
import Testing

@testable import App

/// How administrators make zones by forms.
struct ZoneAdminTests {
    private let site: TestSite
    private let keeper: Visitor

    init() throws {
        site = try TestSite.empty()
        keeper = try site.administrator()
    }

    private var zones: [Zone] {
        get throws { try site.app.site.database.read { try ZoneQueries.page($0, after: nil) } }
    }

    @Test func `a circle is made, listed, shown, changed and deleted`() throws {
        try keeper.get("/admin/zones").sees("No zones yet").get("/admin/zones/new")
        try keeper.fill("name", " Kallio  hill ").fill("colour", "#FF0088").fill("lat", "60.184").fill("lon", "24,95")
            .fill("radius_m", "250").submit("/admin/zones").sees("Kallio hill is on the map.")
        let zone = try #require(try zones.first)
        #expect(zone.name == "Kallio hill" && zone.colour == "#ff0088" && zone.reach == 250)
        let aino = try site.newAccount("aino_k")
        try aino.get("/zones").sees("Kallio hill")
        #expect(aino.page.links.contains("/zones/\(zone.id)"))
        try aino.get("/zones/\(zone.id)").sees("Kallio hill").seesNot("Edit")
        try aino.get("/").sees("Zones")
        #expect(
            try aino.get("/map?lat=60.184&lon=24.95&z=15").page.text.contains(
                #"class="map-region" href="/zones/\#(zone.id)""#))
        #expect(!(try aino.get("/map?lat=60.184&lon=24.95&z=15&zones=off").page.text.contains("map-region")))
        try keeper.get("/admin/zones/\(zone.id)/edit").fill("name", "Harju").fill("radius_m", "90")
            .submit("/admin/zones/\(zone.id)/edit").sees("Saved.", "Harju")
        #expect(try zones.first?.reach == 90)
        try keeper.get("/admin/zones/\(zone.id)/edit").submit("/admin/zones/\(zone.id)/delete").sees(
            "Harju is deleted.")
        #expect(try zones.isEmpty)
        try aino.get("/zones/\(zone.id)").gets(404)
        try keeper.get("/admin/audit").sees("made a zone", "changed a zone", "deleted a zone")
    }

    @Test func `a polygon is drawn click by click without scripts`() throws {
        try keeper.get("/admin/zones/new?lat=60.184&lon=24.95").fill("shape", "polygon").submit(
            "/admin/zones", to: "/admin/zones/new")
        for (x, y) in [(40, 40), (270, 40), (270, 270)] {
            try keeper.fill("name", "Harju").fill("pick.x", "\(x)").fill("pick.y", "\(y)")
                .submit("/admin/zones", to: "/admin/zones/new?size=compact")
        }
        keeper.sees("3 corners")
        try keeper.fill("undo", "1").submit("/admin/zones", to: "/admin/zones/new").sees("2 corners")
        try keeper.submit("/admin/zones").gets(422).sees("Click at least three corners on the map.")
        try keeper.fill("pick.x", "200").fill("pick.y", "250").submit(
            "/admin/zones", to: "/admin/zones/new?size=compact")
        try keeper.submit("/admin/zones").sees("Harju is on the map.")
        guard case .polygon(let polygon)? = try zones.first?.fence.area else { throw Missing() }
        #expect(polygon.rings[0].count == 3)
        try keeper.get("/admin/zones/\(try #require(zones.first).id)/edit").sees("3 corners")
    }

    private struct Missing: Error {}

    @Test(arguments: [
        (["name": ""], "Give the zone a name."), (["name": String(repeating: "a", count: 61)], "too long"),
        (["colour": "red"], "Choose a colour"), (["colour": "#12345\u{22}"], "Choose a colour"),
        (["radius_m": "0"], "Choose 1 m to 500 km."), (["radius_m": "nan"], "Choose 1 m to 500 km."),
        (["lat": "91"], "A latitude lies between"), (["lon": ""], "A longitude is needed."),
        (["position": "-1"], "Choose 0 to 999,999."), (["shape": "blob"], "Choose a circle or a polygon."),
        (["shape": "polygon"], "Click at least three corners"),
        (["shape": "polygon", "polygon": "{\"type\":\"Point\",\"coordinates\":[1,2]}"], "This is no polygon."),
        (["shape": "polygon", "polygon": "{"], "This is no GeoJSON."),
        (
            ["shape": "polygon", "polygon": "{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[60,0],[60,60],[0,0]]]}"],
            "larger than 500 km"
        ),
    ])
    func `what is wrong is said beside the field, and nothing is made`(_ wrong: [String: String], _ words: String)
        throws
    {
        try keeper.get("/admin/zones/new")
        for (name, value) in ["name": "Kallio", "lat": "60.184", "lon": "24.95", "radius_m": "100"].merging(
            wrong, uniquingKeysWith: { $1 })
        {
            keeper.fill(name, value)
        }
        try keeper.submit("/admin/zones").gets(422).sees(words)
        #expect(try zones.isEmpty)
    }

    @Test func `a shape that there is not is said beside the field at every step, and none is chosen for it`() throws {
        try keeper.get("/admin/zones/new").fill("shape", "blob").submit("/admin/zones", to: "/admin/zones/new")
            .gets(422).sees("Choose a circle or a polygon.")
        #expect(!keeper.page.text.contains(#"value="circle" checked"#))
        for shape in ["", "circle", "polygon"] {
            try keeper.fill("shape", shape).submit("/admin/zones", to: "/admin/zones/new").gets(200)
        }
    }

    @Test func `a place is taken as it is pasted`() throws {
        try keeper.get("/admin/zones/new").fill("name", "Quay").fill("lat", "\u{2212}33.86").fill("lon", "\u{A0}１５１．２")
            .fill("radius_m", "100").submit("/admin/zones").sees("Quay is on the map.")
        guard case .circle(let centre, _)? = try zones.first?.fence.area else { throw Missing() }
        #expect(abs(centre.latitude + 33.86) < 1e-9 && abs(centre.longitude - 151.2) < 1e-9)
    }

    @Test func `a form sent twice makes one zone`() throws {
        try keeper.get("/admin/zones/new")
        let fields = [
            ("csrf", keeper.token), ("key", "once-and-for-all"), ("name", "A"), ("lat", "60"), ("lon", "24"),
            ("radius_m", "50"),
        ]
        for _ in 0..<2 { try keeper.post("/admin/zones", fields).gets(200) }
        #expect(try zones.count == 1)
    }

    @Test func `a polygon comes as GeoJSON text too, with holes`() throws {
        let text =
            #"{"type":"Polygon","coordinates":[[[24.9,60.1],[25.0,60.1],[25.0,60.2],[24.9,60.2],[24.9,60.1]],[[24.94,60.14],[24.96,60.14],[24.96,60.16],[24.94,60.14]]]}"#
        try keeper.get("/admin/zones/new").fill("name", "Ring").fill("shape", "polygon").fill("polygon", text).submit(
            "/admin/zones"
        )
        .sees("Ring is on the map.")
        let zone = try #require(try zones.first)
        let square = Fence(
            try #require(
                Polygon(
                    [(60.1, 24.9), (60.1, 25.0), (60.2, 25.0), (60.2, 24.9)].compactMap {
                        Coordinate(latitude: $0.0, longitude: $0.1)
                    }))
        ).size
        #expect(zone.size < square && zone.size > 0.9 * square)
        // Its line is kept while other things are changed.
        try keeper.get("/admin/zones/\(zone.id)/edit").sees("Its line is kept").fill("name", "Ring 2").submit(
            "/admin/zones/\(zone.id)/edit")
        #expect(try zones.first?.fence == zone.fence)
    }

    @Test func `a file of areas is imported, and what cannot be used is said`() throws {
        let text =
            #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"A","radius":50},"geometry":{"type":"Point","coordinates":[24.9,60.1]}},{"type":"Feature","properties":{"name":"B","radius":-1},"geometry":{"type":"Point","coordinates":[24.9,60.1]}}]}"#
        try keeper.get("/admin/zones").upload("/admin/zones/import", "file", file: Array(text.utf8), named: "a.geojson")
            .sees("One zone imported.", "“B” is left out: its radius is not 1 m to 500 km.")
        #expect(try zones.map { $0.name } == ["A"])
        // A name of more scalars than are kept is shortened: the other areas of the file do not wait for it.
        let marked = text.replacing(#""A""#, with: "\"C\(String(repeating: "e\u{301}", count: 59))\"")
        try keeper.get("/admin/zones").upload(
            "/admin/zones/import", "file", file: Array(marked.utf8), named: "a.geojson"
        ).gets(200).sees("One zone imported.")
        try keeper.get("/admin/zones").upload("/admin/zones/import", "file", file: Array("hello".utf8), named: "a.gpx")
            .gets(422).sees("This is no GeoJSON, GPX, KML or property list.")
        try keeper.get("/admin/zones").upload("/admin/zones/import", "file", file: [], named: "").gets(422).sees(
            "Choose a file.")
    }

    @Test func `the name of an imported area is cut as the database counts it, between letters`() throws {
        // As a Mac writes them: each letter is two scalars.
        let name = "x" + String(repeating: "o\u{308}", count: 60)
        let text =
            #"{"type":"Feature","properties":{"name":"\#(name)","radius":50},"geometry":{"type":"Point","coordinates":[24.9,60.1]}}"#
        try keeper.get("/admin/zones").upload("/admin/zones/import", "file", file: Array(text.utf8), named: "a.geojson")
            .gets(200).sees("One zone imported.")
        #expect(try zones.map { $0.name.unicodeScalars.count } == [59])
    }

    @Test func `lists go on in pages, in the order that was chosen`() throws {
        for number in 0..<(ZoneQueries.pageSize + 20) { try site.makeZone("Zone \(number)", 60, 24, radius: 50) }
        let last = try site.makeZone("First of all", 61, 24, radius: 50)
        try keeper.get("/admin/zones/\(last)/edit").fill("position", "0").submit("/admin/zones/\(last)/edit")
        try keeper.get("/zones").sees("First of all", "Zone 98").seesNot("Zone 119")
        let more = try #require(keeper.page.links.first { $0.contains("after=") })
        try keeper.get(more).sees("Zone 119").seesNot("First of all", "Zone 98")
        try keeper.get("/zones?after=12345").gets(200).sees("First of all")
    }
}
