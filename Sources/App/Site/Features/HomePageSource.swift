import Database
import HTML
import Proximity

/// A feature that has something for the home page.
protocol HomePageSource: Feature {
    /// What waits for the viewer to be opened. Only reads: the parts are made after the transaction.
    func homeParts(_ database: Reader, for viewer: Viewer, _ now: Timestamp) throws -> [DeferredPart]
    /// What the viewer may do next where nothing waits; nil when the feature knows nothing.
    func homeHint(_ database: Reader, for viewer: Viewer, _ now: Timestamp) throws -> HintPart?
}

extension HomePageSource {
    func homeParts(_ database: Reader, for viewer: Viewer, _ now: Timestamp) throws -> [DeferredPart] { [] }
    func homeHint(_ database: Reader, for viewer: Viewer, _ now: Timestamp) throws -> HintPart? { nil }
}

/// A part of another feature's page: made of what a transaction read, after that transaction, since drawing takes longer
/// than reading.
typealias DeferredPart = @Sendable () throws -> Markup
