/// A picture in memory, to draw on: RGB by rows.
struct SheetCanvas {
    typealias Colour = (red: UInt8, green: UInt8, blue: UInt8)

    let width: Int
    let height: Int
    private(set) var pixels: [UInt8]

    init(width: Int, height: Int, _ colour: Colour) {
        (self.width, self.height) = (width, height)
        pixels = []
        pixels.reserveCapacity(3 * width * height)
        for _ in 0..<(width * height) { pixels += [colour.red, colour.green, colour.blue] }
    }

    /// Fills a rectangle with round corners; `colour` is asked by the place within it.
    mutating func fill(
        left: Int, top: Int, wide: Int, high: Int, radius: Double, opacity: Double = 1,
        colour: (Int, Int) -> Colour
    ) {
        for y in 0..<high {
            for x in 0..<wide {
                // The distance from the rounded edge, from inside.
                let (dx, dy) = (Double(min(x, wide - 1 - x)) + 0.5, Double(min(y, high - 1 - y)) + 0.5)
                var cover = 1.0
                if dx < radius && dy < radius {
                    let (cx, cy) = (radius - dx, radius - dy)
                    cover = min(max(radius - (cx * cx + cy * cy).squareRoot() + 0.5, 0), 1)
                }
                blend(x: left + x, y: top + y, colour: colour(x, y), opacity: cover * opacity)
            }
        }
    }

    /// Writes a line of letters.
    ///
    /// - Parameter size: pixels of an em.
    mutating func draw(_ text: String, x: Double, baseline: Double, size: Double, _ colour: Colour) {
        var x = x
        for character in text {
            guard let letter = SheetLetters.all[character] else { continue }
            draw(letter.edges(x: x, baseline: baseline, scale: size / 1_000), colour)
            x += letter.width * size / 1_000
        }
    }

    /// Fills what edges enclose, by the nonzero rule: the shapes of a letter overlap.
    private mutating func draw(_ edges: [SheetEdge], _ colour: Colour) {
        let ys = edges.flatMap { [$0.y0, $0.y1] }
        let xs = edges.flatMap { [$0.x0, $0.x1] }
        guard let top = ys.min(), let bottom = ys.max(), let left = xs.min(), let right = xs.max() else { return }
        let (first, last) = (max(0, Int(left.rounded(.down))), min(width - 1, Int(right.rounded(.up))))
        let (start, end) = (max(0, Int(top.rounded(.down))), min(height - 1, Int(bottom.rounded(.up))))
        guard first <= last, start <= end else { return }
        let lines = 4
        for y in start...end {
            var cover = [Double](repeating: 0, count: last - first + 1)
            for line in 0..<lines {
                let middle = Double(y) + (Double(line) + 0.5) / Double(lines)
                for (from, to) in SheetEdge.spans(edges, at: middle) {
                    let (begin, end) = (max(first, Int(from)), min(last, Int(to)))
                    for x in begin..<max(begin, end + 1) {
                        let part = min(to, Double(x + 1)) - max(from, Double(x))
                        cover[x - first] += max(0, part) / Double(lines)
                    }
                }
            }
            for (offset, part) in cover.enumerated() where part > 0 {
                blend(x: first + offset, y: y, colour: colour, opacity: min(1, part))
            }
        }
    }

    private mutating func blend(x: Int, y: Int, colour: Colour, opacity: Double) {
        guard x >= 0, x < width, y >= 0, y < height else { return }
        let start = 3 * (y * width + x)
        func mixed(_ old: UInt8, _ new: UInt8) -> UInt8 {
            UInt8(min(max(Double(old) + (Double(new) - Double(old)) * opacity, 0), 255).rounded())
        }
        pixels[start] = mixed(pixels[start], colour.red)
        pixels[start + 1] = mixed(pixels[start + 1], colour.green)
        pixels[start + 2] = mixed(pixels[start + 2], colour.blue)
    }
}

/// A straight piece of an outline.
struct SheetEdge {
    let x0: Double
    let y0: Double
    let x1: Double
    let y1: Double

    /// What lies inside on a horizontal line, from left to right.
    static func spans(_ edges: [SheetEdge], at y: Double) -> [(from: Double, to: Double)] {
        var crossings: [(x: Double, turn: Int)] = []
        for edge in edges where (edge.y0 <= y) != (edge.y1 <= y) {
            let x = edge.x0 + (y - edge.y0) / (edge.y1 - edge.y0) * (edge.x1 - edge.x0)
            crossings.append((x, edge.y0 < edge.y1 ? 1 : -1))
        }
        crossings.sort { $0.x < $1.x }
        var spans: [(from: Double, to: Double)] = []
        var winding = 0
        for (place, crossing) in crossings.enumerated() {
            winding += crossing.turn
            if winding != 0, place + 1 < crossings.count { spans.append((crossing.x, crossings[place + 1].x)) }
        }
        return spans
    }
}
