/// A line round a place, and the rule for having crossed it: wide enough between coming in and going out that the noise of
/// a receiver crosses it once.
public struct Fence: Hashable, Sendable, Codable {
    /// What the fence surrounds.
    public enum Area: Hashable, Sendable, Codable {
        /// All within `radius` of `centre`.
        case circle(centre: Coordinate, radius: Metres)
        /// All within the lines of a polygon.
        case polygon(Polygon)
    }

    /// What the fence surrounds.
    public let area: Area

    /// Two fixes beyond the line count as leaving when they are at least this many seconds apart: a single bad fix, or a
    /// burst of them, does not.
    public static let confirmation = 10.0

    /// A circle. A negative radius counts as 0; with `nan` nothing ever enters.
    public init(centre: Coordinate, radius: Metres) {
        area = .circle(centre: centre, radius: radius < 0 ? 0 : radius)
    }

    /// A polygon.
    public init(_ polygon: Polygon) {
        area = .polygon(polygon)
    }

    /// The radius from which entering and leaving are measured; 0 for a polygon, whose distances start at its edge.
    public var radius: Metres {
        if case .circle(_, let radius) = area { radius } else { 0 }
    }

    /// Metres from a place to the centre of a circle, or to the nearest point of a polygon's area (0 inside).
    public func distance(to coordinate: Coordinate) -> Metres {
        switch area {
        case .circle(let centre, _): centre.distance(to: coordinate)
        case .polygon(let polygon): polygon.distance(to: coordinate)
        }
    }

    /// How far one must be to have left: max(1.1 × radius + 10 m, radius + 25 m). The second term is the widest line at
    /// which one enters (``Gate/maximumSlack``), so no place is on both sides whatever the accuracy.
    public var exitLine: Metres {
        Metres.max(radius * 1.1 + 10, radius + Gate.maximumSlack)
    }

    /// A circle that holds all places from which ``FenceState`` may find the fence entered or not yet left by a fix of any
    /// accuracy up to ``Gate/maximumAccuracy``: what an index must find to evaluate a fix.
    public var reach: (centre: Coordinate, radius: Metres) {
        switch area {
        case .circle(let centre, _): (centre, exitLine + Gate.maximumAccuracy)
        case .polygon(let polygon):
            (polygon.surroundingCircle.centre, polygon.surroundingCircle.radius + exitLine + Gate.maximumAccuracy)
        }
    }
}

/// What happens at a fence.
public enum FenceTransition: String, Hashable, Sendable, Codable {
    case entered, left
}

/// What is known of one device at one fence. The state before the first fix is outside.
///
/// Time alone changes nothing: a device that falls silent inside is still inside when it is heard of again there. Who needs
/// to know whether it still is compares ``seen`` with now.
public struct FenceState: Hashable, Sendable, Codable {
    /// Whether the device is held to be inside.
    public private(set) var isInside = false
    /// The time of the newest fix that was taken into account; nil before the first.
    public private(set) var seen: Timestamp?
    /// Since when fixes lie beyond the exit line, without one before it in between.
    public private(set) var beyondSince: Timestamp?

    /// A device that has reported nothing yet.
    public init() {}

    /// The state after `fix`, and what happened: nothing, or one transition.
    ///
    /// - outside → inside: by the gate's rule, `distance ≤ radius + min(accuracy, 25 m)` with a fix that counts.
    /// - inside → outside: when `distance − accuracy > exitLine` on two fixes at least ``Fence/confirmation`` apart, and none
    ///   between them was not. Here a coarse fix counts too, its accuracy being allowed for in full.
    ///
    /// Mocked, typed, stale and implausible fixes and those older than the newest one seen change nothing. A fix dated
    /// ahead of `now` counts as taken now, so that a clock that runs ahead does not shut out the fixes after it.
    public func advanced(
        by fix: Fix, at fence: Fence, now: Timestamp, isPlausible: Bool
    ) -> (state: FenceState, transitions: [FenceTransition]) {
        let objection = Gate.objection(to: fix, now: now, isPlausible: isPlausible, allowsTyped: false)
        let isCoarse = if case .inaccurate = objection { true } else { false }
        let time = min(fix.time, now)
        guard objection == nil || isCoarse, seen.map({ $0 <= time }) ?? true else { return (self, []) }
        let distance = fence.distance(to: fix.coordinate)
        let accuracy = fix.accuracy ?? 0
        var next = self
        next.seen = time
        if !isInside {
            guard !isCoarse, distance <= fence.radius + min(accuracy, Gate.maximumSlack) else { return (next, []) }
            next.isInside = true
            return (next, [.entered])
        }
        guard distance - accuracy > fence.exitLine else {
            next.beyondSince = nil
            return (next, [])
        }
        let since = beyondSince ?? time
        guard time.seconds(since: since) >= Fence.confirmation else {
            next.beyondSince = since
            return (next, [])
        }
        next.isInside = false
        next.beyondSince = nil
        return (next, [.left])
    }
}
