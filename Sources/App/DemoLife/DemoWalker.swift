import Proximity

/// Where the people of the demo world keep: around a place.
struct DemoRange: Sendable {
    let place: Int
    /// How far each place is from it on foot, in metres.
    let distances: [Double]
    /// How far they stroll, in metres: where streets are few, to two corners at least, as far as the limit allows.
    let radius: Double
    /// Who is farther away does not walk back, which would take too long.
    let farthest: Double

    /// - Parameter limit: how far they may be from each other.
    init(_ streets: DemoStreets, around point: Coordinate, limit: Metres) {
        place = streets.nearest(to: point).place
        distances = streets.distances(from: place)
        // Two of them, each as far away as can be, are still within the limit.
        farthest = min(450, limit.value * 0.5)
        radius = min(farthest, max(min(160, limit.value * 0.4), distances.sorted().prefix(3).last ?? 0))
    }

    /// The places where they stroll; never empty.
    var places: [Int] { distances.indices.filter { distances[$0] <= radius } }
}

/// Somebody who strolls along streets at a walking pace, and stops now and then.
struct DemoWalker: Sendable {
    /// The place that they passed last.
    private(set) var place: Int
    /// Metres a second.
    let pace: Double
    private var before: Int?
    private var way: DemoStreets.Way?
    /// Metres on that way.
    private var walked = 0.0
    /// Seconds that they still stand.
    private var rest = 0.0

    init(at place: Int, pace: Double) { (self.place, self.pace) = (place, pace) }

    /// - Parameter draw: a random number below another.
    mutating func advance(
        _ seconds: Double, on streets: DemoStreets, in range: DemoRange, draw: (_ below: Int) -> Int
    ) {
        var left = seconds
        while left > 0 {
            if rest > 0 {
                let stood = min(rest, left)
                rest -= stood
                left -= stood
                continue
            }
            guard let way = way ?? nextWay(on: streets, in: range, draw: draw) else { return }
            self.way = way
            let needed = (way.length - walked) / pace
            guard needed <= left else {
                walked += left * pace
                return
            }
            left -= needed
            before = place
            place = way.place
            self.way = nil
            walked = 0
            if draw(4) == 0 { rest = 20 + Double(draw(70)) }
        }
    }

    /// Nearer to where the others are, or any way there that does not lead back.
    private func nextWay(
        on streets: DemoStreets, in range: DemoRange, draw: (_ below: Int) -> Int
    ) -> DemoStreets.Way? {
        let ways = streets.ways[place]
        if range.distances[place] > range.radius {
            return ways.min { range.distances[$0.place] < range.distances[$1.place] }
        }
        let near = ways.filter { range.distances[$0.place] <= range.radius }
        let onward = near.filter { $0.place != before }
        let choice = onward.isEmpty ? near : onward
        return choice.isEmpty ? nil : choice[draw(choice.count)]
    }

    /// Where they are.
    func coordinate(on streets: DemoStreets) -> Coordinate {
        let start = streets.places[place]
        guard let way, way.length > 0 else { return start }
        let (end, part) = (streets.places[way.place], walked / way.length)
        return Coordinate(
            latitude: start.latitude + (end.latitude - start.latitude) * part,
            longitude: start.longitude + (end.longitude - start.longitude) * part) ?? start
    }
}
