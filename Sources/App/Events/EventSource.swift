import Database
import Proximity

/// A feature whose durable events people receive on their streams. An event stores only its subject: what it says, and
/// whether the person may still know, is asked when it is sent.
protocol EventSource: Feature {
    /// The name of its events: "notice", "chat".
    var eventName: String { get }
    /// What events say, as JSON on one line, by subject. Those that the person may not know any more are left out.
    func eventData(
        _ database: Reader, of subjects: [Int64], for account: ID<Account>, _ now: Timestamp
    ) throws -> [Int64: String]
}
