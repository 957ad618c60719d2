import Foundation

/// A folder of its own, which goes with it.
public final class Folder: Sendable {
    /// Where it lies.
    public let path = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID().uuidString)").path

    /// Makes the folder.
    public init() { try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
