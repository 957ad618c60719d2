import Foundation

/// What lies in a folder.
enum FolderEntries {
    /// The names in a folder, in no order; none when the folder is missing.
    ///
    /// - Throws: when the folder cannot be read: that is not an empty one.
    static func names(in folder: String) throws -> [String] {
        do { return try FileManager.default.contentsOfDirectory(atPath: folder) } catch let error as CocoaError
            where error.code == .fileReadNoSuchFile
        { return [] }
    }
}
