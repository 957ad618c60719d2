import Foundation

/// The files of Tests/Fixtures, which its script `make` makes and describes.
public enum FixtureFile {
    /// Their folder.
    public static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures").path

    /// The path of a file.
    public static func path(_ name: String) -> String { "\(folder)/\(name)" }

    /// The bytes of a file.
    public static func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: path(name))))
    }
}
