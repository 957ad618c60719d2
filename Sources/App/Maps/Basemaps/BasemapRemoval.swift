import Foundation
import Proximity

/// Maps that are taken away, and can be brought back for a minute: files named `.removed-TIME-NAME`.
extension BasemapFolder {
    private static let prefix = ".removed-"

    /// Takes a map out of the folder's maps.
    ///
    /// - Parameter name: its file name.
    /// - Throws: `BasemapRefusal` if there is none, or the folder cannot be written.
    func takeAway(_ name: String, _ now: Timestamp) throws(BasemapRefusal) {
        let removed = "\(path)/\(BasemapFolder.prefix)\(now.milliseconds)-\(name)"
        guard rename("\(path)/\(name)", removed) == 0 else {
            throw errno == ENOENT ? BasemapRefusal(words: "it is gone already") : BasemapFolder.cannotBeWritten
        }
    }

    /// Brings a map back that was taken away, unless another is called so meanwhile.
    ///
    /// - Parameter name: its file name.
    /// - Returns: false when it is too late, or there was none.
    func bringBack(_ name: String, _ now: Timestamp) -> Bool {
        let found = removed().filter { $0.name == name && $0.time > (now - Flash.undoTime).milliseconds }
        guard let last = found.max(by: { $0.time < $1.time }), BasemapFile.isName(name) else { return false }
        return BasemapFolder.move("\(path)/\(last.file)", toFree: "\(path)/\(name)")
    }

    /// Deletes maps that were taken away and cannot be brought back any more.
    func sweepRemoved(_ now: Timestamp) {
        for old in removed() where old.time < (now - Flash.keepTime).milliseconds { unlink("\(path)/\(old.file)") }
    }

    /// What was taken away, and when, in milliseconds.
    private func removed() -> [(file: String, name: String, time: Int64)] {
        let names = (try? FolderEntries.names(in: path)) ?? []
        return names.filter { $0.hasPrefix(BasemapFolder.prefix) }.compactMap { file in
            let parts = file.dropFirst(BasemapFolder.prefix.count).split(separator: "-", maxSplits: 1)
            guard parts.count == 2, let time = Int64(parts[0]) else { return nil }
            return (file, String(parts[1]), time)
        }
    }
}
