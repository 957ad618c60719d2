import Proximity
import TestTools
import Testing

@testable import Atlas

/// Open Location Codes, by the test vectors of their specification (github.com/google/open-location-code, test_data).
struct PlusCodeTests {
    private func place(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
        try #require(Coordinate(latitude: latitude, longitude: longitude))
    }

    @Test(arguments: [
        ("8FWC2345+G6", true), ("8FWC2345+G6G", true), ("8fwc2345+", true), ("8FWCX400+", true), ("84000000+", true),
        ("849VGJQF+VX7QR3J", true), ("849VGJQF+VX7QR3JW", true), ("WC2345+G6g", false), ("2345+G6", false),
        ("45+G6", false), ("+G6", false),
    ])
    func `valid codes, whole and short`(text: String, isWhole: Bool) throws {
        #expect(try #require(PlusCode(text)).isWhole == isWhole)
    }

    @Test(arguments: ["８ＦＷＣ２３４５＋Ｇ６", "\u{200E}8FWC2345+\u{2060}G6\u{A0}"])
    func `a pasted code is the same`(text: String) {
        #expect(PlaceText(text) == PlaceText("8FWC2345+G6"))
    }

    @Test(arguments: [
        "G+", "+", "8FWC2345+G", "8FWC2_45+G6", "8FWC2η45+G6", "8FWC2345+G6+", "8FWC2345G6+", "8FWC2300+G6",
        "WC2300+G6g", "WC2345+G", "WC2300+", "849VGJQF+VX7QR3U", "849VGJQF+VX7QR3JU", "", "84900000+", "8FWC2345",
        "00000000+",
        "F2000000+", "2W000000+", "8FWC0000+G6", "8F0C2345+",
    ])
    func `anything else is no code`(text: String) { #expect(PlusCode(text) == nil) }

    @Test(arguments: [
        ("7FG49Q00+", 20.35, 2.75, 20.4, 2.8), ("7FG49QCJ+2V", 20.37, 2.782125, 20.370125, 2.78225),
        ("7FG49QCJ+2VX", 20.3701, 2.78221875, 20.370125, 2.78225),
        ("7FG49QCJ+2VXGJ", 20.370113, 2.782234375, 20.370114, 2.78223632813),
        ("8FVC2222+22", 47, 8, 47.000125, 8.000125),
        ("4VCPPQGP+Q9", -41.273125, 174.785875, -41.273, 174.786), ("62G20000+", 0, -180, 1, -179),
        ("22220000+", -90, -180, -89, -179), ("7FG40000+", 20, 2, 21, 3),
        ("22222222+22", -90, -180, -89.999875, -179.999875), ("6VGX0000+", 0, 179, 1, 180),
        ("6FH32222+222", 1, 1, 1.000025, 1.00003125), ("CFX3X2X2+X2", 89.999875, 1, 90, 1.000125),
    ])
    func `codes are areas`(text: String, south: Double, west: Double, north: Double, east: Double) throws {
        let area = try #require(PlusCode(text)?.area)
        for (found, wanted) in [(area.south, south), (area.west, west), (area.north, north), (area.east, east)] {
            #expect(abs(found - wanted) < 1e-9, "\(area)")
        }
    }

    @Test(arguments: [
        (20.3700625, 2.7821875, "7FG49QCJ+2V"), (47.0000625, 8.0000625, "8FVC2222+22"),
        (-41.2730625, 174.7859375, "4VCPPQGP+Q9"), (-89.9999375, -179.9999375, "22222222+22"),
        (90, 1, "CFX3X2X2+X2"), (1, 1, "6FH32222+22"), (60.17, 24.94, "9GG65WCR+22"),
    ])
    func `places have codes`(latitude: Double, longitude: Double, text: String) throws {
        #expect(PlusCode(try place(latitude, longitude)).text == text)
    }

    @Test(arguments: [
        ("9C3W9QCJ+2VX", 51.3701125, -1.217765625, "+2VX"), ("9C3W9QCJ+2VX", 51.3708675, -1.217765625, "CJ+2VX"),
        ("9C3W9QCJ+2VX", 51.3693575, -1.217765625, "CJ+2VX"), ("9C3W9QCJ+2VX", 51.3701125, -1.218520625, "CJ+2VX"),
        ("9C3W9QCJ+2VX", 51.3852125, -1.217765625, "9QCJ+2VX"), ("9C3W9QCJ+2VX", 51.3550125, -1.217765625, "9QCJ+2VX"),
        ("9C3W9QCJ+2VX", 51.3701125, -1.232865625, "9QCJ+2VX"), ("8FJFW222+", 42.899, 9.012, "22+"),
        ("796RXG22+", 14.95125, -23.5001, "22+"), ("8FVC2GGG+GG", 46.976, 8.526, "2GGG+GG"),
        ("8FRCXGGG+GG", 46.976, 8.526, "XGGG+GG"), ("8FRCXGGG+GG", 47.026, 8.526, "XGGG+GG"),
        ("8FR9GXGG+GG", 46.526, 8.024, "GXGG+GG"), ("8FR9GXGG+GG", 46.526, 7.976, "GXGG+GG"),
        ("8FRCG2GG+GG", 46.526, 8.024, "G2GG+GG"), ("8FRCG2GG+GG", 46.526, 7.976, "G2GG+GG"),
        ("CFX22222+22", 89.6, 0, "2222+22"), ("2CXXXXXX+XX", -81, 0, "XXXXXX+XX"),
    ])
    func `a short code is the nearest with its digits`(
        whole: String, latitude: Double, longitude: Double, short: String
    ) throws {
        let code = try #require(PlusCode(short))
        #expect(code.nearest(to: try place(latitude, longitude)).text == whole)
    }

    @Test func `the code of a place holds it, and its short forms lead back`() throws {
        var random = SeededGenerator()
        for _ in 0..<2_000 {
            let spot = try place(.random(in: -89.9...89.9, using: &random), .random(in: -180..<180, using: &random))
            let code = PlusCode(spot)
            let area = try #require(code.area)
            #expect(area.south <= spot.latitude + 1e-9 && spot.latitude <= area.north + 1e-9)
            #expect(area.west <= spot.longitude + 1e-9 && spot.longitude <= area.east + 1e-9)
            #expect(PlusCode(code.text.lowercased()) == code)
            let short = try #require(PlusCode(String(code.text.dropFirst(4))))
            #expect(short.nearest(to: spot) == code, "\(code.text)")
        }
    }

    @Test func `codes in texts`() throws {
        let helsinki = try place(60.17, 24.94)
        guard case .spot(let spot, let zoom, let name) = PlaceText("9gg65wcr+22") else {
            Issue.record("no place")
            return
        }
        #expect(abs(spot.latitude - 60.1700625) < 1e-9 && zoom == 17 && name == "9GG65WCR+22")
        for (text, near) in [
            ("5WCR+22 Helsinki", "Helsinki"), ("5wcr+22, Helsinki, Finland", "Helsinki, Finland"), ("5WCR+22", ""),
            ("Helsinki 5WCR+22", "Helsinki"), ("https://www.google.com/maps?q=5WCR%2B22+Helsinki", "Helsinki"),
        ] {
            guard case .code(let code, near) = PlaceText(text) else {
                Issue.record("“\(text)” is \(PlaceText(text))")
                continue
            }
            #expect(code.place(near: helsinki)?.name == "9GG65WCR+22")
        }
        #expect(PlaceText("https://plus.codes/9GG65WCR+22") == PlaceText("9GG65WCR+22"))
    }
}
