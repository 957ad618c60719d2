import Database
import Proximity

/// SQL on edits. An edit is for those who have not found the note yet: everybody else keeps the words that they found,
/// as an earlier edition, so that no author's edit tells who they are.
extension NoteQueries {
    /// The join that reads a note as its finder has it, after a `delivery`.
    static let editions: SQL = """
        LEFT JOIN note_edition AS edition ON edition.note_id = delivery.note_id AND edition.number = delivery.edition
        """

    /// The place of a note as its finder has it.
    static let place: SQL = "coalesce(edition.lat, note.lat) AS lat, coalesce(edition.lon, note.lon) AS lon"

    /// A note that its author may edit, as it is now; nil once they were told of an opening, or if they know that it
    /// waits for nobody.
    static func editable(
        _ database: Reader, _ id: ID<Note>, by author: ID<Account>, _ now: Timestamp
    ) throws -> NoteContents? {
        try database.first(
            """
            SELECT text, lat, lon, radius_m, hint, opens_at, closes_at, is_on_map, reminds FROM note
            WHERE id = \(id) AND \(isEditable(by: author, now))
            """
        ) { row in
            NoteContents(
                text: try row["text"], coordinate: try row.coordinate(), radius: Metres(try row["radius_m"]),
                hint: try row["hint"], opensAt: try row["opens_at"], closesAt: try row["closes_at"],
                isOnMap: try row["is_on_map"], reminds: try row["reminds"])
        }
    }

    /// Those among `notes` that their author may edit.
    static func editable(
        _ database: Reader, among notes: [ID<Note>], by author: ID<Account>, _ now: Timestamp
    ) throws -> Set<ID<Note>> {
        Set(
            try database.all("SELECT id FROM note WHERE id IN \(notes) AND \(isEditable(by: author, now))") {
                try $0["id"]
            })
    }

    /// What is offered depends on what the author was told, never on who has found the note.
    private static func isEditable(by author: ID<Account>, _ now: Timestamp) -> SQL {
        """
        note.author_id = \(author) AND note.deleted_at IS NULL
          AND (EXISTS (SELECT 1 FROM delivery WHERE delivery.note_id = note.id AND delivery.withdrawn_at IS NULL)
            OR \(isLinked(now)))
          AND NOT EXISTS (SELECT 1 FROM delivery WHERE delivery.note_id = note.id AND \(isTold(now)))
        """
    }

    /// Changes a note for those who have not found it; false if its author may not edit it.
    static func edit(
        _ database: Writer, _ id: ID<Note>, to contents: NoteContents, by author: ID<Account>, _ now: Timestamp
    ) throws -> Bool {
        guard let before = try editable(database, id, by: author, now) else { return false }
        try keepEdition(database, id)
        let (place, cell) = (contents.coordinate, CellID(contents.coordinate).signed)
        try database.execute(
            """
            UPDATE note SET text = \(contents.text), lat = \(place.latitude), lon = \(place.longitude), cell = \(cell), radius_m = \(contents.radius.value),
              hint = \(contents.hint), opens_at = \(contents.opensAt), closes_at = \(contents.closesAt),
              is_on_map = \(contents.isOnMap), reminds = \(contents.reminds)
            WHERE id = \(id)
            """)
        try database.execute("UPDATE delivery SET cell = \(cell) WHERE note_id = \(id) AND found_at IS NULL")
        try GridCounts.remove(database, layer(by: author), before.coordinate)
        try GridCounts.add(database, layer(by: author), place)
        return true
    }

    /// Keeps a note as it is for those who have found it.
    private static func keepEdition(_ database: Writer, _ id: ID<Note>) throws {
        let last: Int? = try database.value(
            "SELECT coalesce(max(number), 0) FROM note_edition WHERE note_id = \(id)")
        let number = (last ?? 0) + 1
        let finders = try database.execute(
            """
            UPDATE delivery SET edition = \(number)
            WHERE note_id = \(id) AND found_at IS NOT NULL AND edition IS NULL
            """)
        guard finders > 0 else { return }
        try database.execute(
            """
            INSERT INTO note_edition (note_id, number, text, lat, lon, radius_m)
            SELECT id, \(number), text, lat, lon, radius_m FROM note WHERE id = \(id)
            """)
    }
}
