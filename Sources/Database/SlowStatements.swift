import Foundation
import Synchronization

/// A statement that took long: others waited for it, or somebody for their page.
public struct SlowStatement: Sendable {
    /// What it is a part of, as `Database.onBehalf` was told: a route's pattern or a job's kind; "" for nothing.
    public let work: String
    /// Without its values.
    public let sql: String
    /// How long it ran, with what its caller did about each row.
    public let milliseconds: Int
}

/// Watches how long statements take.
final class SlowStatements: Sendable {
    /// Nanoseconds from which a statement is slow.
    private let limit: UInt64
    private let report = Mutex<(@Sendable (SlowStatement) -> Void)?>(nil)

    init(limit: UInt64) { self.limit = limit }

    func setReport(_ report: @escaping @Sendable (SlowStatement) -> Void) { self.report.withLock { $0 = report } }

    /// Runs a statement, and tells of it if it was slow.
    func watching<Value>(_ sql: SQL, of work: String, _ body: () throws -> Value) rethrows -> Value {
        let start = DispatchTime.now().uptimeNanoseconds
        defer {
            let took = DispatchTime.now().uptimeNanoseconds - start
            if took >= limit, let report = report.withLock({ $0 }) {
                report(SlowStatement(work: work, sql: sql.text, milliseconds: Int(took / 1_000_000)))
            }
        }
        return try body()
    }
}
