import Database
import HTTP
import Proximity

/// A feature in which something may lie at each position: somebody who walks past it finds it, however many positions come
/// at once.
protocol PositionObserver: Feature {
    /// What it does with a position. What follows from the fix alone, such as the cells around it, is computed here,
    /// before the transaction: all other writes wait for that.
    ///
    /// - Parameter isAnswered: whether the answer to the report tells what the position did; phone apps are told nothing.
    func reaction(to fix: Fix, isAnswered: Bool) -> PositionReaction
}

/// A feature that keeps where people are: of the positions of a report only what holds at its end is news.
protocol PresenceObserver: Feature {
    /// Whether it is told of guests too.
    var observesGuests: Bool { get }
    /// Called in the transaction that stores the last positions of a report.
    ///
    /// - Parameter arrivals: the last ones, at most `Positions.mostAtOnce`, oldest first; never empty. They are of one device.
    func moved(_ database: Writer, _ arrivals: [Arrival]) throws -> PositionEffects
    /// Called in the transaction in which a person deletes their positions.
    ///
    /// - Returns: a sentence for that person, "" for none.
    func positionsForgotten(_ database: Writer, for viewer: Viewer, _ now: Timestamp) throws -> String
}

extension PresenceObserver {
    var observesGuests: Bool { false }
}

/// Called in the transaction that stores a position.
typealias PositionReaction = (Writer, Arrival) throws -> PositionEffects

/// What a position did.
struct PositionEffects: Sendable, Equatable {
    var events: [PositionEvent] = []
    /// Sentences for the person who stands there: why something that is here does not open. They leave no trace.
    var reasons: [String] = []

    /// Everything from both sides.
    static func + (left: PositionEffects, right: PositionEffects) -> PositionEffects {
        PositionEffects(events: left.events + right.events, reasons: left.reasons + right.reasons)
    }
}

/// Something that a position opened, as `POST /positions` returns it.
struct PositionEvent: Encodable, Sendable, Equatable {
    /// `note.found`, `relic.near` and, once these features exist, `zone.entered`, `zone.left`, `group.strayed`, `group.back`.
    let kind: String
    let url: String
    let title: String

    /// Whether it says again at every position what lies there, not that something happened.
    var isPlace: Bool { kind == "relic.near" }
}

/// The feature whose page contains the position form: it shows the form's errors.
protocol PositionFormPage: Feature {
    func positionPage(
        _ context: RequestContext, _ viewer: Viewer, _ errors: ValidationErrors
    ) throws -> Response
}
