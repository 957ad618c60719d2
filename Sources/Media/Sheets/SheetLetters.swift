/// The letters of months, weekdays and numbers. A machine without fonts draws the same sheet.
enum SheetLetters {
    static let all = capitals.merging(small) { first, _ in first }

    /// The width of a line, in pixels.
    ///
    /// - Parameter size: pixels of an em.
    static func width(_ text: String, size: Double) -> Double {
        text.reduce(0) { $0 + (all[$1]?.width ?? 0) } * size / 1_000
    }
}

/// The outline of a letter, in thousandths of an em above the baseline.
struct Letter: Sendable {
    let width: Double
    /// Moves, lines and quadratic curves, as in SVG: `M 10 0 L 90 700 Q 50 720 10 700`. A shape closes by itself.
    private let outline: String

    init(_ width: Double, _ outline: String) { (self.width, self.outline) = (width, outline) }

    /// Its outline in pixels, in straight pieces.
    func edges(x: Double, baseline: Double, scale: Double) -> [SheetEdge] {
        typealias Point = (x: Double, y: Double)
        var edges: [SheetEdge] = []
        var (start, last): (Point, Point) = ((0, 0), (0, 0))
        func line(to end: Point) {
            edges.append(
                SheetEdge(
                    x0: x + last.x * scale, y0: baseline - last.y * scale, x1: x + end.x * scale,
                    y1: baseline - end.y * scale))
            last = end
        }
        var words = outline.split(separator: " ")[...]
        func point() -> Point {
            let values = words.prefix(2).compactMap { Double($0) }
            words = words.dropFirst(2)
            return values.count == 2 ? (values[0], values[1]) : last
        }
        while let command = words.popFirst() {
            switch command {
            case "M":
                line(to: start)
                start = point()
                last = start
            case "L": line(to: point())
            default:
                let (begin, middle, end) = (last, point(), point())
                for step in 1...6 {
                    let t = Double(step) / 6
                    let (a, b, c) = ((1 - t) * (1 - t), 2 * t * (1 - t), t * t)
                    line(to: (a * begin.x + b * middle.x + c * end.x, a * begin.y + b * middle.y + c * end.y))
                }
            }
        }
        line(to: start)
        return edges
    }
}
