import Database
import Proximity

/// The feature that erases what every feature stores of a deleted account.
protocol AccountEraser: Feature {
    /// Enqueues the erasure in the caller's transaction.
    func requestErasure(_ database: Writer, _ account: ID<Account>, _ now: Timestamp) throws
}
