import Database
import Media

/// A feature that shows stored files and decides who may read them.
protocol MediaAccess: Feature {
    /// Whether the viewer may read a file because this feature shows it to them.
    func mayRead(_ database: Reader, _ name: MediaName, for viewer: Viewer) throws -> Bool
    /// Replaces a file by another one; false if nothing in this feature showed the old one.
    func replace(_ database: Writer, _ old: MediaName, with new: MediaName) throws -> Bool
}

extension MediaAccess {
    func replace(_ database: Writer, _ old: MediaName, with new: MediaName) throws -> Bool { false }
}
