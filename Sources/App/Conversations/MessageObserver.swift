import Database
import Proximity

/// A feature that reacts to messages, wherever people write to each other.
protocol MessageObserver: Feature {
    /// Called in the transaction that stores a message, once for each.
    func written(
        _ database: Writer, _ message: NewMessage, in conversation: ID<Conversation>, by sender: ID<Account>,
        _ now: Timestamp
    ) throws
}
