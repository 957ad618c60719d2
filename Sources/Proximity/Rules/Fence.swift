/// A line round a place, and the rule for crossing it. The gap between entering and leaving is wide enough that a
/// receiver's noise causes one crossing only.
public struct Fence: Hashable, Sendable, Codable {
    /// What the fence surrounds.
    public enum Area: Hashable, Sendable, Codable {
        /// Everything within `radius` of `centre`.
        case circle(centre: Coordinate, radius: Metres)
        /// Everything within a polygon.
        case polygon(Polygon)
    }

    /// What the fence surrounds.
    public let area: Area

    /// Two fixes beyond the line count as leaving when they are at least this many seconds apart. A single bad fix, or
    /// a burst of them, does not count.
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

    /// The distance beyond which a device has left: max(1.1 × radius + 10 m, radius + 25 m). The second term is the
    /// widest distance at which a device enters (``Gate/maximumSlack``), so no place is both inside and outside at any
    /// accuracy.
    public var exitLine: Metres {
        Metres.max(radius * 1.1 + 10, radius + Gate.maximumSlack)
    }

    /// A circle that holds every place where a fix with an accuracy up to ``Gate/maximumAccuracy`` may enter the fence
    /// or show that it is not yet left. An index query for the fix must find this circle.
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

/// The state of one device at one fence. Before the first fix the device is outside.
///
/// Time alone changes nothing: a device that falls silent inside is still inside at its next fix there. A caller that
/// needs to know whether it still is compares ``seen`` with now.
public struct FenceState: Hashable, Sendable, Codable {
    /// Whether the device is inside.
    public private(set) var isInside = false
    /// The time of the newest fix that counted; nil before the first.
    public private(set) var seen: Timestamp?
    /// Time of the first of the fixes beyond the exit line, without one inside it since; nil when there is none.
    public private(set) var beyondSince: Timestamp?

    /// A device that has reported nothing yet.
    public init() {}

    /// The state after `fix`, and what happened: nothing, or one transition.
    ///
    /// - outside → inside: by the gate's rule, `distance ≤ radius + min(accuracy, 25 m)` with a fix that counts.
    /// - inside → outside: when `distance − accuracy > exitLine` on two fixes at least ``Fence/confirmation`` apart,
    ///   with no fix between them that fails this. A coarse fix counts here, because its whole accuracy is subtracted.
    ///
    /// Mocked, typed, stale and implausible fixes and those older than the newest one seen change nothing. A fix dated
    /// ahead of `now` counts as taken now, so that a fast clock does not block later fixes.
    public func advanced(
        by fix: Fix, at fence: Fence, now: Timestamp, isPlausible: Bool
    ) -> (state: FenceState, transitions: [FenceTransition]) {
        let objection = Gate.objection(to: fix, now: now, isPlausible: isPlausible, allowsTyped: false)
        let isCoarse = if case .inaccurate = objection { true } else { false }
        let time = min(fix.time, now)
        guard objection == nil || isCoarse, seen.known(at: now).map({ $0 <= time }) ?? true else { return (self, []) }
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
        let since = beyondSince.known(at: now) ?? time
        guard time.seconds(since: since) >= Fence.confirmation else {
            next.beyondSince = since
            return (next, [])
        }
        next.isInside = false
        next.beyondSince = nil
        return (next, [.left])
    }
}

extension FenceState: LosslessStringConvertible {
    /// Reads what ``description`` wrote: nil for anything else.
    public init?(_ description: String) {
        var fields = StateFields(description)
        do {
            let inside = try fields.integer()
            isInside = inside == 1
            seen = try fields.optionalInteger().map { Timestamp(milliseconds: $0) }
            beyondSince = try fields.optionalInteger().map { Timestamp(milliseconds: $0) }
            guard (0...1).contains(inside), fields.isAtEnd else { return nil }
        } catch { return nil }
    }

    /// The stored text; the same for the same state.
    public var description: String {
        var text = StateText()
        text.add(isInside)
        text.add(seen?.milliseconds)
        text.add(beyondSince?.milliseconds)
        return text.text
    }
}
