import Database
import Proximity

/// What a feature stores of a person: how an export writes it, and how it is deleted with the account.
///
/// Each feature describes its own tables; a test compares that with every table that refers to an account.
struct PersonalData: Sendable {
    /// The tables that an export holds.
    var exported: Set<String> = []
    /// The tables that it does not hold, with the reason.
    var leftOut: [String: String] = [:]
    /// What an export's README says of the files that `export` writes.
    var files: [ExportedFiles] = []
    /// What is deleted with an account, for the page that asks.
    var deleted: [DeletionFact] = []
    /// What stays when an account is deleted.
    var kept: [DeletionFact] = []
    /// How many bytes `export` copies besides texts.
    var fileBytes: @Sendable (Reader, ID<Account>) throws -> Int = { _, _ in 0 }
    /// How many things an export will write, for its progress.
    var count: @Sendable (Reader, ID<Account>) throws -> Int = { _, _ in 0 }
    /// Writes the person's things.
    var export: @Sendable (ExportWriter, ID<Account>) throws -> Void = { _, _ in }
    /// Deletes what must be gone with the account, in the transaction that deletes it: few rows.
    var delete: @Sendable (Writer, ID<Account>, Timestamp) throws -> Void = { _, _, _ in }
    /// Deletes the rest, about `limit` rows at a time; returns how many there were, 0 at the end. Safe to run twice.
    var erase: @Sendable (Writer, ID<Account>, _ limit: Int, Timestamp) throws -> Int = { _, _, _, _ in 0 }
    /// Whether others keep something that refers to the account: then its empty row stays, as someone who left.
    var isHeld: @Sendable (Reader, ID<Account>) throws -> Bool = { _, _ in false }
}

/// Files of an export, as its README describes them.
struct ExportedFiles: Sendable {
    /// "account.json", or a folder: "media/".
    let path: String
    /// What is in them, in a few words.
    let words: String
}

/// A sentence on what becomes of something when its owner deletes their account.
struct DeletionFact: Sendable {
    let icon: String
    let title: String
    let words: String
}
