import Database
import Media
import Proximity

/// Files that somebody keeps for longer than what shows them: those of a report, which its author may delete.
///
/// A held file whose thing is deleted counts for its owner no more and is in no export of theirs, as if it were gone: they
/// cannot tell that it is held. It is deleted with the last hold.
extension Uploads {
    /// How much of one owner's files is held at once, in bytes: reports must not fill the disk. Once that much is held, no
    /// other file is.
    static let maxHeldBytes: Int64 = 500_000_000

    /// Holds a file.
    ///
    /// - Returns: false if it is not there any more, or as much of its owner's is held already.
    static func hold(_ database: Writer, _ name: MediaName) throws -> Bool {
        try MediaQueries.addHold(database, name, below: maxHeldBytes)
    }

    /// Ends a hold; deletes the files if what showed them was deleted meanwhile and nobody else holds them.
    static func endHold(_ database: Writer, _ name: MediaName, at now: Timestamp) throws {
        try MediaQueries.removeHold(database, name)
        if try MediaQueries.isForgotten(database, name) { try release(database, name, at: now) }
    }
}

extension MediaQueries {
    fileprivate static func addHold(_ database: Writer, _ name: MediaName, below limit: Int64) throws -> Bool {
        try database.execute(
            """
            UPDATE media SET holds = holds + 1
            WHERE name = \(name.text) AND (holds > 0 OR \(limit) >
              (SELECT coalesce(sum(held.bytes), 0) FROM media AS held
               WHERE held.owner_id = media.owner_id AND held.holds > 0))
            """) > 0
    }

    fileprivate static func removeHold(_ database: Writer, _ name: MediaName) throws {
        try database.execute("UPDATE media SET holds = holds - 1 WHERE name = \(name.text)")
    }

    /// Whether nothing shows a file and nobody holds it any more.
    fileprivate static func isForgotten(_ database: Reader, _ name: MediaName) throws -> Bool {
        try database.exists(
            "SELECT 1 FROM media WHERE name = \(name.text) AND holds = 0 AND released_at IS NOT NULL")
    }

    /// Takes a held file from its owner; false if nobody holds it.
    static func releaseHeld(_ database: Writer, _ name: MediaName, at now: Timestamp) throws -> Bool {
        try database.execute(
            """
            UPDATE media SET released_at = \(now), disowned_at = coalesce(disowned_at, \(now))
            WHERE name = \(name.text) AND holds > 0
            """) > 0
    }

    /// Lets those who hold a file hold another one, which replaces it.
    static func moveHolds(_ database: Writer, from old: MediaName, to new: MediaName) throws {
        try database.execute(
            """
            UPDATE media SET (holds, released_at, disowned_at) =
              (SELECT holds, released_at, disowned_at FROM media AS earlier WHERE earlier.name = \(old.text))
            WHERE name = \(new.text)
            """)
        try database.execute("UPDATE media SET holds = 0 WHERE name = \(old.text)")
    }
}
