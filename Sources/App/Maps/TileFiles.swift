import Foundation
import HTTP
import Synchronization

/// A disk cache of drawn tiles that survives restarts: `VERSION/THEME/Z/X-Y.svg.gz`, limited in blocks and files.
///
/// What cannot be written or read is drawn again. A full cache takes no more tiles until a job thins it, so that no
/// request waits for that.
final class TileFiles: Sendable {
    /// Disk usage of files.
    struct Usage: Sendable, Equatable {
        /// Bytes of the blocks used: a file of one byte takes a whole block.
        var bytes = 0
        /// Each takes an inode, of which a file system has a fixed number.
        var files = 0

        func exceeds(_ limit: Usage) -> Bool { bytes > limit.bytes || files > limit.files }

        static func + (one: Usage, other: Usage) -> Usage {
            Usage(bytes: one.bytes + other.bytes, files: one.files + other.files)
        }
    }

    /// A tile's file found in the folder.
    private struct Entry {
        let path: String
        let usage: Usage
        /// Nanoseconds since 1970.
        let writtenAt: Int
    }

    /// The folder of all versions.
    private let cache: String
    private let version: String
    /// The folder of this version.
    private let folder: String
    private let limit: Usage
    private let used: Mutex<Usage>

    /// Smaller tiles (background, open sea) are drawn faster than they are worth a block.
    static let smallestBytes = 1_024

    /// The usual block size, reserved before writing; the actual usage is read afterwards.
    private static let blockBytes = 4_096

    /// Opens the tiles of a version.
    init(folder: String, version: String, limit: Usage) {
        cache = folder
        self.version = version
        self.limit = limit
        self.folder = "\(folder)/\(version)"
        used = Mutex(TileFiles.entries(below: self.folder).reduce(Usage()) { $0 + $1.usage })
    }

    /// Deletes what no server draws any more.
    func deleteOtherVersions() {
        for other in (try? FileManager.default.contentsOfDirectory(atPath: cache)) ?? [] where other != version {
            try? FileManager.default.removeItem(atPath: "\(cache)/\(other)")
        }
    }

    /// The current usage.
    var usage: Usage { used.withLock { $0 } }

    /// A completely written tile; nil if there is none.
    func read(_ address: TileAddress) -> CompressedBody? {
        guard let bytes = FileManager.default.contents(atPath: path(address)) else { return nil }
        let tile = CompressedBody(gzip: Array(bytes))
        // A power cut may have truncated the file.
        return tile.expanded(limit: 64 << 20) == nil ? nil : tile
    }

    /// Writes a tile, unless it is small or the cache is full.
    func write(_ tile: CompressedBody, _ address: TileAddress) {
        let blocks = (tile.gzip.count + TileFiles.blockBytes - 1) / TileFiles.blockBytes
        let needed = Usage(bytes: blocks * TileFiles.blockBytes, files: 1)
        guard tile.gzip.count >= TileFiles.smallestBytes, !(usage + needed).exceeds(limit) else { return }
        let file = URL(fileURLWithPath: path(address))
        let parent = file.deletingLastPathComponent()
        try? FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
        let before = TileFiles.entry(file.path)?.usage ?? Usage()
        // Written under another name and renamed, so that readers never see half a tile.
        guard (try? Data(tile.gzip).write(to: file, options: .atomic)) != nil,
            let written = TileFiles.entry(file.path)?.usage
        else { return }
        used.withLock { $0 = $0 + written + Usage(bytes: -before.bytes, files: -before.files) }
    }

    /// Measures the usage and deletes the oldest half when it exceeds three quarters of the limit.
    func thin() {
        let entries = TileFiles.entries(below: folder)
        var rest = entries.reduce(Usage()) { $0 + $1.usage }
        if rest.exceeds(Usage(bytes: limit.bytes / 4 * 3, files: limit.files / 4 * 3)) {
            let half = Usage(bytes: limit.bytes / 2, files: limit.files / 2)
            for entry in entries.sorted(by: { $0.writtenAt < $1.writtenAt }) where rest.exceeds(half) {
                guard unlink(entry.path) == 0 else { continue }
                rest = rest + Usage(bytes: -entry.usage.bytes, files: -entry.usage.files)
            }
        }
        used.withLock { $0 = rest }
    }

    private static func entries(below folder: String) -> [Entry] {
        guard let walk = FileManager.default.enumerator(atPath: folder) else { return [] }
        return walk.compactMap { $0 as? String }.compactMap { entry("\(folder)/\($0)") }
    }

    /// nil unless it is a file.
    private static func entry(_ path: String) -> Entry? {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        // stat counts in units of 512 bytes, whatever the block size.
        let bytes = max(Int(status.st_blocks) * 512, Int(status.st_size))
        // Wraps instead of trapping: ext4 stores times up to the year 2446, nanoseconds in 64 bits end in 2262.
        let written = Int(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int(status.st_mtim.tv_nsec)
        return Entry(path: path, usage: Usage(bytes: bytes, files: 1), writtenAt: written)
    }

    private func path(_ address: TileAddress) -> String {
        "\(folder)/\(address.theme.rawValue)/\(address.zoom)/\(address.x)-\(address.y).svg.gz"
    }
}
