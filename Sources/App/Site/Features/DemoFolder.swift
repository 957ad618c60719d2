import Foundation

/// The mark of a data folder that holds a demo world: the file with the password of its people.
enum DemoFolder {
    static func passwordFile(in folder: String) -> String { folder + "/password.txt" }

    /// Whether a demo world was made in a folder.
    static func isDemo(_ folder: String) -> Bool {
        FileManager.default.fileExists(atPath: passwordFile(in: folder))
    }
}
