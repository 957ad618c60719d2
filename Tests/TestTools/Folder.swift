import Foundation

/// A folder of its own, deleted with this object.
public final class Folder: Sendable {
    /// The path of the folder.
    public let path = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID().uuidString)").path

    /// Creates the folder.
    public init() { try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
