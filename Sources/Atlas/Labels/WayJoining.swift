/// Joins the pieces of a street: maps cut ways at every crossing, and a name needs a longer stretch.
enum WayJoining {
    /// Ends closer than this many pixels are one point.
    private static let gap = 1.0
    /// A name with more pieces than this is not joined.
    private static let maxPieces = 300

    /// The same labels; ways of one name and kind are joined where they meet and continue in nearly the same direction.
    static func joined(_ labels: [Label]) -> [Label] {
        var others: [Label] = []
        var streets: [String: [Label]] = [:]
        for label in labels {
            if label.path.count > 1 { streets[label.text, default: []].append(label) } else { others.append(label) }
        }
        for (_, pieces) in streets.sorted(by: { $0.key < $1.key }) {
            guard let first = pieces.min(by: { $0.rank < $1.rank }), pieces.count <= maxPieces else {
                others += pieces
                continue
            }
            for path in chains(pieces.map { $0.path }) {
                others.append(first.moved(to: path))
            }
        }
        return others
    }

    private static func chains(_ paths: [[Point]]) -> [[Point]] {
        var open = paths
        var done: [[Point]] = []
        while var chain = open.popLast() {
            var isGrowing = true
            while isGrowing {
                isGrowing = false
                for (index, other) in open.enumerated() {
                    guard let longer = join(chain, other) else { continue }
                    chain = longer
                    open.remove(at: index)
                    isGrowing = true
                    break
                }
            }
            done.append(chain)
        }
        return done
    }

    /// Two ways as one, whichever ends meet; nil when none do, or when they meet at a corner.
    private static func join(_ one: [Point], _ other: [Point]) -> [Point]? {
        for left in [one, one.reversed()] {
            for right in [other, other.reversed()] where isContinued(left, right) {
                return left + right.dropFirst()
            }
        }
        return nil
    }

    /// Whether a way begins where another ends, turning by less than 45°.
    private static func isContinued(_ left: [Point], _ right: [Point]) -> Bool {
        let (end, start) = (left[left.count - 1], right[0])
        guard abs(end.x - start.x) < gap, abs(end.y - start.y) < gap else { return false }
        let (a, b) = (left[left.count - 2], right[1])
        let (ux, uy, vx, vy) = (end.x - a.x, end.y - a.y, b.x - start.x, b.y - start.y)
        let dot = ux * vx + uy * vy
        let lengths = (ux * ux + uy * uy) * (vx * vx + vy * vy)
        return dot > 0 && dot * dot >= 0.5 * lengths
    }
}
