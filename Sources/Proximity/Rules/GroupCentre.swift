import Foundation

/// Where a group is: the place from which the members' distances add up to the least, the geometric median.
///
/// While more than half of the members are together it stays with them, wherever the others go; a mean would be dragged
/// along by whoever wanders off.
public enum GroupCentre {
    /// The geometric median of `places`, in the plane that touches the Earth at their mean; nil for none.
    ///
    /// One place is its own median; of two, every point between them is one, and the middle is given. Exact to 1 mm within a
    /// few hundred kilometres, of no meaning for a group scattered over the globe. Equal places count as often as
    /// they occur. The order of `places` does not matter but for rounding.
    ///
    /// Weiszfeld's iteration, with the test for optimal vertices by Y. Vardi and C.-H. Zhang ("The multivariate L1-median
    /// and associated data depth", PNAS 97, 2000), without which it creeps when the median is one of the places.
    public static func of(_ places: [Coordinate]) -> Coordinate? {
        guard let first = places.first else { return nil }
        let directions = places.map { Vector($0) }
        let sum = directions.reduce(Vector(0, 0, 0)) { $0 + $1 }
        let plane = TangentPlane(at: sum.length > 1e-9 ? sum.unit : Vector(first))
        let points = directions.map { plane.metres($0) }
        if let index = vertex(points) { return places[index] }
        var middle = points.reduce(SIMD2.zero, +) / Double(points.count)
        for _ in 0..<mostSteps {
            let next = step(points, middle)
            let moved = length(next - middle)
            middle = next
            if moved < tolerance { break }
        }
        return plane.vector(middle).coordinate
    }

    /// Metres; a step shorter than this ends the iteration, which then is within a millimetre or so of its limit.
    private static let tolerance = 1e-5
    /// Enough for the tolerance with any hundred points; a bound for the worst of inputs.
    private static let mostSteps = 500

    private static func length(_ v: SIMD2<Double>) -> Double { (v * v).sum().squareRoot() }

    /// The index of a place that is the median itself: the pulls of all others, each of length 1, add up to no more than
    /// the number of points there. Two points have no such place.
    private static func vertex(_ points: [SIMD2<Double>]) -> Int? {
        if points.count == 2 { return points[0] == points[1] ? 0 : nil }
        return points.indices.first { index in
            var pull = SIMD2<Double>.zero
            var here = 0.0
            for other in points {
                let away = other - points[index]
                let distance = length(away)
                if distance == 0 { here += 1 } else { pull += away / distance }
            }
            return length(pull) <= here
        }
    }

    /// One step of Weiszfeld: the mean of the points, each weighted by the inverse of its distance.
    private static func step(_ points: [SIMD2<Double>], _ middle: SIMD2<Double>) -> SIMD2<Double> {
        var sum = SIMD2<Double>.zero
        var weights = 0.0
        for point in points {
            // The iteration may pass over a point that is not the median; a hair's breadth keeps the weight finite.
            let weight = 1 / max(length(point - middle), 1e-9)
            sum += point * weight
            weights += weight
        }
        return sum / weights
    }
}
