import Foundation
import Testing

@testable import Proximity

@Suite struct DisplayTests {
    @Test(arguments: [
        (0.0, "0 m", "0 ft"), (0.4, "0 m", "0 ft"), (6.096, "6 m", "20 ft"), (25, "25 m", "80 ft"),
        (50, "50 m", "150 ft"), (99.4, "99 m", "300 ft"), (99.6, "100 m", "300 ft"), (250, "250 m", "800 ft"),
        (280, "280 m", "900 ft"), (301.7, "300 m", "0.2 mi"), (350, "350 m", "0.2 mi"), (994, "990 m", "0.6 mi"),
        (996, "1.0 km", "0.6 mi"), (1931.2, "1.9 km", "1.2 mi"), (9949, "9.9 km", "6.2 mi"), (9951, "10 km", "6.2 mi"),
        (20_003_931, "20004 km", "12430 mi"), (-5, "0 m", "0 ft"), (.infinity, "–", "–"), (.nan, "–", "–"),
        (1e300, "1000000000000000 km", "1000000000000000 mi"),
    ])
    func `lengths as text`(metres: Double, metric: String, imperial: String) {
        #expect(DistanceFormat.metric.string(for: Metres(metres)) == metric)
        #expect(DistanceFormat.imperial.string(for: Metres(metres)) == imperial)
    }

    @Test(arguments: [
        (6.0, "20 ft"), (3, "10 ft"), (1, "5 ft"), (8, "25 ft"), (12, "40 ft"), (16, "50 ft"), (20, "70 ft"),
        (30, "100 ft"), (40, "150 ft"), (60, "200 ft"), (76.2, "250 ft"), (90, "300 ft"), (100, "300 ft"),
        (152.4, "500 ft"), (289, "900 ft"), (290, "0.2 mi"),
    ])
    func `feet are round, as people say them`(metres: Double, feet: String) {
        #expect(DistanceFormat.imperial.string(for: Metres(metres)) == feet)
    }

    /// The length that a text says, in metres.
    private func length(_ text: String) throws -> Double {
        let words = text.split(separator: " ").map { String($0) }
        let unit = try #require(["m": 1, "km": 1000, "ft": Metres.foot.value, "mi": Metres.mile.value][words[1]])
        return try #require(Double(words[0])) * unit
    }

    @Test func `a longer way is never said to be shorter, and feet are no finer than metres`() throws {
        for format in DistanceFormat.allCases {
            var (last, text, steps) = (0.0, "", [String]())
            for centimetres in stride(from: 0.0, to: 200_000, by: 10) {
                let next = format.string(for: Metres(centimetres / 100))
                guard next != text else { continue }
                steps.append(next)
                text = next
                let said = try length(text)
                #expect(said >= last - 0.01, "\(centimetres) cm is “\(text)”")
                if centimetres > 500 { #expect(abs(said - centimetres / 100) < 0.26 * centimetres / 100, "\(text)") }
                last = said
            }
            #expect(Set(steps).count == steps.count)
            if format == .imperial { #expect(steps.filter { $0.hasSuffix("ft") }.count < 30) }
        }
    }

    @Test func `compass points`() {
        for (bearing, point) in [
            (0.0, CompassPoint.north), (22.4, .north), (22.5, .northEast), (45, .northEast), (90, .east), (180, .south),
            (225, .southWest), (270, .west), (337.4, .northWest), (337.5, .north), (359.9, .north), (-45, .northWest),
            (.nan, .north),
        ] {
            #expect(CompassPoint(Degrees(bearing)) == point)
        }
        for point in CompassPoint.allCases { #expect(CompassPoint(point.bearing) == point) }
        #expect(CompassPoint.southWest.rawValue == "SW")
    }
}
