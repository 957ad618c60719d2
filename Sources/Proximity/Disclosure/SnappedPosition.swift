/// All that others may know of a person's position outside a running group: a cell of the S2 grid, about 1.1 km wide.
///
/// This value stores the cell only, so the exact coordinate cannot be recovered from it. Everything shown about a
/// person or derived from their position – distance, order, filter, count, map, cache tag – uses this type, on both
/// sides: the viewer is snapped too, from their own stored position. Rounding alone protects nobody: a thousand queries
/// from a thousand places find a person within 41 m through distances rounded to a kilometre, and within a metre
/// through "is within 5 km". Through this type they find only the cell (R. Heaton's attack on Bumble, 2021; K. Dhondt
/// et al., "Swipe left for identity theft", USENIX Security 2024).
public struct SnappedPosition: Hashable, Sendable {
    /// S2 level 13: 0.76 to 1.6 km² a cell, 1.27 on average. An attacker who finds the cell is still some 400 m off.
    public static let level = 13

    /// The cell, always of ``level``.
    public let cell: CellID

    /// The cell that holds `coordinate`. Use ``Snapping`` for a person who moves.
    public init(_ coordinate: Coordinate) {
        cell = CellID(coordinate, level: SnappedPosition.level)
    }

    /// A position that was stored as its cell; nil for a cell of another level.
    public init?(cell: CellID) {
        guard cell.level == SnappedPosition.level else { return nil }
        self.cell = cell
    }

    /// The middle of the cell: where to draw the person.
    public var centre: Coordinate { cell.centre }

    /// The box round the cell: where the person may be.
    public var bounds: Bounds { cell.bounds }

    /// From the middle of one cell to that of the other; 0 in the same cell.
    public func distance(to other: SnappedPosition) -> Metres {
        self == other ? 0 : centre.distance(to: other.centre)
    }

    /// The distance as a step for display, in the units of `format`: "within 2 km". See ``DistanceFormat/step(for:)``.
    public func distanceStep(to other: SnappedPosition, in format: DistanceFormat) -> Metres {
        format.step(for: distance(to: other))
    }

    /// Whether the middles of the cells are at most `radius` apart. Filters for people "within" a distance use this.
    public func isWithin(_ radius: Metres, of other: SnappedPosition) -> Bool {
        distance(to: other) <= radius
    }

    /// Ids sorted by the distance of their positions from this one, then by id. The order depends on nothing else.
    public func nearestFirst(_ others: [(id: Int64, position: SnappedPosition)]) -> [Int64] {
        others.map { Neighbour(id: $0.id, distance: distance(to: $0.position)) }.sorted().map(\.id)
    }
}

extension SnappedPosition: Codable {
    /// Decodes a token; throws `DecodingError.dataCorrupted` for a cell of another level.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let valid = SnappedPosition(cell: try container.decode(CellID.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "not a cell of level \(SnappedPosition.level)")
        }
        self = valid
    }

    /// Encoded as the cell's token.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(cell)
    }
}

/// The snapped position of a moving person, with hysteresis: for someone who lives on the edge of a cell, the drift of
/// the receiver must not change the cell again and again, which would reveal that they are on the edge.
///
/// This state is private to its owner; others may see only ``position``.
public struct Snapping: Hashable, Sendable, Codable {
    /// A position beyond the edge by this fraction of the cell's width changes the cell at once.
    public static let margin = 0.25
    /// A position that stays outside the cell for this many seconds changes the cell, however near the edge is.
    public static let patience = 600.0

    /// What others may see; nil before the first position.
    public private(set) var position: SnappedPosition?
    private var outsideSince: Timestamp?

    /// A state without any position.
    public init() {}

    /// The state after a plausible position. A `time` older than the last one counts as now; the caller keeps the
    /// order.
    public func advanced(to coordinate: Coordinate, at time: Timestamp) -> Snapping {
        var next = self
        next.outsideSince = nil
        let here = SnappedPosition(coordinate)
        guard let position, position != here else {
            next.position = here
            return next
        }
        let square = CellSquare(position.cell)
        let since = outsideSince.known(at: time) ?? time
        let isFar = square.angle(to: Vector(coordinate)) > Snapping.margin * square.width
        if isFar || time.seconds(since: since) >= Snapping.patience {
            next.position = here
        } else {
            next.outsideSince = since
        }
        return next
    }
}

extension CellSquare {
    /// The mean length of the four sides, radians.
    fileprivate var width: Double {
        let corners = self.corners
        return (0..<4).reduce(0) { $0 + corners[$1].angle(to: corners[($1 + 1) & 3]) } / 4
    }
}
