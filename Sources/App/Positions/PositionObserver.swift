import Database
import HTTP
import Proximity

/// A feature that reacts to positions.
protocol PositionObserver: Feature {
    /// Called in the transaction that stores the position.
    func positionArrived(_ database: Writer, _ arrival: Arrival) throws -> [PositionEvent]
    /// Called in the transaction in which a person deletes their positions.
    ///
    /// - Returns: a sentence for that person, "" for none.
    func positionsForgotten(_ database: Writer, for viewer: Viewer, _ now: Timestamp) throws -> String
}

extension PositionObserver {
    func positionsForgotten(_ database: Writer, for viewer: Viewer, _ now: Timestamp) throws -> String { "" }
}

/// The effect of a position, as `POST /positions` returns it.
struct PositionEvent: Encodable, Sendable, Equatable {
    /// `note.found` and, once these features exist, `zone.entered`, `zone.left`, `group.strayed`, `group.back`.
    let kind: String
    let url: String
    let title: String
}

/// The feature whose page contains the position form: it shows the form's errors.
protocol PositionFormPage: Feature {
    func positionPage(
        _ context: RequestContext, _ viewer: Viewer, _ errors: ValidationErrors
    ) throws -> Response
}
