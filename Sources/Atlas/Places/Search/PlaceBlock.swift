import Foundation
import Proximity

/// Places of one part of a map, ready to be compared with what people type.
public struct PlaceBlock: Sendable {
    public let places: [NamedPlace]
    /// The names of each place, the first one first.
    fileprivate let folded: [[FoldedName]]
    /// The numbers of the places with a name in which a word begins so: a search looks at a few hundred names of many
    /// thousand.
    private let starts: [WordStart: [Int32]]
    fileprivate let districts: [NamedPlace]

    public init(_ places: [NamedPlace]) {
        self.places = places
        let folded = places.map { place in ([place.name] + place.others).map { FoldedName($0) } }
        var starts: [WordStart: [Int32]] = [:]
        for (index, names) in folded.enumerated() {
            for word in names.lazy.flatMap({ $0.words }) {
                guard let start = WordStart(word), starts[start]?.last != Int32(index) else { continue }
                starts[start, default: []].append(Int32(index))
            }
        }
        self.folded = folded
        self.starts = starts
        districts = places.filter { $0.sort == .district }
    }

    /// The numbers of the places among which are all that fit without typing mistakes.
    fileprivate func mayFit(_ query: NameQuery) -> [Int] {
        guard let start = query.start else { return Array(places.indices) }
        return (starts[start] ?? []).map { Int($0) }
    }

    /// How many names it keeps: the cost in a cache.
    public var nameCount: Int { folded.reduce(0) { $0 + $1.count } }
}

/// Finds names in blocks.
public struct PlaceSearching: Sendable {
    private let blocks: [PlaceBlock]
    private let near: Coordinate

    /// Parts of one street beyond these are not joined: a bound for a hostile map.
    private static let mostParts = 300
    /// A district names what is so near to its middle.
    private static let districtReach: Metres = 2_500

    /// Finds names in some blocks, those near a place first.
    public init(_ blocks: [PlaceBlock], near: Coordinate) {
        self.blocks = blocks
        self.near = near
    }

    private struct Candidate {
        let rank: PlaceRank
        let block: Int
        let index: Int
    }

    /// The places with a name, in the order of ``PlaceRank``. A settlement of exactly this name is among them, the last
    /// where others come before it.
    ///
    /// - Parameter hasTypos: also names with a typing mistake or two; to be asked for when nothing else is found.
    public func places(_ name: String, limit: Int, hasTypos: Bool = false) -> [NamedPlace] {
        let query = NameQuery(FoldedName(name))
        guard !query.isEmpty, limit > 0 else { return [] }
        let found = candidates(query, hasTypos).sorted { $0.rank < $1.rank }
        var (places, parts) = ([NamedPlace](), [FoldedName: [NamedPlace]]())
        for candidate in found {
            let place = blocks[candidate.block].places[candidate.index]
            let name = blocks[candidate.block].folded[candidate.index][0]
            let known = parts[name] ?? []
            guard known.count < PlaceSearching.mostParts else { continue }
            parts[name, default: []].append(place)
            if !known.contains(where: { isSame($0, place) }) { places.append(place) }
            if places.count >= limit { break }
        }
        let named = found.first { $0.rank.isNamedSettlement }.map { blocks[$0.block].places[$0.index] }
        if let named, limit > 1, places.count == limit, !places.contains(named) { places[limit - 1] = named }
        return places
    }

    /// The part of a town that a place is in; "" where none is known.
    public func district(of place: Coordinate) -> String {
        let box = Bounds(centre: place, radius: PlaceSearching.districtReach)
        var best: (distance: Metres, name: String)?
        for candidate in blocks.lazy.flatMap({ $0.districts }) {
            guard box.contains(candidate.coordinate) else { continue }
            let distance = place.distance(to: candidate.coordinate)
            guard distance <= PlaceSearching.districtReach else { continue }
            if best.map({ (distance.value, candidate.name) < ($0.distance.value, $0.name) }) ?? true {
                best = (distance, candidate.name)
            }
        }
        return best?.name ?? ""
    }

    private func candidates(_ query: NameQuery, _ hasTypos: Bool) -> [Candidate] {
        let scale = Scale(near)
        var candidates: [Candidate] = []
        for (number, block) in blocks.enumerated() {
            for index in hasTypos ? Array(block.places.indices) : block.mayFit(query) {
                var best: NameQuery.Fit?
                for name in block.folded[index] {
                    guard let fit = hasTypos ? query.fitWithTypos(name) : query.fit(name) else { continue }
                    best = min(best ?? fit, fit)
                }
                guard let best else { continue }
                let place = block.places[index]
                let rank = PlaceRank(place, fit: best, kilometres: scale.kilometres(to: place.coordinate))
                candidates.append(Candidate(rank: rank, block: number, index: index))
            }
        }
        return candidates
    }

    /// Whether two places of one name are one.
    private func isSame(_ one: NamedPlace, _ other: NamedPlace) -> Bool {
        guard one.sort == other.sort || one.sort.isSettlement && other.sort.isSettlement else { return false }
        let reach = Metres.max(one.sort.reach, other.sort.reach)
        return one.coordinate.distance(to: other.coordinate) <= reach
    }
}

/// Distances good enough to sort by.
private struct Scale {
    let place: Coordinate
    let eastward: Double

    init(_ place: Coordinate) {
        self.place = place
        eastward = max(0.01, cos(place.latitude * .pi / 180))
    }

    func kilometres(to other: Coordinate) -> Double {
        let turn = (other.longitude - place.longitude).remainder(dividingBy: 360)
        let (x, y) = (turn * eastward, other.latitude - place.latitude)
        return (x * x + y * y).squareRoot() * 111.2
    }
}
