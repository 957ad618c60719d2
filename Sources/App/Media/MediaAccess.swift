import Database
import Media

/// A feature whose things show stored files: it says who may read them.
protocol MediaAccess: Feature {
    /// Whether the viewer may read a file because something of this feature shows it to them.
    func mayRead(_ database: Reader, _ name: MediaName, _ viewer: Viewer) throws -> Bool
    /// Makes a thing show another file than before; false when nothing of the feature showed the old one.
    func replace(_ database: Writer, _ old: MediaName, with new: MediaName) throws -> Bool
}

extension MediaAccess {
    func replace(_ database: Writer, _ old: MediaName, with new: MediaName) throws -> Bool { false }
}
