import Database
import HTTP
import Proximity

/// A feature that reacts to positions.
protocol PositionObserver: Feature {
    /// Reacts to a position, in the transaction that stores it.
    func positionArrived(_ database: Writer, _ arrival: Arrival) throws -> [PositionEvent]
    /// Somebody had positions of theirs deleted, in that transaction.
    ///
    /// - Returns: a sentence that they are told, "" for none.
    func positionsForgotten(_ database: Writer, for viewer: Viewer, _ now: Timestamp) throws -> String
}

extension PositionObserver {
    func positionsForgotten(_ database: Writer, for viewer: Viewer, _ now: Timestamp) throws -> String { "" }
}

/// What a position brought about, as `POST /positions` tells it.
struct PositionEvent: Encodable, Sendable, Equatable {
    /// `note.found` and, with their features, `zone.entered`, `zone.left`, `group.strayed`, `group.back`.
    let kind: String
    let url: String
    let title: String
}

/// The feature whose page has the form for a position: it is shown again with what is wrong.
protocol PositionFormPage: Feature {
    func positionPage(
        _ context: RequestContext, _ viewer: Viewer, _ errors: ValidationErrors
    ) throws -> Response
}
