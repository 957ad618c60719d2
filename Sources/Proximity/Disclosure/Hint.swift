/// How "something waits near you" is answered about a hidden thing: by cell, never by distance, so that the answer's edge
/// leads to a corner of a grid and not to the thing.
public enum Hint {
    /// S2 level 14, about 550 m wide: own or neighbouring cell means within some 300 to 1,100 m.
    public static let level = 14

    /// The cells in which a hidden thing is hinted at to one who is at `coordinate`: their own and all that touch it.
    public static func cells(near coordinate: Coordinate) -> Covering {
        let own = CellID(coordinate, level: level)
        return Covering(cells: [own] + own.neighbours)
    }

    /// Whether one who is at `coordinate` gets a hint of a thing that lies at `hidden`.
    public static func reaches(_ coordinate: Coordinate, from hidden: Coordinate) -> Bool {
        let (own, other) = (CellID(coordinate, level: level), CellID(hidden, level: level))
        return own == other || own.neighbours.contains(other)
    }
}
