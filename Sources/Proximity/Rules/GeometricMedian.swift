/// The point of a plane with the smallest sum of distances to a set of points.
enum GeometricMedian {
    /// It is one of the points.
    case place(index: Int)
    /// It lies between them.
    case between(SIMD2<Double>)

    /// The median of at least one point, in metres.
    ///
    /// Points on a line are a special case, often with more than one median. Otherwise one of the points is the median
    /// when the unit vectors to all others cancel out there (Y. Vardi and C.-H. Zhang, "The multivariate L1-median and
    /// associated data depth", PNAS 97, 2000), or the median lies where the sum is smooth and Newton's method finds it
    /// in a few steps. Weiszfeld's iteration, the usual method, makes steps of nanometres while still hundreds of
    /// metres away from a median in a long flat valley, such as that of a street.
    init(of points: [SIMD2<Double>]) {
        self =
            GeometricMedian.onLine(points) ?? GeometricMedian.vertex(points)
            ?? .between(GeometricMedian.minimum(points))
    }

    /// Points within this many metres of a line count as on it: along the line, rounding exceeds the change of the sum.
    private static let flatness = 1e-3
    /// Newton's method ends with a step shorter than this many metres; the result is then exact to rounding.
    private static let tolerance = 1e-7
    /// Four steps are usual, twelve are many.
    private static let maximumSteps = 64
    /// A line search ends when the slope has dropped to this fraction.
    private static let slopeRatio = 0.1

    private static func length(_ v: SIMD2<Double>) -> Double { (v * v).sum().squareRoot() }

    /// The median of points on a line: the middle one, or the midpoint of the two in the middle.
    private static func onLine(_ points: [SIMD2<Double>]) -> GeometricMedian? {
        func farthest(from start: SIMD2<Double>) -> SIMD2<Double> {
            points.max { length($0 - start) < length($1 - start) } ?? start
        }
        let start = farthest(from: points[0])
        let extent = farthest(from: start) - start
        guard length(extent) > 0 else { return .place(index: 0) }
        let along = extent / length(extent)
        let across = SIMD2(-along.y, along.x)
        guard points.allSatisfy({ abs((($0 - start) * across).sum()) <= flatness }) else { return nil }
        let order = points.indices.sorted { ((points[$0] - points[$1]) * along).sum() < 0 }
        let (low, high) = (order[(order.count - 1) / 2], order[order.count / 2])
        return points[low] == points[high] ? .place(index: low) : .between((points[low] + points[high]) / 2)
    }

    /// A point that is itself the median: the unit vectors to all others add up to no more than the number of points
    /// there.
    private static func vertex(_ points: [SIMD2<Double>]) -> GeometricMedian? {
        let index = points.indices.first { index in
            let here = points.count(where: { $0 == points[index] })
            return length(slope(points, at: points[index])) <= Double(here)
        }
        return index.map { .place(index: $0) }
    }

    /// The gradient of the sum of distances; points at this place contribute nothing.
    private static func slope(_ points: [SIMD2<Double>], at place: SIMD2<Double>) -> SIMD2<Double> {
        points.reduce(into: .zero) { slope, point in
            let away = place - point
            let distance = length(away)
            if distance > 0 { slope += away / distance }
        }
    }

    /// The median of points that are not on a line, when it is none of the points.
    private static func minimum(_ points: [SIMD2<Double>]) -> SIMD2<Double> {
        var place = points.reduce(.zero, +) / Double(points.count)
        for _ in 0..<maximumSteps {
            // At a point the sum has a kink. The point is not the median, so the gradient of the others leads away from
            // it.
            if let point = points.first(where: { length($0 - place) < tolerance / 100 }) { place = point }
            let direction = descent(points, place)
            guard length(direction) >= tolerance else { break }
            let step = direction * lineSearch(points, from: place, along: direction)
            place += step
            if length(step) < tolerance { break }
        }
        return place
    }

    /// A Newton step, or a millimetre downhill where the sum has a kink.
    private static func descent(_ points: [SIMD2<Double>], _ place: SIMD2<Double>) -> SIMD2<Double> {
        let slope = slope(points, at: place)
        if points.contains(place) { return slope * (-1e-3 / length(slope)) }
        var (xx, xy, yy) = (0.0, 0.0, 0.0)
        for point in points {
            let away = place - point
            let cube = (away * away).sum() * length(away)
            xx += away.y * away.y / cube
            xy -= away.x * away.y / cube
            yy += away.x * away.x / cube
        }
        let determinant = xx * yy - xy * xy
        guard determinant > 0 else { return slope * (-1 / (xx + yy)) }
        return SIMD2(xy * slope.y - yy * slope.x, xy * slope.x - xx * slope.y) / determinant
    }

    /// The multiple of a direction at which the sum stops falling, found by slopes, which are more exact than the sums.
    private static func lineSearch(
        _ points: [SIMD2<Double>], from place: SIMD2<Double>, along direction: SIMD2<Double>
    ) -> Double {
        func fall(_ multiple: Double) -> Double {
            (slope(points, at: place + direction * multiple) * direction).sum()
        }
        let enough = slopeRatio * abs(fall(0))
        var (low, high) = (0.0, 1.0)
        var steepness = fall(high)
        while steepness < -enough && high < 1e9 {
            (low, high) = (high, high * 2)
            steepness = fall(high)
        }
        // From here on the median along the line lies between the two.
        var middle = high
        for _ in 0..<60 where abs(steepness) > enough {
            middle = (low + high) / 2
            steepness = fall(middle)
            if steepness < 0 { low = middle } else { high = middle }
        }
        return middle
    }
}
