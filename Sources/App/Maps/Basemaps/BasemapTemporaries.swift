import Foundation
import Proximity

/// Files and folders that are there while something is copied or made.
extension BasemapFolder {
    private static let temporaryPrefix = ".new-"

    /// A path that is no map's and that nothing else has.
    func temporaryPath(_ name: String) -> String {
        "\(path)/\(BasemapFolder.temporaryPrefix)\(UUID().uuidString)-\(name)"
    }

    /// Deletes what commands and uploads left that were killed: files older than any of them takes.
    func sweepTemporary(_ now: Timestamp) {
        for name in ((try? FolderEntries.names(in: path)) ?? []) where name.hasPrefix(BasemapFolder.temporaryPrefix) {
            var status = stat()
            guard stat("\(path)/\(name)", &status) == 0 else { continue }
            // Copying keeps the time of the content, but not this one.
            guard Timestamp(seconds: status.st_ctim.tv_sec) < now - BasemapFolder.longestCopy else { continue }
            try? FileManager.default.removeItem(atPath: "\(path)/\(name)")
        }
    }

    /// Seconds.
    private static let longestCopy = 86_400.0
}
