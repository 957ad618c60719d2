/// A few cells that together hold a region, so that a database that indexes only integers can find what is near.
///
/// A covering holds every point of its region, and some points outside it: a query joins its ``signedRanges`` with
/// `BETWEEN` and then checks each row exactly. The cells are sorted along the curve and do not overlap.
///
/// Source of the method: S2 Geometry, "S2RegionCoverer"; the cells chosen may differ from that library's.
public struct Covering: RandomAccessCollection, Hashable, Sendable {
    /// The cells, in the order of the curve.
    public let cells: [CellID]

    /// How many cells a covering has by default. More cells fit the region more tightly but mean more ranges to seek.
    /// Eight is also S2's default.
    public static let usualCells = 8

    /// Cells that hold every point whose ``Coordinate/distance(to:)`` from `centre` is at most `radius`.
    ///
    /// No cell is finer than the upper end of `levels` or coarser than its lower end; the lower end may force more than
    /// `maxCells` cells. Otherwise there are at most `maxCells`, or the few more that the region needs: up to four
    /// where cells meet whose only common ancestor may be a whole face, and six for the whole Earth.
    public static func of(
        centre: Coordinate, radius: Metres, maxCells: Int = Covering.usualCells, levels: ClosedRange<Int> = 0...30
    ) -> Covering {
        Covering(region: Cap(centre: centre, radius: radius), maxCells: maxCells, levels: levels)
    }

    /// Exactly these cells, except those within another one; four siblings are not merged.
    public init(cells: [CellID]) {
        var kept: [CellID] = []
        // By first leaf, coarsest first, so that a cell within another comes after it.
        for cell in cells.sorted(by: { ($0.range.lowerBound, $1.level) < ($1.range.lowerBound, $0.level) })
        where kept.last?.contains(cell) != true {
            kept.append(cell)
        }
        self.cells = kept
    }

    init(region: some CellRegion, maxCells: Int, levels: ClosedRange<Int>) {
        let coarsest = Swift.max(0, Swift.min(levels.lowerBound, CellID.deepestLevel))
        let finest = Swift.max(coarsest, Swift.min(levels.upperBound, CellID.deepestLevel))
        // Coarsest last: the last one is divided next. Cells outside the region do not count towards the limit.
        var open = Set(region.start.map { $0.parent(finest) }).map { CellSquare($0) }
            .filter { region.mayIntersect($0) }.sorted { ($0.side, $0.cell) < ($1.side, $1.cell) }
        var done: [CellID] = []
        var parts: [CellSquare] = []
        while let square = open.popLast() {
            let level = square.cell.level
            parts.removeAll(keepingCapacity: true)
            if level < finest {
                for position in 0..<4 {
                    let child = square.child(position)
                    if region.mayIntersect(child) { parts.append(child) }
                }
            }
            let fits = done.count + open.count + parts.count <= maxCells
            if level < finest && (level < coarsest || fits || parts.count <= 1) {
                let place = open.firstIndex { $0.side >= square.side / 2 } ?? open.count
                open.insert(contentsOf: parts, at: place)
            } else {
                done.append(square.cell)
            }
        }
        self.init(cells: Covering.merged(done.sorted(), coarsest: coarsest))
    }

    /// Replaces four siblings by their parent, repeatedly.
    private static func merged(_ sorted: [CellID], coarsest: Int) -> [CellID] {
        var kept: [CellID] = []
        for cell in sorted {
            kept.append(cell)
            while let last = kept.last, last.level > coarsest, kept.count >= 4 {
                let parent = last.parent(last.level - 1)
                guard kept.suffix(4).elementsEqual(parent.children) else { break }
                kept.removeLast(4)
                kept.append(parent)
            }
        }
        return kept
    }

    /// The cells as ranges of stored ids (``CellID/signed``) in the order of the curve; adjacent cells are joined. A
    /// range never spans two faces, so lower bound ≤ upper bound always holds.
    public var signedRanges: [ClosedRange<Int64>] {
        var ranges: [ClosedRange<Int64>] = []
        var face = -1
        for cell in cells {
            let range = cell.signedRange
            // Leaves are odd: the next one is 2 farther.
            if let last = ranges.last, face == cell.face, last.upperBound + 2 == range.lowerBound {
                ranges[ranges.count - 1] = last.lowerBound...range.upperBound
            } else {
                ranges.append(range)
            }
            face = cell.face
        }
        return ranges
    }

    /// Whether one of the cells holds `coordinate`.
    public func contains(_ coordinate: Coordinate) -> Bool {
        let leaf = CellID(coordinate)
        return cells.contains { $0.contains(leaf) }
    }

    public var startIndex: Int { cells.startIndex }
    public var endIndex: Int { cells.endIndex }
    /// The cell at an index in the order of the curve.
    public subscript(position: Int) -> CellID { cells[position] }
}

extension CellID {
    /// The six cells of level 0.
    public static let faces: [CellID] = (0..<6).map { CellID(trusted: $0 << 61 | 1 << 60) }
}
