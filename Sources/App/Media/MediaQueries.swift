import Database
import Media
import Proximity

/// One file of an upload, as stored in its row.
struct StoredFile: Sendable, Equatable {
    let name: MediaName
    let size: MediaSize
    let bytes: Int

    /// nil for values that no row has: the schema allows no other sizes, and the store makes the names.
    init?(name: String, size: String, bytes: Int) {
        guard let name = MediaName(name), let size = MediaSize(rawValue: size) else { return nil }
        (self.name, self.size, self.bytes) = (name, size, bytes)
    }
}

/// All SQL on media.
enum MediaQueries {
    /// A person's use of their quota.
    struct Use: Sendable, Equatable {
        let count: Int
        let bytes: Int
    }

    /// The columns needed to replace a file.
    struct Stored: Sendable {
        let owner: ID<Account>
        let use: MediaUse
    }

    static func insert(
        _ database: Writer, _ name: MediaName, _ prepared: Prepared, of owner: ID<Account>, _ now: Timestamp
    ) throws {
        try database.execute(
            """
            INSERT INTO media (name, owner_id, purpose, kind, bytes, seconds, created_at)
            VALUES (\(name.text), \(owner), \(prepared.use.rawValue), \(uploadID(prepared.kind)), \(prepared.byteCount),
              \(prepared.seconds), \(now))
            """)
        for file in prepared.files {
            try database.execute(
                """
                INSERT INTO media_file (name, size, content_type, bytes, width, height)
                VALUES (\(name.text), \(file.size.rawValue), \(file.contentType), \(file.bytes), \(file.width),
                  \(file.height))
                """)
        }
    }

    private static func uploadID(_ kind: MediaKind) -> String {
        switch kind {
        case .image: "image"
        case .video: "video"
        case .audio: "audio"
        }
    }

    /// The size of a picture in pixels.
    struct Extent: Sendable, Equatable {
        let width: Int
        let height: Int
    }

    /// The size of a picture in pixels; nil if there is none.
    static func extent(_ database: Reader, _ name: String, _ size: MediaSize) throws -> Extent? {
        try database.first(
            """
            SELECT width, height FROM media_file
            WHERE name = \(name) AND size = \(size.rawValue) AND width IS NOT NULL AND height IS NOT NULL
            """
        ) { Extent(width: try $0["width"], height: try $0["height"]) }
    }

    /// The sizes of some pictures in pixels, by their names.
    static func extents(_ database: Reader, _ names: [MediaName], _ size: MediaSize) throws -> [MediaName: Extent] {
        let rows: [(String, Extent)] = try database.all(
            """
            SELECT name, width, height FROM media_file
            WHERE name IN \(names.map { $0.text }) AND size = \(size.rawValue)
              AND width IS NOT NULL AND height IS NOT NULL
            """
        ) { (try $0["name"], Extent(width: try $0["width"], height: try $0["height"])) }
        return Dictionary(rows.compactMap { name, extent in MediaName(name).map { ($0, extent) } }) { first, _ in first
        }
    }

    /// The Content-Type of a file, from our own table; nil if there is no such file.
    static func contentType(_ database: Reader, _ name: MediaName, _ size: MediaSize) throws -> String? {
        try database.value(
            "SELECT content_type FROM media_file WHERE name = \(name.text) AND size = \(size.rawValue)")
    }

    static func stored(_ database: Reader, _ name: MediaName) throws -> Stored? {
        try database.first("SELECT owner_id, purpose FROM media WHERE name = \(name.text)") { row in
            let purpose: String = try row["purpose"]
            return Stored(owner: try row["owner_id"], use: MediaUse(rawValue: purpose) ?? .photo)
        }
    }

    static func used(_ database: Reader, by owner: ID<Account>) throws -> Use {
        let found = try database.first(
            "SELECT count(*) AS number, coalesce(sum(bytes), 0) AS total FROM media \(owned(by: owner))"
        ) { Use(count: try $0["number"], bytes: try $0["total"]) }
        return found ?? Use(count: 0, bytes: 0)
    }

    /// Number and bytes of all uploads, as their owners' limits count them: what a finder keeps of a note that its author has
    /// deleted is in none.
    static func ownedUse(_ database: Reader) throws -> Use {
        let found = try database.first(
            "SELECT count(*) AS number, coalesce(sum(bytes), 0) AS total FROM media WHERE disowned_at IS NULL"
        ) { Use(count: try $0["number"], bytes: try $0["total"]) }
        return found ?? Use(count: 0, bytes: 0)
    }

    /// Number and bytes of all files of all uploads.
    static func allUse(_ database: Reader) throws -> Use {
        let found = try database.first("SELECT count(*) AS count, coalesce(sum(bytes), 0) AS bytes FROM media_file") {
            Use(count: try $0["count"], bytes: try $0["bytes"])
        }
        return found ?? Use(count: 0, bytes: 0)
    }

    static func hasAny(_ database: Reader) throws -> Bool { try database.exists("SELECT 1 FROM media LIMIT 1") }

    /// All files of all uploads.
    static func allFiles(_ database: Reader) throws -> [StoredFile] {
        try database.all("SELECT name, size, bytes FROM media_file ORDER BY name, size") { row in
            let (name, size): (String, String) = (try row["name"], try row["size"])
            return StoredFile(name: name, size: size, bytes: try row["bytes"])
        }.compactMap { $0 }
    }

    /// A condition: files that count for an owner, without those that they deleted and others keep.
    static func owned(by owner: ID<Account>) -> SQL { "WHERE media.owner_id = \(owner) AND media.disowned_at IS NULL" }

    static func disown(_ database: Writer, _ name: MediaName, _ now: Timestamp) throws {
        try database.execute("UPDATE media SET disowned_at = \(now) WHERE name = \(name.text)")
    }

    static func own(_ database: Writer, _ name: MediaName) throws {
        try database.execute("UPDATE media SET disowned_at = NULL WHERE name = \(name.text)")
    }

    /// Keeps that no file for every browser can be made of one.
    static func setInconvertible(_ database: Writer, _ name: MediaName, _ now: Timestamp) throws {
        try database.execute("UPDATE media SET inconvertible_at = \(now) WHERE name = \(name.text)")
    }

    /// Those of some files of which none for every browser can be made.
    static func inconvertible(_ database: Reader, _ names: [MediaName]) throws -> Set<MediaName> {
        let found: [String] = try database.all(
            "SELECT name FROM media WHERE name IN \(names.map { $0.text }) AND inconvertible_at IS NOT NULL"
        ) { try $0["name"] }
        return Set(found.compactMap { MediaName($0) })
    }

    static func delete(_ database: Writer, _ name: MediaName) throws {
        try database.execute("DELETE FROM media WHERE name = \(name.text)")
    }

    /// The names that have a row.
    static func known(_ database: Reader, _ names: [String]) throws -> Set<String> {
        Set(try database.all("SELECT name FROM media WHERE name IN \(names)") { try $0["name"] })
    }

    /// Files of all rows by name: one page, after a name.
    static func files(
        _ database: Reader, after name: String, before time: Timestamp, limit: Int
    ) throws -> [(name: String, size: String)] {
        try database.all(
            """
            SELECT media.name AS name, media_file.size AS size
            FROM (SELECT name FROM media WHERE name > \(name) AND created_at < \(time) ORDER BY name LIMIT \(limit))
              AS media
            JOIN media_file ON media_file.name = media.name
            ORDER BY media.name
            """
        ) { (try $0["name"], try $0["size"]) }
    }
}
