import Foundation
import Testing

@testable import Proximity

@Suite struct DisplayTests {
    @Test(arguments: [
        (0.0, "0 m", "0 ft"), (0.4, "0 m", "1 ft"), (6.096, "6 m", "20 ft"), (99.4, "99 m", "330 ft"),
        (99.6, "100 m", "330 ft"), (350, "350 m", "0.2 mi"), (301.7, "300 m", "990 ft"), (994, "990 m", "0.6 mi"),
        (996, "1.0 km", "0.6 mi"), (1931.2, "1.9 km", "1.2 mi"), (9949, "9.9 km", "6.2 mi"), (9951, "10 km", "6.2 mi"),
        (20_003_931, "20004 km", "12430 mi"), (-5, "0 m", "0 ft"), (.infinity, "–", "–"), (.nan, "–", "–"),
        (1e300, "1000000000000000 km", "1000000000000000 mi"),
    ])
    func `lengths as text`(metres: Double, metric: String, imperial: String) {
        #expect(DistanceFormat.metric.string(for: Metres(metres)) == metric)
        #expect(DistanceFormat.imperial.string(for: Metres(metres)) == imperial)
    }

    @Test(arguments: [
        (0.0, 1000.0, 1609.344), (999, 1000, 1609.344), (1001, 2000, 1609.344), (4100, 5000, 8046.72),
        (30_000, 50_000, 32_186.88), (1e9, 20_000_000, 32_186_880), (.nan, 20_000_000, 32_186_880),
    ])
    func `steps of displayed distances`(metres: Double, metric: Double, imperial: Double) {
        #expect(DistanceFormat.metric.step(for: Metres(metres)).value == metric)
        #expect(abs(DistanceFormat.imperial.step(for: Metres(metres)).value - imperial) < 1e-6)
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
