import Database

/// The tables of the feature.
enum DailySchema {
    static let migrations = [
        Migration(
            56, "2026-12-02 daily photos",
            [
                // One row, once somebody has saved the form. Minutes of the day are on the clock of the site's zone.
                """
                CREATE TABLE daily_settings (
                  id BIGINT PRIMARY KEY CHECK (id = 1),
                  is_on BIGINT NOT NULL CHECK (is_on IN (0, 1)),
                  from_minute BIGINT NOT NULL CHECK (from_minute BETWEEN 0 AND 1439),
                  until_minute BIGINT NOT NULL CHECK (until_minute BETWEEN 0 AND 1439),
                  minutes BIGINT NOT NULL CHECK (minutes BETWEEN 1 AND 60),
                  audience TEXT NOT NULL CHECK (audience IN ('friends', 'everyone')),
                  reveal TEXT NOT NULL CHECK (reveal IN ('after', 'at_once')),
                  allows_late BIGINT NOT NULL CHECK (allows_late IN (0, 1)))
                """,
                // The drawn moment that comes next: one row. Days are counted from 1 January 1970 on the site's calendar.
                """
                CREATE TABLE daily_plan (
                  id BIGINT PRIMARY KEY CHECK (id = 1),
                  day BIGINT NOT NULL,
                  opens_at BIGINT NOT NULL)
                """,
                // Each day's window, from its opening on, with the settings of then. late_until is NULL where nobody may post
                // late; reveals_at is from when on those who have not posted see the photos of others.
                """
                CREATE TABLE daily_window (
                  day BIGINT PRIMARY KEY,
                  opened_at BIGINT NOT NULL,
                  closes_at BIGINT NOT NULL,
                  late_until BIGINT,
                  reveals_at BIGINT NOT NULL,
                  audience TEXT NOT NULL CHECK (audience IN ('friends', 'everyone')),
                  CHECK (closes_at > opened_at))
                """,
                "CREATE INDEX daily_window_by_end ON daily_window (closes_at)",
                // The last day on which somebody was led to the camera from the home page, or said that they do not want to.
                """
                CREATE TABLE daily_prompt (
                  account_id BIGINT PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
                  day BIGINT NOT NULL)
                """,
            ] + moments + answers + calendar),
        Migration(72, "2026-11-28 one spelling of each emoji", [], fill: joinSpellings),
    ]

    private static let moments: [SQL] = [
        // Places are snapped before they are stored where the person chose so. late_ms: how long after the closing.
        """
        CREATE TABLE moment (
          id BIGINT PRIMARY KEY,
          account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
          day BIGINT NOT NULL REFERENCES daily_window (day),
          submission TEXT NOT NULL CHECK (length(submission) BETWEEN 1 AND 64),
          back TEXT NOT NULL REFERENCES media (name) CHECK (length(back) = 26),
          front TEXT REFERENCES media (name) CHECK (length(front) = 26),
          caption TEXT NOT NULL CHECK (length(caption) <= 200),
          place TEXT NOT NULL CHECK (place IN ('exact', 'area', 'none')),
          lat DOUBLE PRECISION CHECK (lat BETWEEN -90 AND 90),
          lon DOUBLE PRECISION CHECK (lon BETWEEN -180 AND 180),
          cell BIGINT,
          retakes BIGINT NOT NULL CHECK (retakes BETWEEN 0 AND 99),
          late_ms BIGINT NOT NULL CHECK (late_ms >= 0),
          audience TEXT NOT NULL CHECK (audience IN ('friends', 'everyone')),
          posted_at BIGINT NOT NULL,
          deleted_at BIGINT,
          CHECK ((lat IS NULL) = (lon IS NULL) AND (lat IS NULL) = (cell IS NULL) AND (lat IS NULL) = (place = 'none')),
          UNIQUE (account_id, submission))
        """,
        "CREATE UNIQUE INDEX moment_by_account ON moment (account_id, day) WHERE deleted_at IS NULL",
        "CREATE INDEX moment_by_day ON moment (day, cell) WHERE deleted_at IS NULL",
        "CREATE UNIQUE INDEX moment_by_back ON moment (back)",
        "CREATE UNIQUE INDEX moment_by_front ON moment (front) WHERE front IS NOT NULL",
        "CREATE INDEX moment_by_deletion ON moment (deleted_at) WHERE deleted_at IS NOT NULL",
    ]

    private static let answers: [SQL] = [
        """
        CREATE TABLE moment_comment (
          id BIGINT PRIMARY KEY,
          moment_id BIGINT NOT NULL REFERENCES moment (id) ON DELETE CASCADE,
          account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
          submission TEXT NOT NULL CHECK (length(submission) BETWEEN 1 AND 64),
          text TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 1000),
          created_at BIGINT NOT NULL,
          UNIQUE (account_id, moment_id, submission))
        """,
        "CREATE INDEX moment_comment_by_moment ON moment_comment (moment_id, created_at, id)",
        // An emoji, or a small photo: its emoji is ''. The digest is that of the file as it was sent: the same again takes it
        // back.
        """
        CREATE TABLE moment_reaction (
          id BIGINT PRIMARY KEY,
          moment_id BIGINT NOT NULL REFERENCES moment (id) ON DELETE CASCADE,
          account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
          emoji TEXT NOT NULL CHECK (length(emoji) <= 40),
          photo TEXT REFERENCES media (name) CHECK (length(photo) = 26),
          digest TEXT CHECK (length(digest) = 43),
          created_at BIGINT NOT NULL,
          CHECK ((emoji = '') = (photo IS NOT NULL) AND (photo IS NULL) = (digest IS NULL)),
          UNIQUE (moment_id, account_id, emoji))
        """,
        "CREATE INDEX moment_reaction_by_account ON moment_reaction (account_id, id)",
        "CREATE UNIQUE INDEX moment_reaction_by_photo ON moment_reaction (photo) WHERE photo IS NOT NULL",
    ]

    /// Who had put an emoji on a photo in two spellings has put it once.
    @Sendable private static func joinSpellings(_ database: Writer) throws {
        let spellings = try database.all("SELECT DISTINCT emoji FROM moment_reaction WHERE photo IS NULL") { row in
            try row["emoji"] as String
        }
        for old in spellings {
            guard let emoji = Emoji.one(old), emoji != old else { continue }
            try database.execute(
                """
                DELETE FROM moment_reaction WHERE emoji = \(old) AND EXISTS (
                  SELECT 1 FROM moment_reaction AS same WHERE same.moment_id = moment_reaction.moment_id
                    AND same.account_id = moment_reaction.account_id AND same.emoji = \(emoji))
                """)
            try database.execute("UPDATE moment_reaction SET emoji = \(emoji) WHERE emoji = \(old)")
        }
    }

    private static let calendar: [SQL] = [
        // The address of a person's calendar is derived from the secret key and the version; its hash finds the person.
        """
        CREATE TABLE calendar_feed (
          account_id BIGINT PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
          version BIGINT NOT NULL CHECK (version > 0),
          token_hash TEXT NOT NULL UNIQUE CHECK (length(token_hash) BETWEEN 1 AND 100))
        """,
        // A month's photos as one file: `month` is 12 × year + month − 1, `file` the name in the folder of recaps.
        """
        CREATE TABLE recap (
          account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
          month BIGINT NOT NULL,
          kind TEXT NOT NULL CHECK (kind IN ('zip', 'webp')),
          file TEXT NOT NULL UNIQUE CHECK (length(file) = 27),
          percent BIGINT NOT NULL CHECK (percent BETWEEN 0 AND 100),
          bytes BIGINT CHECK (bytes > 0),
          created_at BIGINT NOT NULL,
          finished_at BIGINT,
          failed_at BIGINT,
          CHECK ((bytes IS NULL) = (finished_at IS NULL)),
          PRIMARY KEY (account_id, month, kind))
        """,
        "CREATE INDEX recap_by_time ON recap (created_at)",
    ]
}
