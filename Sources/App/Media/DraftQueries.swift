import Database
import Media
import Proximity

/// All SQL on drafts.
enum DraftQueries {
    static func insert(
        _ database: Writer, _ name: MediaName, of owner: ID<Account>, for purpose: String, at now: Timestamp
    ) throws {
        try database.execute(
            """
            INSERT INTO media_draft (name, owner_id, purpose, created_at)
            VALUES (\(name.text), \(owner), \(purpose), \(now))
            """)
    }

    static func isDraft(_ database: Reader, _ name: MediaName, of owner: ID<Account>) throws -> Bool {
        try database.exists("SELECT 1 FROM media_draft WHERE name = \(name.text) AND owner_id = \(owner)")
    }

    static func isDraft(
        _ database: Reader, _ name: MediaName, of owner: ID<Account>, for purpose: String
    ) throws -> Bool {
        try database.exists(
            "SELECT 1 FROM media_draft WHERE name = \(name.text) AND owner_id = \(owner) AND purpose = \(purpose)")
    }

    /// Takes a draft for a thing; false when there is none.
    static func claim(
        _ database: Writer, _ name: MediaName, of owner: ID<Account>, for purpose: String
    ) throws -> Bool {
        try database.execute(
            "DELETE FROM media_draft WHERE name = \(name.text) AND owner_id = \(owner) AND purpose = \(purpose)") > 0
    }

    /// Deletes a draft of a person and its files.
    static func release(_ database: Writer, _ name: MediaName, of owner: ID<Account>, at now: Timestamp) throws {
        let count = try database.execute(
            "DELETE FROM media_draft WHERE name = \(name.text) AND owner_id = \(owner)")
        if count > 0 { try Uploads.release(database, name, at: now) }
    }

    /// Deletes some drafts of a person; returns how many there were.
    static func erase(_ database: Writer, of owner: ID<Account>, limit: Int, _ now: Timestamp) throws -> Int {
        let names: [String] = try database.all(
            "SELECT name FROM media_draft WHERE owner_id = \(owner) LIMIT \(limit)"
        ) { try $0["name"] }
        for name in names.compactMap({ MediaName($0) }) { try release(database, name, of: owner, at: now) }
        return names.count
    }

    /// Deletes some drafts that are older than a time.
    static func releaseOld(_ database: Writer, before time: Timestamp, _ now: Timestamp) throws {
        let old: [(MediaName?, ID<Account>)] = try database.all(
            "SELECT name, owner_id FROM media_draft WHERE created_at < \(time) LIMIT 500"
        ) { (MediaName(try $0["name"] as String), try $0["owner_id"]) }
        for (name, owner) in old {
            if let name { try release(database, name, of: owner, at: now) }
        }
    }
}
