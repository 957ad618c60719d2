import Database
import Proximity

/// The personal data that a feature stores: how to export it, and how to delete it with the account.
///
/// Each feature describes its own tables; a test checks that every table that refers to an account is described.
struct PersonalData: Sendable {
    /// The tables in an export.
    var exported: Set<String> = []
    /// The tables not in an export, with the reason.
    var leftOut: [String: String] = [:]
    /// The files that `export` writes, for the README.
    var files: [ExportedFiles] = []
    /// What is deleted with an account, for the page that asks.
    var deleted: [DeletionFact] = []
    /// What stays when an account is deleted.
    var kept: [DeletionFact] = []
    /// Bytes of files that `export` copies.
    var fileBytes: @Sendable (Reader, ID<Account>) throws -> Int = { _, _ in 0 }
    /// Number of things that `export` writes, for the progress bar.
    var count: @Sendable (Reader, ID<Account>) throws -> Int = { _, _ in 0 }
    /// Writes the person's data.
    var export: @Sendable (ExportWriter, ID<Account>) throws -> Void = { _, _ in }
    /// Deletes what must be gone at once, in the transaction that deletes the account: few rows.
    var delete: @Sendable (Writer, ID<Account>, Timestamp) throws -> Void = { _, _, _ in }
    /// Deletes the rest, about `limit` rows at a time; returns how many there were, 0 at the end. Safe to run twice.
    var erase: @Sendable (Writer, ID<Account>, _ limit: Int, Timestamp) throws -> Int = { _, _, _, _ in 0 }
    /// Whether other people's rows refer to the account, so that its cleared row must stay.
    var isHeld: @Sendable (Reader, ID<Account>) throws -> Bool = { _, _ in false }
}

/// Files of an export, for its README.
struct ExportedFiles: Sendable {
    /// "account.json", or a folder: "media/".
    let path: String
    /// Their content in a few words.
    let words: String
}

/// A sentence about what happens to data when its owner deletes their account.
struct DeletionFact: Sendable {
    let icon: String
    let title: String
    let words: String
}
