import Database

/// The tables of the feature.
enum ZoneSchema {
    static let migrations = [
        Migration(
            64, "2026-12-06 zones",
            [
                // A circle, or a polygon as GeoJSON with the circle around it. `size` in square metres: of zones that lie
                // over each other the smallest counts.
                """
                CREATE TABLE zone (
                  id BIGINT PRIMARY KEY,
                  submission TEXT NOT NULL UNIQUE CHECK (length(submission) BETWEEN 1 AND 64),
                  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
                  colour TEXT NOT NULL CHECK (length(colour) = 7),
                  lat DOUBLE PRECISION NOT NULL CHECK (lat BETWEEN -90 AND 90),
                  lon DOUBLE PRECISION NOT NULL CHECK (lon BETWEEN -180 AND 180),
                  radius_m DOUBLE PRECISION NOT NULL CHECK (radius_m BETWEEN 0 AND 600000),
                  polygon TEXT CHECK (length(polygon) <= 1000000),
                  size DOUBLE PRECISION NOT NULL CHECK (size >= 0),
                  position BIGINT NOT NULL CHECK (position >= 0),
                  created_at BIGINT NOT NULL)
                """,
                "CREATE INDEX zone_by_position ON zone (position, id)",
                "CREATE INDEX zone_by_size ON zone (size)",
                // The cells that hold every place where a device may enter or leave a zone: one look-up for each level finds
                // the zones around a place.
                """
                CREATE TABLE zone_cell (
                  cell BIGINT NOT NULL,
                  zone_id BIGINT NOT NULL REFERENCES zone (id) ON DELETE CASCADE,
                  PRIMARY KEY (cell, zone_id))
                """,
                "CREATE INDEX zone_cell_by_zone ON zone_cell (zone_id)",
                // A device that is in a zone. `state`: see `FenceState`.
                """
                CREATE TABLE zone_presence (
                  device_id BIGINT NOT NULL REFERENCES device (id) ON DELETE CASCADE,
                  zone_id BIGINT NOT NULL REFERENCES zone (id) ON DELETE CASCADE,
                  state TEXT NOT NULL CHECK (length(state) BETWEEN 1 AND 80),
                  seen_at BIGINT NOT NULL,
                  PRIMARY KEY (device_id, zone_id))
                """,
                "CREATE INDEX zone_presence_by_zone ON zone_presence (zone_id)",
                "CREATE INDEX zone_presence_by_time ON zone_presence (seen_at)",
            ]),
        Migration(
            65, "2026-12-06 songs of zones",
            [
                // `preview`: the first seconds as a file of its own, NULL until a job has made it. `gain`: decibels that make
                // all songs as loud. `votes` is kept by the transactions of the votes.
                """
                CREATE TABLE zone_track (
                  id BIGINT PRIMARY KEY,
                  zone_id BIGINT NOT NULL REFERENCES zone (id) ON DELETE CASCADE,
                  uploader_id BIGINT NOT NULL REFERENCES account (id),
                  media TEXT NOT NULL REFERENCES media (name) CHECK (length(media) = 26),
                  preview TEXT REFERENCES media (name) CHECK (length(preview) = 26),
                  title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
                  artist TEXT NOT NULL CHECK (length(artist) <= 200),
                  album TEXT NOT NULL CHECK (length(album) <= 200),
                  file_name TEXT NOT NULL CHECK (length(file_name) <= 255),
                  seconds DOUBLE PRECISION NOT NULL CHECK (seconds >= 0),
                  gain DOUBLE PRECISION NOT NULL DEFAULT 0 CHECK (gain BETWEEN -40 AND 40),
                  position BIGINT NOT NULL CHECK (position >= 0),
                  votes BIGINT NOT NULL DEFAULT 0 CHECK (votes >= 0),
                  created_at BIGINT NOT NULL)
                """,
                "CREATE INDEX zone_track_by_zone ON zone_track (zone_id, votes DESC, position, id)",
                "CREATE UNIQUE INDEX zone_track_by_media ON zone_track (media)",
                "CREATE UNIQUE INDEX zone_track_by_preview ON zone_track (preview)",
                "CREATE INDEX zone_track_by_uploader ON zone_track (uploader_id)",
                // One a person and song: a vote, and a favourite.
                """
                CREATE TABLE zone_vote (
                  track_id BIGINT NOT NULL REFERENCES zone_track (id) ON DELETE CASCADE,
                  account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                  created_at BIGINT NOT NULL,
                  PRIMARY KEY (track_id, account_id))
                """,
                "CREATE INDEX zone_vote_by_account ON zone_vote (account_id, created_at, track_id)",
                "CREATE INDEX zone_vote_by_time ON zone_vote (created_at, track_id)",
            ]),
        Migration(
            66, "2026-12-07 covers of zones, songs played",
            [
                "ALTER TABLE zone ADD COLUMN cover TEXT REFERENCES media (name) CHECK (length(cover) = 26)",
                "CREATE UNIQUE INDEX zone_by_cover ON zone (cover)",
                // When a person heard a song last: for their own list, which keeps the newest alone.
                """
                CREATE TABLE zone_play (
                  account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                  track_id BIGINT NOT NULL REFERENCES zone_track (id) ON DELETE CASCADE,
                  played_at BIGINT NOT NULL,
                  PRIMARY KEY (account_id, track_id))
                """,
                "CREATE INDEX zone_play_by_time ON zone_play (account_id, played_at, track_id)",
                "CREATE INDEX zone_play_by_track ON zone_play (track_id)",
            ]),
        Migration(
            74, "2026-11-28 votes count for others at the next half hour",
            ["CREATE INDEX zone_vote_by_track ON zone_vote (track_id, created_at, account_id)"]),
    ]
}
