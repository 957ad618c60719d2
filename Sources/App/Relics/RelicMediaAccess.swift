import Database
import Media

extension Relics: MediaAccess {
    /// The file of a relic is for its maker and who has opened it, for as long as they may know of it.
    func mayRead(_ database: Reader, _ name: MediaName, for viewer: Viewer) throws -> Bool {
        let now = site.now
        return try database.exists(
            """
            SELECT 1 \(RelicQueries.known(to: viewer.id, now)) AND relic.media = \(name.text)
              AND \(RelicQueries.isOpen(to: viewer.id))
            """)
    }

    /// A video that only some devices play gives way to the one that all do.
    func replace(_ database: Writer, _ old: MediaName, with new: MediaName) throws -> Bool {
        try RelicQueries.replaceMedia(database, old, with: new)
    }
}
