import Database
import Media

extension RelicQueries {
    /// Shows another file in place of one; false if no relic shows it. A deleted relic counts too: it may be restored.
    static func replaceMedia(_ database: Writer, _ old: MediaName, with new: MediaName) throws -> Bool {
        try database.execute("UPDATE relic SET media = \(new.text) WHERE media = \(old.text)") > 0
    }
}
