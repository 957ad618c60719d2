import Database
import Media
import Proximity

/// All SQL on profiles.
enum ProfileQueries {
    static func profile(_ database: Reader, of account: ID<Account>) throws -> Profile? {
        try database.first("SELECT display_name, bio, phone FROM account WHERE id = \(account)") { row in
            let name: String? = try row["display_name"]
            return Profile(
                displayName: name.map { DisplayName(stored: $0) }, bio: try row["bio"], phone: try row["phone"])
        }
    }

    static func set(_ database: Writer, _ account: ID<Account>, profile: Profile) throws {
        try database.execute(
            """
            UPDATE account
            SET display_name = \(profile.displayName?.text), display_name_folded = \(profile.displayName?.folded),
              bio = \(profile.bio), phone = \(profile.phone)
            WHERE id = \(account)
            """)
    }

    /// The account whose profile picture has this name.
    static func owner(_ database: Reader, of picture: MediaName) throws -> ID<Account>? {
        try database.value("SELECT id FROM account WHERE picture = \(picture.text)")
    }

    /// Sets or removes a profile picture and releases the previous one.
    static func setPicture(
        _ database: Writer, _ account: ID<Account>, picture: MediaName?, at now: Timestamp
    ) throws {
        let old: String?? = try database.value("SELECT picture FROM account WHERE id = \(account)", as: String?.self)
        try database.execute("UPDATE account SET picture = \(picture?.text) WHERE id = \(account)")
        if let old, let old, let name = MediaName(old) { try Uploads.release(database, name, at: now) }
    }
}
