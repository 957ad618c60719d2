/// The `d` of an SVG path: relative, rounded to tenths of a pixel, without points that change it by less than half a
/// pixel.
struct PathText {
    private(set) var bytes: [UInt8] = []
    /// Where the pen is, in tenths of a pixel.
    private var pen: (x: Int, y: Int) = (0, 0)

    var isEmpty: Bool { bytes.isEmpty }
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Appends a line.
    mutating func add(line points: [Point], tolerance: Double = 0.5) {
        _ = draw(Simplifying.simplified(points, tolerance: tolerance), least: 2)
    }

    /// Appends a closed ring; one that is smaller than a pixel is left out.
    mutating func add(ring points: [Point], tolerance: Double = 0.5) {
        if draw(Simplifying.simplified(points, tolerance: tolerance), least: 3) { bytes.append(UInt8(ascii: "z")) }
    }

    private mutating func draw(_ points: [Point], least: Int) -> Bool {
        guard points.count >= least else { return false }
        var isFirst = true
        var isDrawn = false
        let start = bytes.count
        for point in points {
            let x = Int((point.x * 10).rounded())
            let y = Int((point.y * 10).rounded())
            if isFirst {
                bytes.append(UInt8(ascii: "M"))
                number(x, isFirst: true)
                number(y, isFirst: false)
                bytes.append(UInt8(ascii: "l"))
                isFirst = false
            } else {
                let (dx, dy) = (x - pen.x, y - pen.y)
                if dx == 0 && dy == 0 { continue }
                number(dx, isFirst: !isDrawn)
                number(dy, isFirst: false)
                isDrawn = true
            }
            pen = (x, y)
        }
        if !isDrawn { bytes.removeSubrange(start...) }
        return isDrawn
    }

    /// Tenths as a decimal number, with a separator where the last number needs one.
    private mutating func number(_ tenths: Int, isFirst: Bool) {
        if tenths < 0 {
            bytes.append(UInt8(ascii: "-"))
        } else if !isFirst {
            bytes.append(UInt8(ascii: " "))
        }
        let (units, rest) = abs(tenths).quotientAndRemainder(dividingBy: 10)
        if units > 0 || rest == 0 { bytes.append(contentsOf: String(units).utf8) }
        if rest > 0 {
            bytes.append(UInt8(ascii: "."))
            bytes.append(UInt8(ascii: "0") + UInt8(rest))
        }
    }
}

/// Removes points whose absence nobody sees.
enum Simplifying {
    /// Simplifies a line so that every removed point lies within `tolerance` of the result (Douglas and Peucker, 1973);
    /// the first and the last point stay.
    static func simplified(_ points: [Point], tolerance: Double) -> [Point] {
        if points.count <= maxLength { return whole(points[...], tolerance) }
        // The work grows with the square of the length, and a hostile line may be long: long lines are cut into pieces
        // that share their ends.
        let pieces = stride(from: 0, to: points.count - 1, by: maxLength - 1).map { start in
            whole(points[start..<min(start + maxLength, points.count)], tolerance)
        }
        return pieces.dropFirst().reduce(into: pieces[0]) { $0 += $1.dropFirst() }
    }

    /// Maximum number of points of a piece.
    private static let maxLength = 500

    private static func whole(_ slice: ArraySlice<Point>, _ tolerance: Double) -> [Point] {
        let points = Array(slice)
        guard points.count > 2 else { return points }
        var isKept = [Bool](repeating: false, count: points.count)
        isKept[0] = true
        isKept[points.count - 1] = true
        var open = [(0, points.count - 1)]
        while let (first, last) = open.popLast() {
            var (farthest, most) = (0, tolerance * tolerance)
            for index in first + 1..<max(last, first + 1) {
                let distance = squared(points[index], from: points[first], to: points[last])
                if distance > most { (farthest, most) = (index, distance) }
            }
            if farthest == 0 { continue }
            isKept[farthest] = true
            if farthest - first > 1 { open.append((first, farthest)) }
            if last - farthest > 1 { open.append((farthest, last)) }
        }
        return zip(points, isKept).filter { $0.1 }.map { $0.0 }
    }

    /// The squared distance of a point from a segment.
    static func squared(_ point: Point, from: Point, to: Point) -> Double {
        let (dx, dy) = (to.x - from.x, to.y - from.y)
        let length = dx * dx + dy * dy
        let along = length == 0 ? 0 : max(0, min(1, ((point.x - from.x) * dx + (point.y - from.y) * dy) / length))
        let (ex, ey) = (point.x - from.x - along * dx, point.y - from.y - along * dy)
        return ex * ex + ey * ey
    }
}
