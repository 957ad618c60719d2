import Database
import Proximity

/// What a feature keeps of people: how it goes into an export, and how it goes away with somebody who leaves.
///
/// Each feature says so of its own tables; a test holds the tables that lead to an account against what is said here.
struct PersonalData: Sendable {
    /// The tables that an export holds.
    var exported: Set<String> = []
    /// The tables that it does not hold, with the reason.
    var leftOut: [String: String] = [:]
    /// How many things an export will write, for its progress.
    var count: @Sendable (Reader, ID<Account>) throws -> Int = { _, _ in 0 }
    /// Writes the person's things.
    var export: @Sendable (ExportWriter, ID<Account>) throws -> Void = { _, _ in }
    /// Deletes what must not be there any more when somebody has left, in that transaction: little.
    var part: @Sendable (Writer, ID<Account>, Timestamp) throws -> Void = { _, _, _ in }
    /// Deletes the rest, about `most` rows at a time; returns how many there were, 0 at the end. Bears being done again.
    var erase: @Sendable (Writer, ID<Account>, _ most: Int, Timestamp) throws -> Int = { _, _, _, _ in 0 }
    /// Whether others keep something that names the account, which then stays as someone who left.
    var isHeld: @Sendable (Reader, ID<Account>) throws -> Bool = { _, _ in false }
}
