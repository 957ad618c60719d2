import Database
import Proximity

/// Whether a person stands where a relic opens.
enum RelicNearness {
    /// They do, by this fix.
    case near(Fix)
    /// They do not, and why; how far they are, if that is known.
    case far(Reason, Metres)
    /// No device of theirs said just now where it is; how far they were within the last half hour, if that is known.
    case unknown(Metres?)
}

extension Relics {
    /// Asks the gate of a relic about what each of the viewer's devices said last. One that is there suffices.
    func nearness(
        _ database: Reader, of relic: KnownRelic, for viewer: Viewer, _ now: Timestamp
    ) throws -> RelicNearness {
        let gate = Gate(centre: relic.coordinate, radius: relic.radius)
        let allowsTyped = site.settings.allowsTyped
        var closed: RelicNearness?
        for judged in try positions.fixes(database, of: viewer.id, now) {
            let answer = gate.decide(
                judged.fix, now: now, isPlausible: judged.isPlausible, allowsTyped: allowsTyped)
            switch answer {
            case .open: return .near(judged.fix)
            case .closed(let reason):
                closed = closed ?? .far(reason, relic.coordinate.distance(to: judged.fix.coordinate))
            }
        }
        if let closed { return closed }
        let last = try positions.last(database, of: viewer.id, now).flatMap { last in
            now.seconds(since: last.takenAt) <= Hint.memory ? last.coordinate : nil
        }
        return .unknown(last.map { relic.coordinate.distance(to: $0) })
    }
}

/// How far a relic is, and what to do about it.
struct RelicWay {
    /// "180 m away"; "" if that is not known.
    let distance: String
    let words: String
    let isNear: Bool

    init(_ nearness: RelicNearness, relic: KnownRelic, units: DistanceFormat) {
        switch nearness {
        case .near:
            (distance, isNear) = ("You are here", true)
            words = relic.isLocked ? "Now only the password is missing." : "It opens for you now."
        case .far(.tooFar, let metres):
            (distance, isNear) = (RelicWay.away(metres, units), false)
            words = "Walk there to open it."
        case .far(let reason, let metres):
            (distance, isNear) = (RelicWay.away(metres, units), false)
            words = PositionWords.words(reason, units)
        case .unknown(let metres?):
            (distance, isNear) = (RelicWay.away(metres, units), false)
            words =
                metres > relic.radius
                ? "Walk there to open it." : "You were there a moment ago. Check again to open it."
        case .unknown(nil):
            (distance, isNear) = ("", false)
            words = "We don’t know where you are right now. Check here to see how far it is."
        }
    }

    private static func away(_ metres: Metres, _ units: DistanceFormat) -> String {
        "\(units.string(for: metres)) away"
    }
}
