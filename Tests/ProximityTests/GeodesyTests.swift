import Foundation
import Testing

@testable import Proximity

@Suite struct GeodesyTests {
    @Test func `coordinates out of range cannot be made`() {
        for (latitude, longitude) in [
            (90.000001, 0), (-91, 0), (0, 180.1), (0, -180.0001), (.nan, 0), (0, .nan), (.infinity, 0), (0, -.infinity),
        ] {
            #expect(Coordinate(latitude: latitude, longitude: longitude) == nil)
        }
        #expect(at(0, 180) == at(0, -180))
        #expect(at(0, 180).longitude == -180)
        #expect(at(90, -180).latitude == 90)
        #expect(at(0, 0).isNullIsland)
    }

    @Test func `a coordinate is encoded and decoded, an invalid one is refused`() throws {
        let place = at(60.1699, 24.9384)
        let data = try JSONEncoder().encode(place)
        #expect(try JSONDecoder().decode(Coordinate.self, from: data) == place)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Coordinate.self, from: Data("[91,0]".utf8)) }
    }

    @Test func `distances agree with GeographicLib`() throws {
        let rows = try Fixtures.rows("geodesics.csv")
        #expect(rows.count >= 10_000)
        var worstNear = 0.0
        var worstFar = 0.0
        for row in rows {
            let (from, to) = (try Fixtures.place(row, 0), try Fixtures.place(row, 2))
            let truth = try Fixtures.number(row[4])
            let ours = from.distance(to: to).value
            #expect(ours == to.distance(to: from).value)
            let error = abs(ours - truth)
            if truth <= 10_000_000 {
                #expect(error <= max(0.001, truth * 1e-4), "\(row)")
                if truth > 100 { worstNear = max(worstNear, error / truth) }
            } else {
                #expect(error <= truth * 0.006, "\(row)")
                worstFar = max(worstFar, error / truth)
            }
            #expect(ours <= WGS84.maxDistance.value)
        }
        print("distance: worst relative error \(worstNear) to 10,000 km, \(worstFar) beyond")
    }

    @Test func `equal places are at distance zero, and so are all longitudes of a pole`() {
        var dice = Dice(1)
        for _ in 0..<1000 {
            let place = dice.place()
            #expect(place.distance(to: place) == 0)
        }
        #expect(at(90, 10).distance(to: at(90, -100)) == 0)
        #expect(at(-90, 10).distance(to: at(-90, 170)) == 0)
        #expect(at(10, 180).distance(to: at(10, -180)) == 0)
        #expect(abs(at(0, 179.999).distance(to: at(0, -179.999)).value - 222.638982) < 0.001)
    }

    @Test func `distance is continuous, even at the antipode`() {
        // Neighbours 10 m apart differ by at most 10 m, up to the formula's own relative error: triangle inequality.
        var dice = Dice(2)
        for round in 0..<4000 {
            let from = round % 4 == 0 ? at(0, dice.number(-180...179)) : dice.place()
            let antipode = at(-from.latitude, from.longitude > 0 ? from.longitude - 180 : from.longitude + 180)
            let place =
                round % 2 == 0
                ? dice.place()
                : antipode.destination(
                    bearing: Degrees(dice.number(0...360)), distance: Metres(pow(10, dice.number(0...5))))
            let next = place.destination(bearing: Degrees(dice.number(0...360)), distance: 10)
            let step = abs((from.distance(to: place) - from.distance(to: next)).value)
            #expect(step <= 30, "\(from) \(place)")
        }
    }

    @Test func `bearings agree with GeographicLib`() throws {
        var worst = 0.0
        for row in try Fixtures.rows("geodesics.csv") {
            let (from, to) = (try Fixtures.place(row, 0), try Fixtures.place(row, 2))
            let (truth, azimuth) = (try Fixtures.number(row[4]), try Fixtures.number(row[5]))
            guard truth >= 100, truth <= 10_000_000, abs(from.latitude) < 90 else { continue }
            let error = abs((from.initialBearing(to: to).value - azimuth).remainder(dividingBy: 360))
            worst = max(worst, error)
            #expect(error < 0.001, "\(row)")
        }
        print("bearing: worst error \(worst)°")
    }

    @Test func `bearings at the edges`() {
        #expect(at(0, 0).initialBearing(to: at(0, 0)) == 0)
        #expect(at(0, 0).initialBearing(to: at(1, 0)) == 0)
        #expect(at(0, 0).initialBearing(to: at(-1, 0)) == 180)
        #expect(at(0, 179.9).initialBearing(to: at(0, -179.9)) == 90)
        #expect(at(0, -179.9).initialBearing(to: at(0, 179.9)) == 270)
        #expect(abs(at(-90, 0).initialBearing(to: at(0, 30)).value - 30) < 1e-9)
        #expect(abs(at(90, 0).initialBearing(to: at(0, 30)).value - 150) < 1e-9)
        #expect(at(0, 0).initialBearing(to: at(0, -180)).value.isFinite)
    }

    @Test func `destinations agree with GeographicLib`() throws {
        for row in try Fixtures.rows("destinations.csv") {
            let from = try Fixtures.place(row, 0)
            let reached = from.destination(
                bearing: Degrees(try Fixtures.number(row[2])), distance: Metres(try Fixtures.number(row[3])))
            #expect(reached.distance(to: try Fixtures.place(row, 4)) < 0.0005, "\(row)")
        }
    }

    @Test func `a destination is at the requested distance`() {
        var dice = Dice(3)
        for _ in 0..<2000 {
            let from = dice.place()
            let length = Metres(pow(10, dice.number(-1...6.9)))
            let bearing = Degrees(dice.number(0...360))
            let to = from.destination(bearing: bearing, distance: length)
            #expect(abs((from.distance(to: to) - length).value) <= Swift.max(0.001, length.value * 1e-4))
            let back = from.destination(bearing: bearing + 180, distance: -1 * length)
            #expect(back.distance(to: to) < 0.001)
        }
        let here = at(10, 20)
        #expect(here.destination(bearing: .init(.nan), distance: 5) == here)
        #expect(here.destination(bearing: 5, distance: .init(.infinity)) == here)
        #expect(abs(here.destination(bearing: 0, distance: 0).latitude - 10) < 1e-12)
    }

    @Test func `times add and subtract without trapping`() {
        let noon = Timestamp(milliseconds: 1_000_000)
        #expect(noon.adding(seconds: 1.5).milliseconds == 1_001_500)
        #expect((noon + 2) - noon == 2)
        #expect((noon - 2).seconds(since: noon) == -2)
        #expect(noon.adding(seconds: .infinity).milliseconds == .max)
        #expect(noon.adding(seconds: -.infinity).milliseconds == .min)
        #expect(noon.adding(seconds: .nan) == noon)
        #expect(Timestamp(milliseconds: .min).adding(seconds: -1).milliseconds == .min)
        #expect(Timestamp(seconds: 1_795_262_400).milliseconds == 1_795_262_400_000)
        #expect(Timestamp(seconds: .max).milliseconds == .max && Timestamp(seconds: .min).milliseconds == .min)
        #expect(Timestamp(milliseconds: .max).seconds(since: Timestamp(milliseconds: .min)) > 1e16)
    }

    @Test func `arithmetic of units`() throws {
        let length: Metres = 2.5
        #expect(length + 1 - 0.5 == 3)
        #expect(2 * length == 5 && length / 2 == 1.25 && length / 0.5 == 5.0)
        #expect(Metres.min(1, 2) == 1 && Metres.max(1, 2) == 2)
        #expect(Metres.max(.init(.nan), 2).value.isNaN && Metres.min(2, .init(.nan)).value.isNaN)
        #expect(Degrees(-30).normalized == 330 && Degrees(720).normalized == 0 && Degrees(-1e-20).normalized == 0)
        #expect(!(length <= Metres(.nan)) && !(length >= Metres(.nan)) && !(Degrees(1) <= Degrees(.nan)))
        #expect(String(decoding: try JSONEncoder().encode([length]), as: UTF8.self) == "[2.5]")
    }
}
