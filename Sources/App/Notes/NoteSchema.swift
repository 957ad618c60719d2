import Database
import Proximity

/// The tables of the feature.
enum NoteSchema {
    static let migrations = [
        Migration(
            3, "2026-11-20 notes",
            [
                // `submission` is the form's key: a form sent twice creates one note.
                """
                CREATE TABLE note (
                  id BIGINT PRIMARY KEY,
                  author_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                  submission TEXT NOT NULL CHECK (length(submission) BETWEEN 1 AND 64),
                  text TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 2000),
                  lat DOUBLE PRECISION NOT NULL CHECK (lat BETWEEN -90 AND 90),
                  lon DOUBLE PRECISION NOT NULL CHECK (lon BETWEEN -180 AND 180),
                  radius_m DOUBLE PRECISION NOT NULL CHECK (radius_m BETWEEN 5 AND 500),
                  created_at BIGINT NOT NULL,
                  deleted_at BIGINT,
                  UNIQUE (author_id, submission))
                """,
                "CREATE INDEX note_by_author ON note (author_id, id)",
                // A note for one recipient. `cell` is the note's leaf cell, copied for the index that finds waiting
                // notes.
                // opened_at: the finder has read it. told_at (later receipt_at): the author may know.
                """
                CREATE TABLE delivery (
                  note_id BIGINT NOT NULL REFERENCES note (id) ON DELETE CASCADE,
                  recipient_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                  cell BIGINT NOT NULL,
                  found_at BIGINT,
                  is_typed BIGINT NOT NULL DEFAULT 0 CHECK (is_typed IN (0, 1)),
                  opened_at BIGINT,
                  told_at BIGINT,
                  withdrawn_at BIGINT,
                  archived_at BIGINT,
                  PRIMARY KEY (note_id, recipient_id),
                  CHECK (found_at IS NULL OR withdrawn_at IS NULL),
                  CHECK (opened_at IS NULL OR found_at IS NOT NULL),
                  CHECK (told_at IS NULL OR opened_at IS NOT NULL))
                """,
                "CREATE INDEX delivery_waiting ON delivery (recipient_id, cell) WHERE found_at IS NULL",
                "CREATE INDEX delivery_found ON delivery (recipient_id, note_id) WHERE found_at IS NOT NULL",
            ]),
        Migration(
            7, "2026-11-21 archive",
            [
                "DROP INDEX delivery_found",
                // The archive as a list, newest first, and as a map.
                """
                CREATE INDEX delivery_archive ON delivery (recipient_id, found_at, note_id)
                WHERE found_at IS NOT NULL AND archived_at IS NULL
                """,
                """
                CREATE INDEX delivery_map ON delivery (recipient_id, cell)
                WHERE found_at IS NOT NULL AND archived_at IS NULL
                """,
                """
                CREATE INDEX delivery_new ON delivery (recipient_id, found_at)
                WHERE found_at IS NOT NULL AND opened_at IS NULL AND archived_at IS NULL
                """,
            ]),
        Migration(
            16, "2026-11-23 all of a recipient's",
            // For erasing all deliveries to a deleted account.
            ["CREATE INDEX delivery_by_recipient ON delivery (recipient_id, note_id)"]),
        Migration(
            21, "2026-11-24 photos of notes",
            [
                "ALTER TABLE note ADD COLUMN photo TEXT REFERENCES media (name) CHECK (length(photo) = 26)",
                "CREATE UNIQUE INDEX note_by_photo ON note (photo)",
                // Photos of unfinished notes.
                """
                CREATE TABLE note_draft_photo (
                  name TEXT PRIMARY KEY REFERENCES media (name) CHECK (length(name) = 26),
                  author_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                  created_at BIGINT NOT NULL)
                """,
                "CREATE INDEX note_draft_photo_by_author ON note_draft_photo (author_id)",
                "CREATE INDEX note_draft_photo_by_time ON note_draft_photo (created_at)",
            ]),
        Migration(26, "2026-11-25 receipts", receipts),
        Migration(
            30, "2026-11-26 names of columns",
            [
                "ALTER TABLE delivery RENAME COLUMN told_at TO receipt_at",
                // Set when the finder removes the note from their archive.
                "ALTER TABLE delivery RENAME COLUMN archived_at TO removed_at",
            ]),
        Migration(35, "2026-11-27 the author's map and the search", loop, fill: fillLoop),
        Migration(41, "2026-11-28 hints, times and editions", options),
        Migration(
            47, "2026-11-28 notes by time",
            // Ids of notes do not tell the time any more.
            ["DROP INDEX note_by_author", "CREATE INDEX note_by_author ON note (author_id, created_at, id)"]),
        Migration(
            48, "2026-11-28 texts of notes once",
            // Searches read the table of words.
            ["ALTER TABLE note DROP COLUMN folded", "ALTER TABLE note_edition DROP COLUMN folded"]),
        Migration(
            77, "2026-11-28 hearts of finders",
            [
                // From when on the author may know of the finder's heart; NULL without one.
                "ALTER TABLE delivery ADD COLUMN heart_at BIGINT CHECK (heart_at IS NULL OR opened_at IS NOT NULL)",
                // Whether the author was told of one by a notice: they are once.
                "ALTER TABLE delivery ADD COLUMN heart_told BIGINT NOT NULL DEFAULT 0 CHECK (heart_told IN (0, 1))",
            ]),
    ]

    private static let options: [SQL] = [
        // A larger radius: a CHECK of a column cannot be changed.
        "ALTER TABLE note ADD COLUMN reach_m DOUBLE PRECISION NOT NULL DEFAULT 6.096 CHECK (reach_m BETWEEN 5 AND 1000)",
        "UPDATE note SET reach_m = radius_m", "ALTER TABLE note DROP COLUMN radius_m",
        "ALTER TABLE note RENAME COLUMN reach_m TO radius_m",
        "ALTER TABLE note ADD COLUMN hint TEXT NOT NULL DEFAULT '' CHECK (length(hint) <= 200)",
        "ALTER TABLE note ADD COLUMN opens_at BIGINT",
        "ALTER TABLE note ADD COLUMN closes_at BIGINT CHECK (closes_at > opens_at)",
        // Whether its recipients see its pin from the beginning.
        "ALTER TABLE note ADD COLUMN is_on_map BIGINT NOT NULL DEFAULT 0 CHECK (is_on_map IN (0, 1))",
        // Whether recipients who have not found it are reminded.
        "ALTER TABLE note ADD COLUMN reminds BIGINT NOT NULL DEFAULT 1 CHECK (reminds IN (0, 1))",
        // When its author last sent it again.
        "ALTER TABLE note ADD COLUMN resent_at BIGINT",
        // What a note was before an edit, for those who had found it by then.
        """
        CREATE TABLE note_edition (
          note_id BIGINT NOT NULL REFERENCES note (id) ON DELETE CASCADE,
          number BIGINT NOT NULL CHECK (number > 0),
          text TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 2000),
          folded TEXT NOT NULL CHECK (length(folded) <= 6000),
          lat DOUBLE PRECISION NOT NULL CHECK (lat BETWEEN -90 AND 90),
          lon DOUBLE PRECISION NOT NULL CHECK (lon BETWEEN -180 AND 180),
          radius_m DOUBLE PRECISION NOT NULL CHECK (radius_m BETWEEN 5 AND 1000),
          PRIMARY KEY (note_id, number))
        """,
        // The edition that a finder has; NULL for the note as it is now.
        "ALTER TABLE delivery ADD COLUMN edition BIGINT",
        // Whether the author was told by a notice that it was opened.
        "ALTER TABLE delivery ADD COLUMN is_announced BIGINT NOT NULL DEFAULT 0 CHECK (is_announced IN (0, 1))",
        // When its recipient is reminded next.
        "ALTER TABLE delivery ADD COLUMN remind_at BIGINT",
        """
        UPDATE delivery SET remind_at = (SELECT note.created_at + 604800000 FROM note WHERE note.id = delivery.note_id)
        WHERE found_at IS NULL AND withdrawn_at IS NULL
        """,
        "CREATE INDEX delivery_reminder ON delivery (remind_at) WHERE remind_at IS NOT NULL",
    ]

    /// A delivery may be both found and withdrawn, so that withdrawing reveals nothing to the author. Each sees the
    /// other's time in the zone that the other had then: `note.zone` is the author's when they left the note,
    /// `delivery.zone` the finder's when they opened it. told_at (later receipt_at): from when on the author may know
    /// that it was found.
    private static let receipts: [SQL] = [
        "ALTER TABLE note ADD COLUMN zone TEXT NOT NULL DEFAULT 'UTC' CHECK (length(zone) BETWEEN 1 AND 64)",
        """
        CREATE TABLE delivery_next (
          note_id BIGINT NOT NULL REFERENCES note (id) ON DELETE CASCADE,
          recipient_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
          cell BIGINT NOT NULL,
          found_at BIGINT,
          is_typed BIGINT NOT NULL DEFAULT 0 CHECK (is_typed IN (0, 1)),
          opened_at BIGINT,
          zone TEXT CHECK (length(zone) BETWEEN 1 AND 64),
          told_at BIGINT,
          withdrawn_at BIGINT,
          archived_at BIGINT,
          PRIMARY KEY (note_id, recipient_id),
          CHECK (opened_at IS NULL OR found_at IS NOT NULL),
          CHECK (told_at IS NULL OR (opened_at IS NOT NULL AND withdrawn_at IS NULL)))
        """,
        """
        INSERT INTO delivery_next
          (note_id, recipient_id, cell, found_at, is_typed, opened_at, told_at, withdrawn_at, archived_at)
        SELECT note_id, recipient_id, cell, found_at, is_typed, opened_at, told_at, withdrawn_at, archived_at
        FROM delivery
        """,
        "DROP TABLE delivery", "ALTER TABLE delivery_next RENAME TO delivery",
        "CREATE INDEX delivery_waiting ON delivery (recipient_id, cell) WHERE found_at IS NULL",
        """
        CREATE INDEX delivery_archive ON delivery (recipient_id, found_at, note_id)
        WHERE found_at IS NOT NULL AND archived_at IS NULL
        """,
        """
        CREATE INDEX delivery_map ON delivery (recipient_id, cell)
        WHERE found_at IS NOT NULL AND archived_at IS NULL
        """,
        """
        CREATE INDEX delivery_new ON delivery (recipient_id, found_at)
        WHERE found_at IS NOT NULL AND opened_at IS NULL AND archived_at IS NULL
        """,
        "CREATE INDEX delivery_by_recipient ON delivery (recipient_id, note_id)",
    ]

    private static let loop: [SQL] = [
        // The author's own map. `cell` is the note's leaf cell, as in its deliveries.
        "ALTER TABLE note ADD COLUMN cell BIGINT",
        "CREATE INDEX note_map ON note (author_id, cell) WHERE deleted_at IS NULL",
        // The text in the form that searches compared before there was the table of words.
        "ALTER TABLE note ADD COLUMN folded TEXT NOT NULL DEFAULT '' CHECK (length(folded) <= 6000)",
        // The note's author, copied for the index that finds an author's newest receipts.
        "ALTER TABLE delivery ADD COLUMN author_id BIGINT",
        "UPDATE delivery SET author_id = (SELECT note.author_id FROM note WHERE note.id = delivery.note_id)",
        "CREATE INDEX delivery_receipt ON delivery (author_id, receipt_at) WHERE receipt_at IS NOT NULL",
    ]

    /// Fills in the columns of notes that were left before, and counts them for their authors' maps.
    @Sendable private static func fillLoop(_ database: Writer) throws {
        var last: ID<Note>? = ID(rawValue: 0)
        while let after = last {
            let notes = try database.all(
                """
                SELECT id, author_id, lat, lon, deleted_at IS NULL AS is_kept FROM note WHERE id > \(after)
                ORDER BY id LIMIT 1000
                """
            ) { row in
                (
                    id: try row["id"] as ID<Note>, author: try row["author_id"] as ID<Account>,
                    place: try row.coordinate(), isKept: try row["is_kept"] as Bool
                )
            }
            for note in notes {
                try database.execute("UPDATE note SET cell = \(CellID(note.place).signed) WHERE id = \(note.id)")
                if note.isKept { try GridCounts.add(database, NoteQueries.layer(by: note.author), note.place) }
            }
            last = notes.last?.id
        }
    }
}
