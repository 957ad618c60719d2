/// Selects which names are shown: the most important first, none over another, none across the edge of its block.
enum LabelPlacement {
    /// A name or symbol that is shown: around a point, or along a way from the way's left end.
    struct Placed {
        let label: Label
        let path: [Point]
        /// Whether there is room for the name; always true of a name without a symbol.
        var isNamed = true
        /// How far the name is moved from its point, so that it stays in its block.
        var shift = Point(x: 0, y: 0)
    }

    private struct Box {
        let left, top, right, bottom: Double

        init(left: Double, top: Double, right: Double, bottom: Double) {
            (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
        }

        init(around point: Point, reach: Double) {
            self.init(left: point.x - reach, top: point.y - reach, right: point.x + reach, bottom: point.y + reach)
        }

        func moved(_ shift: Point) -> Box {
            Box(left: left + shift.x, top: top + shift.y, right: right + shift.x, bottom: bottom + shift.y)
        }

        func overlaps(_ other: Box) -> Bool {
            left < other.right && other.left < right && top < other.bottom && other.top < bottom
        }

        func isInside(_ block: Frame) -> Bool {
            left >= 0 && top >= 0 && right <= block.width && bottom <= block.height
        }
    }

    /// The same name is not repeated within this many pixels.
    private static let repeatDistance = 260.0
    /// What is known of the names and symbols placed so far.
    private struct Page {
        var boxes: [Box] = []
        /// Where a text is written.
        var texts: [String: [Point]] = [:]
        /// Where a symbol stands.
        var symbols: [MapSymbol: [Point]] = [:]
        /// The towns and their parts: each is named once, however far apart two maps put it.
        var settlements: Set<String> = []

        func isFree(_ needed: [Box], in block: Frame) -> Bool {
            needed.allSatisfy { $0.isInside(block) }
                && !needed.contains { box in boxes.contains { $0.overlaps(box) } }
        }

        func isRepeated(_ label: Label, middle: Point, zoom: Double) -> Bool {
            if let symbol = label.symbol,
                (symbols[symbol] ?? []).contains(where: { distance($0, middle) < symbol.distance(zoom) })
            {
                return true
            }
            if label.text.isEmpty || label.kind == .number { return false }
            return settlements.contains(label.text)
                || (texts[label.text] ?? []).contains { distance($0, middle) < repeatDistance }
        }

        mutating func add(_ label: Label, middle: Point, needed: [Box]) {
            boxes += needed
            texts[label.text, default: []].append(middle)
            if let symbol = label.symbol { symbols[symbol, default: []].append(middle) }
            if label.kind.isSettlement { settlements.insert(label.text) }
        }
    }

    /// Maximum number of names on one block; more is clutter and costs time.
    private static let most = 400

    /// The names of a block that are shown. Each tile of the block computes the same result.
    static func place(_ candidates: [Label], in block: Frame) -> [Placed] {
        // A total order, so that all tiles of a block get the same result.
        let sorted = candidates.map { ($0, lengthOf($0.path)) }.sorted { one, other in
            if one.0.rank != other.0.rank { return one.0.rank < other.0.rank }
            if one.1 != other.1 { return one.1 > other.1 }
            if one.0.text != other.0.text { return one.0.text < other.0.text }
            return (one.0.path[0].x, one.0.path[0].y) < (other.0.path[0].x, other.0.path[0].y)
        }
        var placed: [Placed] = []
        var page = Page()
        for (label, length) in sorted where placed.count < most {
            guard let path = label.path.count == 1 ? label.path : stretch(label, length, in: block) else { continue }
            let middle = path[path.count / 2]
            if page.isRepeated(label, middle: middle, zoom: block.zoom) { continue }
            let sign = label.symbol == nil ? [] : [Box(around: middle, reach: MapSymbol.reach)]
            let shift = path.count == 1 && sign.isEmpty ? inward(boxesOf(label, path)[0], block) : Point(x: 0, y: 0)
            let text = label.text.isEmpty ? [] : boxesOf(label, path).map { $0.moved(shift) }
            let isNamed = page.isFree(sign + text, in: block)
            // A symbol stands without its name where there is no room for both.
            guard isNamed || !sign.isEmpty && page.isFree(sign, in: block) else { continue }
            page.add(label, middle: middle, needed: isNamed ? sign + text : sign)
            placed.append(Placed(label: label, path: path, isNamed: isNamed && !text.isEmpty, shift: shift))
        }
        return placed
    }

    /// How far a box must move to lie inside its block. Its point lies inside: London, on the edge of two blocks, has
    /// its name beside it.
    private static func inward(_ box: Box, _ block: Frame) -> Point {
        Point(
            x: max(0, -box.left) - max(0, box.right - block.width),
            y: max(0, -box.top) - max(0, box.bottom - block.height))
    }

    private static func boxesOf(_ label: Label, _ path: [Point]) -> [Box] {
        let half = label.size * 0.7
        if label.symbol != nil {
            let (across, top) = (label.width / 2 + 2, path[0].y + MapSymbol.reach)
            return [
                Box(left: path[0].x - across, top: top, right: path[0].x + across, bottom: top + label.size * 1.3)
            ]
        }
        guard path.count > 1 else {
            // Names of the built-in world need more space: they stand over whole countries.
            let margin = label.kind.hasDot || label.kind == .country ? 6.0 : 2
            let width = label.width / 2 + margin
            let rise = label.kind.hasDot ? label.size : 0
            return [
                Box(
                    left: path[0].x - width, top: path[0].y - half - rise, right: path[0].x + width,
                    bottom: path[0].y + (label.kind.hasDot ? margin : half))
            ]
        }
        return samples(path, every: label.size).map {
            Box(left: $0.x - half, top: $0.y - half, right: $0.x + half, bottom: $0.y + half)
        }
    }

    /// The straightest stretch of a way that is as long as the name, starting at its left end; nil when there is none.
    private static func stretch(_ label: Label, _ length: Double, in block: Frame) -> [Point]? {
        let need = label.width
        guard length >= need else { return nil }
        // Inside the block only: ways are cut at the edge, names are not.
        let inside = Clipping(left: 0, top: 0, right: block.width, bottom: block.height).line(label.path)
        let candidates = inside.filter { lengthOf($0) >= need }
        guard let part = candidates.max(by: { lengthOf($0) < lengthOf($1) }) else { return nil }
        let spare = (lengthOf(part) - need) / 2
        let path = cut(part, from: spare, length: need)
        guard let first = path.first, let last = path.last, isStraight(path, need) else { return nil }
        return first.x <= last.x ? path : path.reversed()
    }

    /// Whether text fits along a way: the way must be nearly straight.
    private static func isStraight(_ path: [Point], _ length: Double) -> Bool {
        guard let first = path.first, let last = path.last else { return false }
        return distance(first, last) >= 0.94 * length
    }

    private static func cut(_ path: [Point], from start: Double, length: Double) -> [Point] {
        var result: [Point] = []
        var done = 0.0
        for (from, to) in zip(path, path.dropFirst()) {
            let step = distance(from, to)
            defer { done += step }
            guard step > 0, done + step >= start else { continue }
            if result.isEmpty { result.append(between(from: from, to: to, part: max(0, start - done) / step)) }
            if done + step >= start + length {
                result.append(between(from: from, to: to, part: (start + length - done) / step))
                return result
            }
            result.append(to)
        }
        return result
    }

    private static func samples(_ path: [Point], every step: Double) -> [Point] {
        let count = max(1, Int(lengthOf(path) / step))
        return (0...count).compactMap { cut(path, from: Double($0) * step, length: 0).first }
    }

    private static func between(from: Point, to: Point, part: Double) -> Point {
        Point(x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part)
    }

    private static func lengthOf(_ path: [Point]) -> Double {
        zip(path, path.dropFirst()).reduce(0) { $0 + distance($1.0, $1.1) }
    }

    private static func distance(_ one: Point, _ other: Point) -> Double {
        let (dx, dy) = (one.x - other.x, one.y - other.y)
        return (dx * dx + dy * dy).squareRoot()
    }
}
