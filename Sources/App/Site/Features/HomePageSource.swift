import Database
import HTML
import Proximity

/// A feature with content for the home page.
protocol HomePageSource: Feature {
    /// What waits for the viewer or is new to them. Only reads: the parts are rendered after the transaction.
    func homeParts(_ database: Reader, for viewer: Viewer, _ now: Timestamp) throws -> [DeferredPart]
    /// Where the viewer is led instead, once, because something does not wait; nil for the home page. Asked only for the
    /// home page's own address without a query, which no notice, mail or invitation leads to, and outside of transactions.
    func detour(for viewer: Viewer, _ now: Timestamp) throws -> String?
    /// What the viewer could do next if nothing waits; nil for nothing.
    func nextStep(_ database: Reader, for viewer: Viewer, _ now: Timestamp) throws -> NextStepPart?
}

/// A feature with something for visitors on the welcome page.
protocol WelcomeSource: Feature {
    /// What the page shows above all else; the same for everybody: the page asks no database.
    func welcomeNotice() -> Markup
    /// What it shows below, likewise.
    func welcomePart() -> Markup
}

extension WelcomeSource {
    func welcomeNotice() -> Markup { Markup(trusted: "") }
    func welcomePart() -> Markup { Markup(trusted: "") }
}

extension HomePageSource {
    func homeParts(_ database: Reader, for viewer: Viewer, _ now: Timestamp) throws -> [DeferredPart] { [] }
    func detour(for viewer: Viewer, _ now: Timestamp) throws -> String? { nil }
    func nextStep(_ database: Reader, for viewer: Viewer, _ now: Timestamp) throws -> NextStepPart? { nil }
}

/// A part for another feature's page, rendered after the transaction that read its data, because drawing takes longer
/// than reading.
typealias DeferredPart = @Sendable () throws -> Markup
