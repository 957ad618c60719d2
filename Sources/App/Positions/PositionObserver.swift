import Database
import HTTP
import Proximity

/// A feature that reacts to positions.
protocol PositionObserver: Feature {
    /// Whether it is told of the positions of guests too.
    var observesGuests: Bool { get }
    /// What it does with a position. What follows from the fix alone, such as the cells around it, is computed here,
    /// before the transaction: all other writes wait for that.
    ///
    /// - Parameter isAnswered: whether the answer to the report tells what the position did; phone apps are told nothing.
    func handler(for fix: Fix, isAnswered: Bool) -> PositionHandler
    /// Called in the transaction in which a person deletes their positions.
    ///
    /// - Returns: a sentence for that person, "" for none.
    func positionsForgotten(_ database: Writer, for viewer: Viewer, _ now: Timestamp) throws -> String
}

extension PositionObserver {
    var observesGuests: Bool { false }
    func positionsForgotten(_ database: Writer, for viewer: Viewer, _ now: Timestamp) throws -> String { "" }
}

/// Called in the transaction that stores a position.
typealias PositionHandler = (Writer, PositionSubmission) throws -> PositionEffects

/// What a position did.
struct PositionEffects: Sendable, Equatable {
    var events: [PositionEvent] = []
    /// Sentences for the person who stands there: why something that is here does not open. They leave no trace.
    var reasons: [String] = []
    /// Sentences on what lies around, which change as one walks: a feature says only what the person may know at their
    /// place anyhow. They leave no trace.
    var surroundings: [String] = []

    /// Whether it says anything but what lies around.
    var isNews: Bool { !events.isEmpty || !reasons.isEmpty }

    /// Everything from both sides.
    static func + (left: PositionEffects, right: PositionEffects) -> PositionEffects {
        PositionEffects(
            events: left.events + right.events, reasons: left.reasons + right.reasons,
            surroundings: left.surroundings + right.surroundings)
    }
}

/// Something that a position opened, as `POST /positions` returns it.
struct PositionEvent: Encodable, Sendable, Equatable {
    /// `note.found`, `relic.near`, `zone.entered`, `zone.left`, `group.strayed`, `group.back`.
    let kind: String
    let url: String
    let title: String

    /// Whether it says again at every position what lies there, not that something happened.
    var isPlace: Bool { kind == "relic.near" }
}
