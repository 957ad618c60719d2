/// May this person open this thing here, now? A circle, and the rule for whether a fix is in it.
public struct Gate: Hashable, Sendable {
    /// Where the thing lies.
    public let centre: Coordinate
    /// How near a person must be.
    public let radius: Metres

    /// The default radius of a note: 20 feet, 6.096 m.
    public static let noteRadius = 20 * Metres.foot
    /// At most this much of a fix's accuracy counts in favour of the visitor. Phones in a street are seldom better than
    /// 5 m and often worse than 20 m; more than 25 m would open things from the next block.
    public static let maximumSlack: Metres = 25
    /// A fix older than this many seconds says where the person was, not where they are: people walk 170 m in two
    /// minutes.
    public static let maximumAge = 120.0
    /// A fix with a larger radius of uncertainty, in metres, is a guess from a cell tower.
    public static let maximumAccuracy: Metres = 100

    /// A gate of `radius` round `centre`. A negative radius counts as 0 and with `nan` the gate never opens.
    public init(centre: Coordinate, radius: Metres = Gate.noteRadius) {
        self.centre = centre
        self.radius = radius < 0 ? 0 : radius
    }

    /// How far from the centre a fix of this accuracy may lie: `radius + min(accuracy, maximumSlack)`; the radius alone
    /// without accuracy (typed).
    public func reach(accuracy: Metres?) -> Metres {
        radius + min(accuracy ?? 0, Gate.maximumSlack)
    }

    /// Opens when the distance is at most ``reach(accuracy:)``, otherwise says why not.
    ///
    /// `isPlausible` is the verdict of ``Plausibility`` on this fix; `allowsTyped` says whether this kind of thing
    /// opens for a position without accuracy. The first reason that applies is given, in this order: mocked, typed,
    /// stale, ahead, implausible, inaccurate, too far. So the distance is given only for a fix that is otherwise good.
    public func decide(_ fix: Fix, now: Timestamp, isPlausible: Bool, allowsTyped: Bool) -> Decision {
        if let reason = Gate.objection(to: fix, now: now, isPlausible: isPlausible, allowsTyped: allowsTyped) {
            return .closed(reason)
        }
        let distance = centre.distance(to: fix.coordinate)
        return distance <= reach(accuracy: fix.accuracy)
            ? .open(distance: distance) : .closed(.tooFar(distance: distance))
    }

    /// Why a fix does not count, whatever its distance; nil when it counts.
    public static func objection(to fix: Fix, now: Timestamp, isPlausible: Bool, allowsTyped: Bool) -> Reason? {
        if fix.isMock { return .mocked }
        if fix.isTyped && !allowsTyped { return .typedNotAllowed }
        let age = fix.age(at: now)
        if age > maximumAge { return .stale(seconds: age) }
        if -age > Plausibility.futureTolerance { return .ahead(seconds: -age) }
        if !isPlausible { return .implausible }
        if let accuracy = fix.accuracy, accuracy > maximumAccuracy { return .inaccurate(accuracy: accuracy) }
        return nil
    }
}

/// The answer of a gate.
public enum Decision: Hashable, Sendable {
    /// It opens; the distance to its centre.
    case open(distance: Metres)
    /// It stays closed, for this reason.
    case closed(Reason)

    /// Whether it opens.
    public var isOpen: Bool {
        if case .open = self { true } else { false }
    }
}

/// Why a gate stays closed, with the figure that explains it; pages supply the words.
public enum Reason: Hashable, Sendable {
    /// The fix is good but outside the gate.
    case tooFar(distance: Metres)
    /// The fix is older than ``Gate/maximumAge``; its age in seconds.
    case stale(seconds: Double)
    /// The fix is dated later than now by more than ``Plausibility/futureTolerance``; by how many seconds.
    case ahead(seconds: Double)
    /// The fix is less accurate than ``Gate/maximumAccuracy``; its accuracy.
    case inaccurate(accuracy: Metres)
    /// The device's fixes contradict each other, see ``Plausibility``.
    case implausible
    /// The source says that the position is simulated.
    case mocked
    /// The position has no accuracy, and this thing requires one.
    case typedNotAllowed
}
