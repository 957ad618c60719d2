import Foundation

/// Lists folders.
enum FolderEntries {
    /// The names in a folder, unsorted; empty if the folder is missing.
    ///
    /// - Throws: if the folder cannot be read, which does not mean that it is empty.
    static func names(in folder: String) throws -> [String] {
        do { return try FileManager.default.contentsOfDirectory(atPath: folder) } catch let error as CocoaError
            where error.code == .fileReadNoSuchFile
        { return [] }
    }
}
