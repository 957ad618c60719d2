import Database
import Media

extension Friends: MediaAccess {
    /// A profile picture is for everybody to whom its owner is visible.
    func mayRead(_ database: Reader, _ name: MediaName, for viewer: Viewer) throws -> Bool {
        guard let owner = try accounts.owner(database, ofPicture: name) else { return false }
        return try isVisible(database, owner, to: viewer.id)
    }
}
