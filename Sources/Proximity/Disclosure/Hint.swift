/// Decides who is told that a hidden thing is near. By cell, never by distance: a search for the edge of the answer
/// finds the corner of a grid cell, not the thing.
public enum Hint {
    /// S2 level 14, about 550 m wide: own or neighbouring cell means within some 300 to 1,100 m.
    public static let level = 14

    /// Seconds for which a position counts as where the viewer is: half an hour's walk leads out of the cells around.
    public static let memory = 1_800.0

    /// The viewer's cell and all cells that touch it. Hidden things in these cells are hinted at.
    public static func cells(near coordinate: Coordinate) -> Covering {
        let own = CellID(coordinate, level: level)
        return Covering(cells: [own] + own.neighbours)
    }

    /// Whether a viewer at `coordinate` gets a hint of a thing that lies at `hidden`.
    public static func reaches(_ coordinate: Coordinate, from hidden: Coordinate) -> Bool {
        let (own, other) = (CellID(coordinate, level: level), CellID(hidden, level: level))
        return own == other || own.neighbours.contains(other)
    }
}
