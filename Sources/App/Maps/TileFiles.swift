import Foundation
import HTTP
import Synchronization

/// Drawn tiles on the disk, so that a restart finds them: `VERSION/THEME/Z/X-Y.svg.gz`, within a limit of room and of files.
///
/// A cache and no more: what cannot be written or read is drawn again. When it is full nothing is written until a job has
/// thinned it, so that no request waits for that.
final class TileFiles: Sendable {
    /// What files take of a disk.
    struct Usage: Sendable, Equatable {
        /// Bytes of the blocks that hold them: a file of one byte takes a whole block.
        var bytes = 0
        /// Each takes an inode, of which a file system has a fixed number.
        var files = 0

        func exceeds(_ limit: Usage) -> Bool { bytes > limit.bytes || files > limit.files }

        static func + (one: Usage, other: Usage) -> Usage {
            Usage(bytes: one.bytes + other.bytes, files: one.files + other.files)
        }
    }

    /// A tile's file as a walk through the folder finds it.
    private struct Entry {
        let path: String
        let usage: Usage
        /// Nanoseconds since 1970.
        let writtenAt: Int
    }

    private let folder: String
    private let limit: Usage
    private let used: Mutex<Usage>

    /// Smaller tiles are drawn faster than they are worth a block: paper, open sea.
    static let smallestBytes = 1_024

    /// What file systems give at least; how much it really was is looked up afterwards.
    private static let blockBytes = 4_096

    /// Opens the tiles of a version; those of others are deleted.
    init(folder: String, version: String, limit: Usage) {
        self.folder = "\(folder)/\(version)"
        self.limit = limit
        for other in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where other != version {
            try? FileManager.default.removeItem(atPath: "\(folder)/\(other)")
        }
        used = Mutex(TileFiles.entries(below: self.folder).reduce(Usage()) { $0 + $1.usage })
    }

    /// What they take now.
    var usage: Usage { used.withLock { $0 } }

    /// A tile that was written whole; nil when there is none.
    func read(_ address: TileAddress) -> CompressedBody? {
        guard let bytes = FileManager.default.contents(atPath: path(address)) else { return nil }
        let tile = CompressedBody(gzip: Array(bytes))
        // A power cut may leave a file without its end.
        return tile.expanded(limit: 64 << 20) == nil ? nil : tile
    }

    /// Keeps a tile, unless it is small or there is no room.
    func write(_ tile: CompressedBody, _ address: TileAddress) {
        let blocks = (tile.gzip.count + TileFiles.blockBytes - 1) / TileFiles.blockBytes
        let needed = Usage(bytes: blocks * TileFiles.blockBytes, files: 1)
        guard tile.gzip.count >= TileFiles.smallestBytes, !(usage + needed).exceeds(limit) else { return }
        let file = URL(fileURLWithPath: path(address))
        let parent = file.deletingLastPathComponent()
        try? FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
        let before = TileFiles.entry(file.path)?.usage ?? Usage()
        // Under another name first: a reader never meets half a tile.
        guard (try? Data(tile.gzip).write(to: file, options: .atomic)) != nil,
            let written = TileFiles.entry(file.path)?.usage
        else { return }
        used.withLock { $0 = $0 + written + Usage(bytes: -before.bytes, files: -before.files) }
    }

    /// Counts what is there and, from three quarters of the limit on, deletes the oldest half of it.
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

    /// nil for what is no file.
    private static func entry(_ path: String) -> Entry? {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        // stat counts in units of 512 bytes, whatever the size of a block.
        let bytes = max(Int(status.st_blocks) * 512, Int(status.st_size))
        // Wraps instead of trapping: ext4 keeps times up to the year 2446, nanoseconds in 64 bits end in 2262.
        let written = Int(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int(status.st_mtim.tv_nsec)
        return Entry(path: path, usage: Usage(bytes: bytes, files: 1), writtenAt: written)
    }

    private func path(_ address: TileAddress) -> String {
        "\(folder)/\(address.theme.rawValue)/\(address.zoom)/\(address.x)-\(address.y).svg.gz"
    }
}
