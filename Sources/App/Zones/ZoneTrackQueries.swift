import Database
import Media
import Proximity

/// SQL on songs and votes.
enum ZoneTrackQueries {
    /// The votes for a song as somebody may see them: those of others since the last half hour do not count yet, because a
    /// vote says where its voter is, and among two friends also who it was.
    private static func votes(seenBy viewer: ID<Account>, _ now: Timestamp) -> SQL {
        """
        (track.votes - (SELECT count(*) FROM zone_vote AS fresh WHERE fresh.track_id = track.id
          AND fresh.created_at >= \(HalfHour.beginning(of: now)) AND fresh.account_id <> \(viewer)))
        """
    }

    private static func columns(for viewer: ID<Account>, _ now: Timestamp) -> SQL {
        """
        track.id AS track_id, track.zone_id AS zone_id, track.media AS media, track.preview AS preview,
          track.title AS title, track.artist AS artist, track.album AS album, track.file_name AS file_name,
          track.seconds AS seconds, track.gain AS gain, \(votes(seenBy: viewer, now)) AS votes,
          EXISTS (SELECT 1 FROM zone_vote AS own WHERE own.track_id = track.id AND own.account_id = \(viewer)) AS is_voted,
          \(Uploads.hasPicture("track.media", .small)) AS has_cover
        """
    }

    private static func track(_ row: Row) throws -> ZoneTrack {
        let (media, preview): (String, String?) = (try row["media"], try row["preview"])
        guard let name = MediaName(media) else { throw Failure.notFound }
        return ZoneTrack(
            id: try row["track_id"], zone: try row["zone_id"], media: name, preview: preview.flatMap { MediaName($0) },
            title: try row["title"], artist: try row["artist"], album: try row["album"],
            fileName: try row["file_name"], seconds: try row["seconds"], gain: try row["gain"],
            votes: try row["votes"], isVoted: try row["is_voted"],
            hasCover: try row["has_cover"])
    }

    /// The songs of a zone, most votes first; or in the order that an administrator gave them.
    static func tracks(
        _ database: Reader, of zone: ID<Zone>, for viewer: ID<Account>, isByHand: Bool = false,
        limit: Int = ZoneTrack.most, _ now: Timestamp
    ) throws -> [ZoneTrack] {
        let order: SQL = isByHand ? "track.position, track.id" : "votes DESC, track.position, track.id"
        return try database.all(
            """
            SELECT \(columns(for: viewer, now)) FROM zone_track AS track WHERE track.zone_id = \(zone)
            ORDER BY \(order) LIMIT \(limit)
            """
        ) { try track($0) }
    }

    static func track(
        _ database: Reader, _ id: ID<ZoneTrack>, of zone: ID<Zone>, for viewer: ID<Account>, _ now: Timestamp
    ) throws -> ZoneTrack? {
        try database.first(
            "SELECT \(columns(for: viewer, now)) FROM zone_track AS track WHERE track.id = \(id) AND track.zone_id = \(zone)"
        ) { try track($0) }
    }

    static func count(_ database: Reader, of zone: ID<Zone>) throws -> Int {
        try database.value("SELECT count(*) FROM zone_track WHERE zone_id = \(zone)") ?? 0
    }

    /// How many songs some zones have; one without songs is left out.
    static func counts(_ database: Reader, of zones: [ID<Zone>]) throws -> [ID<Zone>: Int] {
        guard !zones.isEmpty else { return [:] }
        let counts: [(ID<Zone>, Int)] = try database.all(
            "SELECT zone_id, count(*) AS number FROM zone_track WHERE zone_id IN \(zones) GROUP BY zone_id"
        ) { (try $0["zone_id"], try $0["number"]) }
        return Dictionary(uniqueKeysWithValues: counts)
    }

    /// The favourites of a person, the newest first.
    static func favourites(
        _ database: Reader, of viewer: ID<Account>, _ now: Timestamp
    ) throws -> [ZoneTrack] {
        try database.all(
            """
            SELECT \(columns(for: viewer, now)) FROM zone_vote AS vote JOIN zone_track AS track ON track.id = vote.track_id
            WHERE vote.account_id = \(viewer) ORDER BY vote.created_at DESC, vote.track_id LIMIT \(ZoneTrack.most)
            """
        ) { try track($0) }
    }

    /// The songs that a person heard last, the newest first.
    static func played(
        _ database: Reader, by viewer: ID<Account>, limit: Int, _ now: Timestamp
    ) throws -> [ZoneTrack] {
        try database.all(
            """
            SELECT \(columns(for: viewer, now)) FROM zone_play AS play JOIN zone_track AS track ON track.id = play.track_id
            WHERE play.account_id = \(viewer) ORDER BY play.played_at DESC, play.track_id DESC LIMIT \(limit)
            """
        ) { try track($0) }
    }

    /// The newest votes of which the top is made, so that it costs no more with more of them.
    private static let mostRecent = 10_000

    /// The songs with the most votes since a time.
    static func top(
        _ database: Reader, since time: Timestamp, for viewer: ID<Account>, limit: Int, _ now: Timestamp
    ) throws -> [ZoneTrack] {
        try database.all(
            """
            SELECT \(columns(for: viewer, now)) FROM (
              SELECT recent.track_id AS track_id, count(*) AS number FROM (
                SELECT track_id FROM zone_vote WHERE created_at >= \(time)
                  AND (created_at < \(HalfHour.beginning(of: now)) OR account_id = \(viewer))
                ORDER BY created_at DESC LIMIT \(mostRecent)) AS recent
              GROUP BY recent.track_id ORDER BY count(*) DESC, recent.track_id LIMIT \(limit)) AS newest
            JOIN zone_track AS track ON track.id = newest.track_id ORDER BY newest.number DESC, track.id
            """
        ) { try track($0) }
    }
}

/// What changes songs and votes.
extension ZoneTrackQueries {
    static func insert(
        _ database: Writer, _ track: NewTrack, _ media: MediaName, in zone: ID<Zone>, by uploader: ID<Account>,
        _ now: Timestamp
    ) throws -> ID<ZoneTrack> {
        let id = try database.newID(ZoneTrack.self)
        try database.execute(
            """
            INSERT INTO zone_track (id, zone_id, uploader_id, media, title, artist, album, file_name, seconds, position, created_at)
            VALUES (\(id), \(zone), \(uploader), \(media.text), \(track.title), \(track.artist), \(track.album),
              \(track.fileName), \(track.seconds),
              coalesce((SELECT max(last.position) + 1 FROM zone_track AS last WHERE last.zone_id = \(zone)), 0), \(now))
            """)
        return id
    }

    /// Sets what a job has made of a song. false if it is gone or has it already.
    static func set(_ database: Writer, preview: MediaName, gain: Double, of id: ID<ZoneTrack>) throws -> Bool {
        try database.execute(
            "UPDATE zone_track SET preview = \(preview.text), gain = \(gain) WHERE id = \(id) AND preview IS NULL") > 0
    }

    /// The stored song that a job is to cut; nil if it is gone or cut.
    static func uncut(_ database: Reader, _ id: ID<ZoneTrack>) throws -> (media: MediaName, uploader: ID<Account>)? {
        let found: (String, ID<Account>)? = try database.first(
            "SELECT media, uploader_id FROM zone_track WHERE id = \(id) AND preview IS NULL"
        ) { (try $0["media"], try $0["uploader_id"]) }
        return found.flatMap { name, uploader in MediaName(name).map { ($0, uploader) } }
    }

    static func rename(
        _ database: Writer, _ id: ID<ZoneTrack>, title: String, artist: String, album: String
    ) throws {
        try database.execute(
            "UPDATE zone_track SET title = \(title), artist = \(artist), album = \(album) WHERE id = \(id)")
    }

    /// Puts the songs of a zone in an order; those that are not named come after.
    static func order(_ database: Writer, _ ids: [ID<ZoneTrack>], of zone: ID<Zone>) throws {
        try database.execute(
            "UPDATE zone_track SET position = position + \(ids.count) WHERE zone_id = \(zone)")
        for (position, id) in ids.enumerated() {
            try database.execute(
                "UPDATE zone_track SET position = \(position) WHERE id = \(id) AND zone_id = \(zone)")
        }
    }

    /// Deletes a song and its files.
    static func delete(_ database: Writer, _ track: ZoneTrack, _ now: Timestamp) throws {
        try database.execute("DELETE FROM zone_track WHERE id = \(track.id)")
        for name in [track.media, track.preview].compactMap({ $0 }) { try Uploads.release(database, name, now) }
    }

    /// A song's file gives way to one that every browser plays.
    static func replace(_ database: Writer, _ old: MediaName, with new: MediaName) throws -> Bool {
        try database.execute("UPDATE zone_track SET media = \(new.text) WHERE media = \(old.text)") > 0
    }

    /// A person votes for a song, once.
    static func vote(_ database: Writer, _ track: ID<ZoneTrack>, by account: ID<Account>, _ now: Timestamp) throws {
        let isNew =
            try database.execute(
                """
                INSERT INTO zone_vote (track_id, account_id, created_at) VALUES (\(track), \(account), \(now))
                ON CONFLICT (track_id, account_id) DO NOTHING
                """) > 0
        if isNew { try database.execute("UPDATE zone_track SET votes = votes + 1 WHERE id = \(track)") }
    }

    /// A person heard a song. Of the songs that they heard the newest are kept.
    static func markPlayed(
        _ database: Writer, _ track: ID<ZoneTrack>, by account: ID<Account>, _ now: Timestamp
    ) throws {
        try database.execute(
            """
            INSERT INTO zone_play (account_id, track_id, played_at) VALUES (\(account), \(track), \(now))
            ON CONFLICT (account_id, track_id) DO UPDATE SET played_at = excluded.played_at
            """)
        try database.execute(
            """
            DELETE FROM zone_play WHERE account_id = \(account) AND track_id IN (
              SELECT old.track_id FROM zone_play AS old WHERE old.account_id = \(account)
              ORDER BY old.played_at DESC, old.track_id DESC LIMIT -1 OFFSET \(ZoneTrack.mostPlayed))
            """)
    }

    /// Deletes what somebody heard; returns how much there was.
    static func forgetPlayed(_ database: Writer, by account: ID<Account>) throws -> Int {
        try database.execute("DELETE FROM zone_play WHERE account_id = \(account)")
    }

    /// Takes a vote back.
    static func unvote(_ database: Writer, _ track: ID<ZoneTrack>, by account: ID<Account>) throws {
        let wasThere =
            try database.execute(
                "DELETE FROM zone_vote WHERE track_id = \(track) AND account_id = \(account)") > 0
        if wasThere { try database.execute("UPDATE zone_track SET votes = votes - 1 WHERE id = \(track)") }
    }

    /// Takes back some votes of somebody who leaves; returns how many there were.
    static func unvote(_ database: Writer, allOf account: ID<Account>, limit: Int) throws -> Int {
        let tracks: [ID<ZoneTrack>] = try database.all(
            "SELECT track_id FROM zone_vote WHERE account_id = \(account) LIMIT \(limit)"
        ) { try $0["track_id"] }
        for track in tracks { try unvote(database, track, by: account) }
        return tracks.count
    }
}
