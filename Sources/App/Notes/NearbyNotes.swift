import Proximity

/// What a person may know of the notes that wait around them: how many, from how many friends, in which cells, and what
/// their authors say of the way.
///
/// Both sides are cells here, the viewer's and the notes': wherever in the cell either is, the answer is the same. So
/// no walk gets warmer or colder, and nobody searches by it.
struct NearbyNotes: Sendable {
    let count: Int
    /// How many people they are from.
    let authors: Int
    /// The cells, each once, in the order of the curve.
    let cells: [CellID]
    /// The viewer's cell.
    let own: CellID
    /// What their authors say of the way: a few.
    let hints: [Hinted]

    /// "Leena: where the masts sing".
    struct Hinted: Sendable, Equatable {
        let author: String
        let words: String
    }

    private static let maxHints = 3

    /// Nil if there are none.
    init?(_ notes: [NoteQueries.Hinted], around own: CellID) {
        if notes.isEmpty { return nil }
        count = notes.count
        authors = Set(notes.map { $0.author }).count
        cells = Set(notes.map { $0.cell }).sorted()
        self.own = own
        hints = notes.filter { !$0.words.isEmpty }.prefix(NearbyNotes.maxHints).map {
            Hinted(author: $0.name, words: $0.words)
        }
    }

    /// The corners of each cell.
    var areas: [[Coordinate]] { cells.map { $0.corners } }

    /// The directions from the middle of the viewer's cell to those of the others, clockwise from north.
    var directions: [CompassPoint] {
        let all = Set(cells.filter { $0 != own }.map { CompassPoint(own.centre.initialBearing(to: $0.centre)) })
        return CompassPoint.allCases.filter { all.contains($0) }
    }

    /// Whether some lie in the viewer's own cell.
    var isAround: Bool { cells.contains(own) }

    /// The cell to look at first: the viewer's own, else the one nearest to its middle.
    var nearest: CellID {
        func distance(_ cell: CellID) -> Double { cell.centre.distance(to: own.centre).value }
        return cells.min { (distance($0), $0) < (distance($1), $1) } ?? own
    }
}

/// What waits nearby, on the home page.
struct NearbyNotesPart {
    let count: Int
    let authors: Int
    /// "within about a kilometre north", "right around you".
    let place: String
    let hints: [NearbyNotes.Hinted]
    /// The map of the area.
    let map: String

    /// Shows a cell whole on a phone.
    private static let zoom = 13.5

    init(_ notes: NearbyNotes, _ units: DistanceFormat) {
        count = notes.count
        authors = notes.authors
        place = NearbyNotesPart.words(notes, units)
        hints = notes.hints
        map = MapPaths.view(of: notes.nearest.centre, zoom: NearbyNotesPart.zoom)
    }

    private static func words(_ notes: NearbyNotes, _ units: DistanceFormat) -> String {
        let reach = units == .metric ? "about a kilometre" : "about half a mile"
        let directions = notes.directions
        if directions.isEmpty { return "somewhere right around you" }
        // More directions than these are all around.
        if directions.count > 2 { return "within \(reach) around you" }
        let words = WordList.join(directions.map { name($0) })
        return (notes.isAround ? "right around you and " : "") + "within \(reach) \(words)"
    }

    private static func name(_ point: CompassPoint) -> String {
        switch point {
        case .north: "north"
        case .northEast: "north-east"
        case .east: "east"
        case .southEast: "south-east"
        case .south: "south"
        case .southWest: "south-west"
        case .west: "west"
        case .northWest: "north-west"
        }
    }
}
