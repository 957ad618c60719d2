import Database
import Media
import Proximity

/// SQL on deleting notes, and on taking that back. For ``Flash/keepTime`` everything stays as it is under a mark; then
/// a job deletes it.
extension NoteQueries {
    /// The job that deletes what nobody can restore any more.
    static let forgetting = "notes.forget"

    /// Removes a note from its author's list, so that it waits for nobody any more; false if it is not theirs. Found or
    /// not, the author sees the same: the photo no longer counts for them, and the form may create another note.
    static func deleteSent(_ database: Writer, _ id: ID<Note>, by author: ID<Account>, at now: Timestamp) throws -> Bool
    {
        let note = try database.all(
            """
            UPDATE note SET deleted_at = \(now), submission = \(FormKey.ofDeleted(id))
            WHERE id = \(id) AND author_id = \(author) AND deleted_at IS NULL RETURNING photo, lat, lon
            """, placed
        ).first
        guard let note else { return false }
        if let photo = note.photo { try Uploads.disown(database, photo, at: now) }
        try GridCounts.remove(database, layer(by: author), place: note.place)
        try forgetLater(database, id, at: now)
        return true
    }

    /// Puts a deleted note back into its author's list; it waits again for those for whom it waited. False if it is not
    /// theirs or it is too late.
    static func restoreSent(
        _ database: Writer, _ id: ID<Note>, by author: ID<Account>, at now: Timestamp
    ) throws -> Bool {
        let note = try database.all(
            """
            UPDATE note SET deleted_at = NULL
            WHERE id = \(id) AND author_id = \(author) AND deleted_at > \(now - Flash.undoTime) RETURNING photo, lat, lon
            """, placed
        ).first
        guard let note else { return false }
        if let photo = note.photo { try Uploads.own(database, photo) }
        try GridCounts.add(database, layer(by: author), place: note.place)
        return true
    }

    /// Removes a note from a finder's archive; false if it is not in it.
    static func deleteFromArchive(
        _ database: Writer, _ id: ID<Note>, of account: ID<Account>, at now: Timestamp
    ) throws -> Bool {
        guard let note = try found(database, [id], by: account).first else { return false }
        try database.execute(
            "UPDATE delivery SET removed_at = \(now) WHERE note_id = \(id) AND recipient_id = \(account)")
        try GridCounts.remove(database, layer(of: account), place: note.coordinate)
        try forgetLater(database, id, at: now)
        return true
    }

    /// Puts a note back into a finder's archive; false if it was not in it or it is too late.
    static func restoreToArchive(
        _ database: Writer, _ id: ID<Note>, of account: ID<Account>, at now: Timestamp
    ) throws -> Bool {
        let count = try database.execute(
            """
            UPDATE delivery SET removed_at = NULL
            WHERE note_id = \(id) AND recipient_id = \(account) AND removed_at > \(now - Flash.undoTime)
            """)
        guard count > 0, let note = try found(database, [id], by: account).first else { return false }
        try GridCounts.add(database, layer(of: account), place: note.coordinate)
        return true
    }

    /// Deletes what is left of a note whose author or finder deleted it, unless they restored it.
    static func forget(_ database: Writer, _ id: ID<Note>, at now: Timestamp) throws {
        let settled = now - Flash.keepTime
        try database.execute(
            """
            DELETE FROM delivery WHERE note_id = \(id) AND found_at IS NULL
              AND EXISTS (SELECT 1 FROM note WHERE note.id = delivery.note_id AND note.deleted_at <= \(settled))
            """)
        try deleteUnseen(database, among: [id], settledBy: settled, now)
    }

    /// Deletes those among `notes` that neither the author nor a finder keeps or can restore, and their photos.
    ///
    /// - Parameter settled: what was deleted until then cannot be restored.
    static func deleteUnseen(
        _ database: Writer, among notes: [ID<Note>], settledBy settled: Timestamp, _ now: Timestamp
    ) throws {
        let photos: [String?] = try database.all(
            """
            DELETE FROM note WHERE deleted_at <= \(settled) AND id IN \(notes)
              AND NOT EXISTS (SELECT 1 FROM delivery WHERE delivery.note_id = note.id
                AND (delivery.removed_at IS NULL OR delivery.removed_at > \(settled)))
            RETURNING photo
            """
        ) { try $0["photo"] }
        for name in photos.compactMap({ $0.flatMap { MediaName($0) } }) { try Uploads.release(database, name, at: now) }
    }

    /// The key holds the time: a note that is restored and deleted again is forgotten after the second time.
    private static func forgetLater(_ database: Writer, _ id: ID<Note>, at now: Timestamp) throws {
        try Job.enqueue(
            database, kind: forgetting, key: "\(forgetting) \(id) \(now.milliseconds)", payload: id.description,
            at: now + Flash.keepTime)
    }

    private static func placed(_ row: Row) throws -> (photo: MediaName?, place: Coordinate) {
        let photo: String? = try row["photo"]
        return (photo.flatMap { MediaName($0) }, try row.coordinate())
    }
}
