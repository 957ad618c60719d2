/// How near a walker is to a hidden thing of which they have been told the area: a comparison of cells, and of nothing
/// finer. Wherever in its cell the thing lies, and wherever in theirs the walker is, it is the same, so that it tells no
/// more than the area did.
public enum Warmth: Hashable, Sendable, CaseIterable {
    /// The walker is in its cell.
    case hot
    /// The walker's cell touches its cell.
    case warm
    /// The middle of the walker's cell is nearer to that of its cell than the middle of the cell before.
    case warmer
    /// The walker came out of its cell, or the middle of their cell is farther than that of the cell before.
    case colder
    /// Too far to say more, or the walker has not been in another cell.
    case cold

    /// Middles of cells farther apart than this are ``cold`` however one walks.
    public static let reach: Metres = 10_000

    /// - Parameters:
    ///   - own: where the walker is.
    ///   - before: the last other cell in which the walker was; nil if there is none.
    ///   - hidden: the area of the thing.
    public init(_ own: SnappedPosition, before: SnappedPosition?, to hidden: SnappedPosition) {
        if own == hidden {
            self = .hot
        } else if own.cell.neighbours.contains(hidden.cell) {
            self = before == hidden ? .colder : .warm
        } else {
            self = Warmth.trend(own, before ?? own, to: hidden)
        }
    }

    private static func trend(
        _ own: SnappedPosition, _ before: SnappedPosition, to hidden: SnappedPosition
    ) -> Warmth {
        let (now, then) = (own.distance(to: hidden), before.distance(to: hidden))
        if now > reach || now == then { return .cold }
        return now < then ? .warmer : .colder
    }
}
