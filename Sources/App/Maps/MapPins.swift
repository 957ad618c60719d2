import Atlas
import Database
import Proximity

/// Things of one layer that are drawn one by one, in their order.
enum MapPins: Sendable {
    /// Few: read with all that their pins say.
    case whole([Pin])
    /// Many, most of which become numbers: where they are, and how the pins of those are read that are drawn.
    case places([PinPlace], named: PinSource.Named)

    /// Where the things are.
    var places: [PinPlace] {
        switch self {
        case .whole(let pins): pins.map { PinPlace($0) }
        case .places(let places, _): places
        }
    }

    var count: Int {
        switch self {
        case .whole(let pins): pins.count
        case .places(let places, _): places.count
        }
    }

    /// The pins at some positions in the list, read by one statement at most.
    func pins(_ database: Reader, at positions: [Int]) throws -> [(position: Int, pin: Pin)] {
        switch self {
        case .whole(let pins): return positions.map { ($0, pins[$0]) }
        case .places(let places, let named):
            if positions.isEmpty { return [] }
            var pins: [Int64: Pin] = [:]
            for pin in try named(database, positions.compactMap { places[$0].id }) {
                if let id = pin.id { pins[id] = pin }
            }
            var found: [(position: Int, pin: Pin)] = []
            for position in positions {
                if let id = places[position].id, let pin = pins[id] { found.append((position, pin)) }
            }
            return found
        }
    }

    /// Of the things at each of some points the last one, by their ids.
    func last(at points: Set<GridPoint>) -> (pins: MapPins, points: Set<GridPoint>) {
        let all = self.places
        var last: [GridPoint: Int] = [:]
        for (position, place) in all.enumerated() {
            let point = GridPoint(place.coordinate)
            if points.contains(point) { last[point] = position }
        }
        let kept = last.values.sorted { (all[$0].id ?? 0) < (all[$1].id ?? 0) }
        return (at(kept), Set(last.keys))
    }

    private func at(_ positions: [Int]) -> MapPins {
        switch self {
        case .whole(let pins): .whole(positions.map { pins[$0] })
        case .places(let places, let named): .places(positions.map { places[$0] }, named: named)
        }
    }
}

/// How a layer reads the things that it draws one by one. Each of its statements asks what the viewer may see.
struct PinSource: Sendable {
    /// The pins of those among some things that the viewer may see, in any order.
    typealias Named = @Sendable (_ database: Reader, _ ids: [Int64]) throws -> [Pin]

    /// The pins of the things in an area, which may return others around it.
    let whole: @Sendable (_ database: Reader, _ area: Covering) throws -> [Pin]
    /// The places of the same things in the same order, without what pins say besides.
    let places: @Sendable (_ database: Reader, _ area: Covering) throws -> [PinPlace]
    let named: Named

    /// Of more things in a frame the places are read first. Of fewer most are drawn: of a hundred 42 % where they lie as in a
    /// town, 72 % spread evenly (simulated), of 250 only 22 and 46 %. To read a thing twice costs more than what it says.
    static let maxWhole = 100

    /// The things in an area.
    ///
    /// - Parameter most: how many there are at most, as far as it is known. It chooses the way, not the result.
    func read(_ database: Reader, in area: Covering, atMost most: Int) throws -> MapPins {
        most > PinSource.maxWhole
            ? .places(try places(database, area), named: named) : .whole(try whole(database, area))
    }
}
