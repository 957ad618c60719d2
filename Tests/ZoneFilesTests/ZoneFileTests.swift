import Foundation
import Proximity
import TestTools
import Testing

@testable import ZoneFiles

/// Areas from files.
struct ZoneFileTests {
    private func read(_ text: String) throws -> ZoneFileContents { try ZoneFile.read(Data(text.utf8)) }

    private func circle(_ area: NamedArea) -> (Double, Double, Double)? {
        guard case .circle(let centre, let radius) = area.fence.area else { return nil }
        return (centre.latitude, centre.longitude, radius.value)
    }

    @Test func `a point of GeoJSON with a radius is a circle, a polygon may have holes`() throws {
        let found = try read(
            """
            {"type":"FeatureCollection","features":[
            {"type":"Feature","properties":{"name":" Kallio\\n","radius":250,"color":"#FF0088"},
             "geometry":{"type":"Point","coordinates":[24.95,60.18]}},
            {"type":"Feature","properties":{"name":"Ring"},"geometry":{"type":"Polygon","coordinates":
             [[[7.41,43.73],[7.43,43.73],[7.43,43.74],[7.41,43.74],[7.41,43.73]],
              [[7.42,43.733],[7.425,43.733],[7.425,43.738],[7.42,43.733]]]}},
            {"type":"Feature","properties":{"name":"Huge","radius":20000000},"geometry":{"type":"Point","coordinates":[7,43]}},
            {"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[7,43]}}]}
            """)
        #expect(found.areas.map { $0.name } == ["Kallio", "Ring"])
        #expect(found.areas[0].colour == "#ff0088")
        #expect(try #require(circle(found.areas[0])) == (60.18, 24.95, 250))
        guard case .polygon(let polygon) = found.areas[1].fence.area else { throw ZoneFileProblem("no polygon") }
        #expect(polygon.rings.count == 2)
        #expect(try GeoJSON.polygon(GeoJSON.text(polygon)) == polygon)
        #expect(
            found.leftOut == [
                "“Huge” is left out: its radius is not 1 m to 500 km.", "An area is left out: it has no name.",
            ])
    }

    @Test func `what is no feature is left out, and a name is short in scalars`() throws {
        let marked = String(repeating: "e\u{301}", count: 60)
        let found = try read(
            """
            {"type":"FeatureCollection","features":[null,7,"x",[],
            {"type":"Feature","properties":{"name":"\(marked)"},"geometry":{"type":"Point","coordinates":[7,43]}},
            {"type":"Feature","properties":{"name":"Kallio"},"geometry":{"type":"Point","coordinates":[24.95,60.18]}}]}
            """)
        #expect(found.areas.map { $0.name } == [String(repeating: "e\u{301}", count: 30), "Kallio"])
        #expect(found.leftOut == Array(repeating: "An area is left out: it has no name.", count: 4))
    }

    @Test(arguments: ["\u{301}", "\u{FE0F}", "\u{200D}", "\u{3164}"])
    func `a mark or a selector alone is no name`(name: String) throws {
        let found = try read(
            """
            <gpx><wpt lat="60.1" lon="24.9"><name>\(name)</name></wpt><wpt lat="60.1" lon="24.9"><name>李</name></wpt></gpx>
            """)
        #expect(found.areas.map { $0.name } == ["李"])
        #expect(found.leftOut == ["An area is left out: it has no name."])
    }

    @Test func `named waypoints of GPX are circles`() throws {
        let found = try read(
            """
            <?xml version="1.0"?><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1">
            <wpt lat="60.1" lon="24.9"><name>Kallio &amp; co</name></wpt><wpt lat="91" lon="24.9"><name>Nowhere</name></wpt>
            <wpt lat="60.2" lon="24.9"><name>Wide</name><extensions><radius>400</radius></extensions></wpt></gpx>
            """)
        #expect(found.areas.map { $0.name } == ["Kallio & co", "Wide"])
        #expect(found.areas.compactMap { circle($0)?.2 } == [100, 400])
        #expect(found.leftOut == ["“Nowhere” is left out: its place is not on the Earth."])
    }

    @Test func `placemarks of KML are polygons with their colour`() throws {
        let found = try read(
            """
            <kml xmlns="http://www.opengis.net/kml/2.2"><Document><Folder><Placemark><name>Quay</name>
            <Style><PolyStyle><color>7f0000ff</color></PolyStyle></Style>
            <Polygon><outerBoundaryIs><LinearRing><coordinates>7.41,43.73,0 7.43,43.73 7.43,43.74 7.41,43.73</coordinates>
            </LinearRing></outerBoundaryIs></Polygon></Placemark>
            <Placemark><name>Dot</name><Point><coordinates>7.4,43.7,0</coordinates></Point></Placemark></Folder></Document></kml>
            """)
        #expect(found.areas.map { $0.name } == ["Quay", "Dot"])
        #expect(found.areas.map { $0.colour } == ["#ff0000", nil])
    }

    /// Files with an area of each of some radii, which are written as in JSON; null for none.
    private static let formats: [@Sendable (_ radii: [String]) -> String] = [
        { radii in
            let points = radii.enumerated().map { number, radius in
                #"{"type":"Feature","properties":{"name":"\#(number)","radius":\#(radius)},"#
                    + #""geometry":{"type":"Point","coordinates":[24.9,60.1,null]}}"#
            }
            return #"{"type":"FeatureCollection","features":["# + points.joined(separator: ",") + "]}"
        },
        { radii in
            let points = radii.enumerated().map { number, radius in
                let value = radius.replacing("\"", with: "")
                return "<wpt lat=\"60.1\" lon=\"24.9\"><name>\(number)</name>"
                    + (radius == "null" ? "</wpt>" : "<radius> \(value)\n</radius></wpt>")
            }
            return "<gpx>" + points.joined() + "</gpx>"
        },
        { radii in
            let points = radii.enumerated().map { number, radius in
                let kind = radius.hasPrefix("\"") ? "string" : "real"
                let value = radius.replacing("\"", with: "")
                return "<dict><key>name</key><string>\(number)</string><key>latitude</key><real>60.1</real>"
                    + "<key>longitude</key><string>24.9</string>"
                    + (radius == "null" ? "</dict>" : "<key>radius</key><\(kind)>\(value)</\(kind)></dict>")
            }
            return "<plist><array>" + points.joined() + "</array></plist>"
        },
    ]

    @Test(arguments: formats.indices)
    func `a radius in words counts, and one that cannot be read is not the usual one`(format: Int) throws {
        let radii = [
            "150", "\"150\"", "\"150,5\"", "\"١٥٠\"", "null", "\"abc\"", "\"0x10\"", "\"\"", "\"nan\"", "\"1e9\"",
        ]
        let found = try read(ZoneFileTests.formats[format](radii))
        #expect(found.areas.compactMap { circle($0)?.2 } == [150, 150, 150.5, 150, 100])
        let odd = (5...9).map { "“\($0)” is left out: its radius is not 1 m to 500 km." }
        #expect(found.leftOut == odd)
    }

    @Test func `a height may be null, and what is no area is counted`() throws {
        let ring = "[[7.41,43.73,null],[7.43,43.73,null],[7.43,43.74,0],[7.41,43.73,null]]"
        let found = try read(
            """
            {"type":"FeatureCollection","features":[7,null,
            {"type":"Feature","properties":{"name":"Quay"},"geometry":{"type":"Polygon","coordinates":[\(ring)]}},
            {"type":"Feature","properties":{"name":"True","radius":true},"geometry":{"type":"Point","coordinates":[7,43]}},
            {"type":"Feature","properties":{"name":"Half"},"geometry":{"type":"Point","coordinates":[null,7,43]}}]}
            """)
        #expect(found.areas.map { $0.name } == ["Quay"])
        #expect(
            found.leftOut == [
                "An area is left out: it has no name.", "An area is left out: it has no name.",
                "“True” is left out: its radius is not 1 m to 500 km.",
                "“Half” is left out: its place is not on the Earth.",
            ])
    }

    @Test func `a number that cannot be read moves no other into its place`() throws {
        let point = "<Placemark><name>Dot</name><Point><coordinates>7.4,43.7</coordinates></Point></Placemark>"
        for odd in ["x,7.4,43.7", ",7.4,43.7", "7.4", "7.4,x,43.7"] {
            let mark = "<Placemark><name>Odd</name><Point><coordinates>\(odd)</coordinates></Point></Placemark>"
            let found = try read("<kml><Document>\(mark)\(point)</Document></kml>")
            #expect(found.areas.map { $0.name } == ["Dot"] && found.leftOut.count == 1, "\(odd)")
        }
    }

    @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
    func `property lists of both formats are read`(format: PropertyListSerialization.PropertyListFormat) throws {
        let zones: [[String: Any]] = [
            ["identifier": "a", "name": "Port – Hercule", "latitude": 43.7342, "longitude": 7.4212, "radius": 120],
            ["identifier": "b", "name": "Ääkköset", "latitude": -33.5, "longitude": -70.25, "radius": 78.5],
        ]
        let many = (0..<40).map {
            ["name": "Zone \($0)", "latitude": 43.0, "longitude": 7.0, "radius": 10 + $0] as [String: Any]
        }
        let list: [String: Any] = ["version": 1, "created": Date(timeIntervalSince1970: 0), "Zones": zones + many]
        let found = try ZoneFile.read(
            PropertyListSerialization.data(fromPropertyList: list, format: format, options: 0))
        #expect(found.areas.prefix(2).map { $0.name } == ["Port – Hercule", "Ääkköset"])
        #expect(found.areas.count == 42 && found.leftOut.isEmpty)
        #expect(try #require(circle(found.areas[1])) == (-33.5, -70.25, 78.5))
        // The list alone, without anything around it.
        let bare = try ZoneFile.read(
            PropertyListSerialization.data(fromPropertyList: zones, format: format, options: 0))
        #expect(bare.areas == Array(found.areas.prefix(2)))
    }

    @Test func `a binary list that is damaged anywhere is refused or read, and ends`() throws {
        let zones = (0..<5).map { ["name": "Zone \($0)", "latitude": 43.0, "longitude": 7.0] as [String: Any] }
        let good = [UInt8](try PropertyListSerialization.data(fromPropertyList: zones, format: .binary, options: 0))
        for place in good.indices {
            for value: UInt8 in [0, 1, 0x0F, 0x5F, 0xA1, 0xAF, 0xDF, 0xFF] {
                var bytes = good
                bytes[place] = value
                _ = try? ZoneFile.read(Data(bytes))
            }
            _ = try? ZoneFile.read(Data(good.prefix(place)))
        }
    }

    @Test func `files that lie or want more than they may are refused`() {
        let bad = [
            "", "{}", "[]", "hello", "<a/>", "<gpx>", "{\"type\":\"Point\"}", "{\"features\":",
            "<!DOCTYPE gpx [<!ENTITY a \"b\">]><gpx><wpt lat=\"1\" lon=\"1\"><name>&a;</name></wpt></gpx>",
            String(repeating: "<a>", count: 100_000), String(repeating: "{\"a\":", count: 100_000),
            "<plist><array>" + String(repeating: "<array>", count: 10_000) + "</array></plist>",
            "{\"type\":\"Feature\",\"properties\":{\"name\":\"x\",\"radius\":true},\"geometry\":{\"type\":\"Point\",\"coordinates\":[1e999,0]}}",
        ]
        let ring = "[[0,0],[1,0],[1,1],[0,0]]"
        let many =
            "{\"type\":\"Feature\",\"properties\":{\"name\":\"x\"},\"geometry\":{\"type\":\"Polygon\",\"coordinates\":["
            + Array(repeating: ring, count: 101).joined(separator: ",") + "]}}"
        #expect(throws: ZoneFileProblem.self) { try read(many) }
        for text in bad { #expect(throws: ZoneFileProblem.self, "\(text.prefix(60))") { try read(text) } }
        #expect(throws: ZoneFileProblem.self) { try ZoneFile.read(Data(count: ZoneFile.largest + 1)) }
        #expect(throws: ZoneFileProblem.self) {
            try ZoneFile.read(Data("<gpx/>".utf16.flatMap { [UInt8($0 & 255), 0] }))
        }
        #expect(throws: ZoneFileProblem.self) { try GeoJSON.polygon("{\"type\":\"Point\",\"coordinates\":[1,2]}") }
    }

    /// A binary list of one text, named again and again.
    @Test func `a text that a binary list names again and again is not read without end`() throws {
        func list(_ count: UInt32, _ length: UInt32) -> Data {
            func big(_ number: UInt32) -> [UInt8] {
                (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
            }
            let array = [0xAF, 0x12] + big(count) + [UInt8](repeating: 1, count: Int(count))
            let text = [0x5F, 0x12] + big(length) + [UInt8](repeating: 0x61, count: Int(length))
            let offsets = big(8) + big(8 + UInt32(array.count))
            let table = [UInt8](repeating: 0, count: 4) + big(8 + UInt32(array.count + text.count))
            // Sizes of an offset and of a reference, two objects, the first of them at the top.
            let sizes: [UInt8] = [0, 0, 0, 0, 0, 0, 4, 1, 0, 0, 0, 0, 0, 0, 0, 2]
            let trailer = sizes + [UInt8](repeating: 0, count: 8) + table
            return Data(Array("bplist00".utf8) + array + text + offsets + trailer)
        }
        guard case .array(let few) = try BinaryPropertyList.read(list(10, 1_000)) else {
            Issue.record("no array")
            return
        }
        #expect(few.count == 10 && few.allSatisfy { $0.text?.count == 1_000 })
        #expect(throws: ZoneFileProblem.self) { try BinaryPropertyList.read(list(100_000, 1_000_000)) }
    }

    @Test func `a file cannot name an encoding that hides its entities, nor have a tag without end`() throws {
        let point = "<wpt lat=\"1\" lon=\"1\"><name>a</name></wpt>"
        let hidden =
            "<!DOCTYPE gpx [<!ENTITY a \"b\">]><gpx><wpt lat=\"1\" lon=\"1\"><name>&a;</name></wpt></gpx>"
            .replacing("<", with: "+ADw-").replacing("&", with: "+ACY-")
        #expect(throws: ZoneFileProblem.self) { try read("<?xml version=\"1.0\" encoding=\"UTF-7\"?>" + hidden) }
        #expect(try read("<?xml version=\"1.0\" encoding=\"UTF-8\"?><gpx>\(point)</gpx>").areas.count == 1)
        let attributes = (0..<5_000).map { " a\($0)=\">\"" }.joined()
        #expect(throws: ZoneFileProblem.self) { try read("<gpx><a\(attributes)/>\(point)</gpx>") }
        // An instruction without data ended the process.
        for instruction in ["<?a?>", "<?xml-stylesheet href=\"a>b\"?>", "<??>"] {
            #expect(try read("\(instruction)<gpx>\(instruction)\(point)</gpx>\(instruction)").areas.count == 1)
        }
        #expect(throws: ZoneFileProblem.self) { try read("<!DOCTYPE gpx [<?a?>]><gpx>\(point)</gpx>") }
        let long = String(repeating: "<b> \" ' ", count: 5_000)
        #expect(try read("<gpx><!--\(long)--><c><![CDATA[\(long)]]></c>\(point)</gpx>").areas.count == 1)
    }

    @Test(.needsSharedData) func `the same areas come from both real files, and hostile ones are refused`() throws {
        let folder = URL(filePath: SharedData.path("tracks/zones"))
        let list = try ZoneFile.read(Data(contentsOf: folder.appending(path: "Zones.plist")))
        let json = try ZoneFile.read(Data(contentsOf: folder.appending(path: "zones_monaco.geojson")))
        #expect(list.areas.count == 49 && json.areas.count == 49)
        #expect(list.areas.map { $0.name } == json.areas.map { $0.name })
        let edges = try ZoneFile.read(Data(contentsOf: folder.appending(path: "zones_edge_cases.geojson")))
        #expect(edges.leftOut == ["“20,000 km” is left out: its radius is not 1 m to 500 km."])
        let hostile = URL(filePath: SharedData.path("hostile/made/import"))
        for name in try FileManager.default.contentsOfDirectory(atPath: hostile.path) {
            let data = try Data(contentsOf: hostile.appending(path: name))
            do {
                let found = try ZoneFile.read(data)
                #expect(name.hasSuffix("gpx") || name.hasPrefix("geojson"), "\(name): \(found.areas.count)")
            } catch {}
            _ = try? PlaylistFile.names(data)
        }
    }
}
