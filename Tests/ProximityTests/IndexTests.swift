import Foundation
import Testing

@testable import Proximity

/// The reference for NearbyIndex: a list, searched in full.
private struct BruteForce {
    var points: [Int64: Coordinate] = [:]

    private func sorted(to centre: Coordinate) -> [Neighbour] {
        points.map { Neighbour(id: $0.key, distance: centre.distance(to: $0.value)) }.sorted()
    }

    func within(_ radius: Metres, of centre: Coordinate) -> [Neighbour] {
        sorted(to: centre).filter { $0.distance <= radius }
    }

    func nearest(_ count: Int, to centre: Coordinate) -> [Neighbour] { Array(sorted(to: centre).prefix(count)) }

    func within(_ bounds: Bounds) -> [Int64] { points.filter { bounds.contains($0.value) }.map(\.key).sorted() }
}

/// Points in clusters, on one spot, at the poles and on the antimeridian.
private func crowd(_ count: Int, _ dice: inout Dice) -> [Coordinate] {
    let towns = (0..<5).map { _ in dice.place() } + [at(90, 0), at(-90, 0), at(0, -180), at(60, 179.9999), at(0, 0)]
    return (0..<count).map { k in
        let town = towns[dice.whole(0..<towns.count)]
        switch k % 10 {
        case 0: return town
        case 1: return dice.place()
        case 2: return at(Double(dice.whole(-9..<10)) * 10, Double(dice.whole(-18..<18)) * 10)
        default:
            let away = Metres(pow(10, dice.number(-2...4)))
            return town.destination(bearing: Degrees(dice.number(0...360)), distance: away)
        }
    }
}

@Suite struct IndexTests {
    private func check(_ index: NearbyIndex, brute: BruteForce, using dice: inout Dice, queries: Int) {
        #expect(index.count == brute.points.count)
        let places = brute.points.keys.sorted().compactMap { brute.points[$0] }
        for _ in 0..<queries {
            var centre = dice.whole(0..<3) == 0 || places.isEmpty ? dice.place() : places[dice.whole(0..<places.count)]
            if dice.whole(0..<3) == 0 {
                centre = centre.destination(bearing: 77, distance: Metres(dice.number(0...3000)))
            }
            let radius = Metres(dice.whole(0..<8) == 0 ? 0 : pow(10, dice.number(-1...7.3)))
            #expect(index.within(radius, of: centre) == brute.within(radius, of: centre), "\(radius) of \(centre)")
            let count = [0, 1, 3, 10, 100, brute.points.count, .max][dice.whole(0..<7)]
            #expect(index.nearest(count, to: centre) == brute.nearest(count, to: centre), "\(count) of \(centre)")
            var bounds = Bounds(centre: centre, radius: radius)
            if dice.whole(0..<3) == 0 {
                // Edges exactly through points.
                let other = places.isEmpty ? centre : places[dice.whole(0..<places.count)]
                bounds =
                    Bounds(
                        south: min(centre.latitude, other.latitude), west: centre.longitude,
                        north: max(centre.latitude, other.latitude),
                        east: dice.whole(0..<4) == 0 ? 180 : other.longitude)
                    ?? bounds
            }
            #expect(index.within(bounds) == brute.within(bounds), "\(bounds)")
        }
    }

    @Test(arguments: [0, 1, 33, 700, 3000])
    func `equals brute force when built in bulk`(count: Int) {
        var dice = Dice(UInt64(count) + 21)
        var brute = BruteForce()
        let places = crowd(count, &dice)
        // Unsorted ids, some used twice: the last counts.
        let points = places.enumerated().map {
            (id: Int64(($0.offset * 7919) % max(1, count * 9 / 10)), coordinate: $0.element)
        }
        for point in points { brute.points[point.id] = point.coordinate }
        check(NearbyIndex(points), brute: brute, using: &dice, queries: 60)
    }

    @Test func `equals brute force while points are added, moved and removed`() {
        var dice = Dice(22)
        var brute = BruteForce()
        let index = NearbyIndex()
        for round in 0..<40 {
            // Phases of growth and of shrinking, so that leaves divide and merge.
            let grows = (round / 5) % 2 == 0
            for place in crowd(150, &dice) {
                let id = Int64(dice.whole(0..<2500)) - 1000
                switch dice.whole(0..<10) {
                case 0..<(grows ? 7 : 2):
                    index.insert(id, at: place)
                    brute.points[id] = place
                case 7:
                    #expect(index.move(id, to: place) == (brute.points[id] != nil))
                    if brute.points[id] != nil { brute.points[id] = place }
                case 8:
                    // A step of a few metres.
                    guard let old = brute.points[id] else { continue }
                    let near = old.destination(
                        bearing: Degrees(dice.number(0...360)), distance: Metres(dice.number(0...5)))
                    index.insert(id, at: near)
                    brute.points[id] = near
                default:
                    #expect(index.remove(id) == (brute.points.removeValue(forKey: id) != nil))
                }
            }
            check(index, brute: brute, using: &dice, queries: 6)
            let id = Int64(dice.whole(0..<2500)) - 1000
            #expect(index.coordinate(of: id) == brute.points[id])
        }
        for id in brute.points.keys.sorted() { #expect(index.remove(id)) }
        #expect(index.count == 0 && index.within(.everywhere).isEmpty)
        #expect(!index.remove(5) && !index.move(5, to: at(0, 0)) && index.coordinate(of: 5) == nil)
    }

    @Test func `ten thousand points on one spot`() {
        let index = NearbyIndex()
        for id in 0..<10_000 { index.insert(Int64(id), at: station) }
        index.insert(-1, at: station.destination(bearing: 10, distance: 0.05))
        let all = index.within(0, of: station)
        #expect(all.map(\.id) == (0..<10_000).map { Int64($0) } && all.allSatisfy { $0.distance == 0 })
        #expect(index.within(1, of: station).count == 10_001)
        #expect(index.nearest(3, to: station).map(\.id) == [0, 1, 2])
        #expect(index.within(5, of: station, limit: 7).map(\.id) == [0, 1, 2, 3, 4, 5, 6])
        for id in stride(from: 0, to: 10_000, by: 2) { #expect(index.remove(Int64(id))) }
        for id in stride(from: 1, to: 10_000, by: 4) { #expect(index.move(Int64(id), to: at(1, 1))) }
        #expect(index.within(0, of: station).map(\.id) == stride(from: 3, to: 10_000, by: 4).map { Int64($0) })
        #expect(index.within(1, of: at(1, 1)).count == 2500)
        let built = NearbyIndex((0..<10_000).map { (id: Int64($0), coordinate: station) })
        #expect(built.within(10, of: station).count == 10_000)
    }

    @Test func `many results are sorted`() {
        var dice = Dice(23)
        // A crowd within a crowd: most within a metre, at a distance from the centre.
        let venue = station.destination(bearing: 30, distance: 500)
        let points = (0..<20_000).map { k in
            (
                id: Int64(k),
                coordinate: venue.destination(
                    bearing: Degrees(dice.number(0...360)), distance: Metres(pow(10, dice.number(-6...3))))
            )
        }
        let found = NearbyIndex(points).within(2000, of: station)
        #expect(found.count == 20_000)
        #expect(zip(found, found.dropFirst()).allSatisfy { $0 < $1 })
        #expect(
            NearbyIndex(points).nearest(50, to: venue) == Array(NearbyIndex(points).within(5000, of: venue).prefix(50)))
    }

    @Test func `unusual radii find the right points`() {
        let index = NearbyIndex([(id: 1, coordinate: station), (id: 2, coordinate: at(-60, -155))])
        #expect(index.within(Metres(.nan), of: station).isEmpty)
        #expect(index.within(-1, of: station).isEmpty)
        #expect(index.within(Metres(.infinity), of: station).map(\.id) == [1, 2])
        #expect(index.nearest(-3, to: station).isEmpty)
        #expect(index.within(10, of: station, limit: -3).isEmpty)
        // −0 and 0 are the same place.
        let zero = NearbyIndex([(id: 1, coordinate: at(-0.0, -0.0)), (id: 2, coordinate: at(0, 0))])
        for bounds in [
            Bounds(south: 0, west: 0, north: -0.0, east: -0.0), Bounds(south: -0.0, west: -0.0, north: 0, east: 0),
        ] {
            #expect(bounds.map { zero.within($0) } == [1, 2])
        }
        #expect(at(-0.0, -0.0).latitude.sign == .plus)
    }

    @Test func `readers and a writer at once`() async {
        let index = NearbyIndex((0..<2000).map { (id: Int64($0), coordinate: station) })
        await withTaskGroup(of: Int.self) { group in
            for reader in 0..<3 {
                group.addTask {
                    var dice = Dice(UInt64(reader))
                    var worst = 0
                    for _ in 0..<300 {
                        let found = index.within(Metres(dice.number(0...3000)), of: station)
                        let isSorted = zip(found, found.dropFirst()).allSatisfy { $0 < $1 }
                        worst = max(worst, isSorted && Set(found.map(\.id)).count == found.count ? 0 : 1)
                    }
                    return worst
                }
            }
            group.addTask {
                var dice = Dice(99)
                for _ in 0..<20_000 {
                    let id = Int64(dice.whole(0..<2000))
                    index.insert(
                        id,
                        at: station.destination(
                            bearing: Degrees(dice.number(0...360)), distance: Metres(dice.number(0...3000))))
                }
                return 0
            }
            for await wrong in group { #expect(wrong == 0) }
        }
        #expect(index.count == 2000)
    }
}
