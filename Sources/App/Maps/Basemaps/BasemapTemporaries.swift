import Foundation
import Proximity

/// Files and folders that are there while something is copied or made.
extension BasemapFolder {
    private static let temporaryPrefix = ".new-"

    /// A path that is no map's and that nothing else has.
    func temporaryPath(_ name: String) -> String {
        "\(path)/\(BasemapFolder.temporaryPrefix)\(UUID().uuidString)-\(name)"
    }

    /// Where one map is made.
    private var making: String { "\(path)/.making" }

    /// Calls `body` with an empty folder in which a map can be made, and deletes it. One at a time, whichever process asks: each
    /// takes most of the memory that is free.
    ///
    /// - Throws: `BasemapRefusal`.
    func withMakingFolder<Value>(
        _ body: (_ folder: String) throws(BasemapRefusal) -> Value
    ) throws(BasemapRefusal) -> Value {
        let outcome = try lockedMaking { () throws(BasemapRefusal) in
            defer { deleteMaking() }
            guard mkdir(making, 0o700) == 0 else { throw BasemapFolder.cannotBeWritten }
            return try body(making)
        }
        guard case .done(let value) = outcome else {
            throw BasemapRefusal(words: "another map is being made", isElsewhere: true)
        }
        return value
    }

    /// Deletes what a kill left of a map that was being made.
    func sweepMaking() {
        if access(making, F_OK) == 0 { _ = try? lockedMaking {} }
    }

    /// Calls `body` while nobody else makes a map, with nothing left of another.
    private func lockedMaking<Value>(
        _ body: () throws(BasemapRefusal) -> Value
    ) throws(BasemapRefusal) -> FileLock.Outcome<Value> {
        try FileLock.hold(path, O_RDONLY | O_DIRECTORY) { _, _ throws(BasemapRefusal) in
            deleteMaking()
            return try body()
        }
    }

    private func deleteMaking() { try? FileManager.default.removeItem(atPath: making) }

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
