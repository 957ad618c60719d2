import Atlas
import Foundation
import HTTP
import Synchronization

/// Which tile, in which rendition.
struct TileAddress: Hashable, Sendable {
    let zoom: Int
    let x: Int
    let y: Int
    let theme: Theme

    /// The zoom of an address.
    static func zoom(_ text: String?) -> Int? { InputNumber.whole(text, in: 0...19) }

    /// The column or row of an address: of the closest zoom there are 2¹⁹.
    static func index(_ text: (some StringProtocol)?) -> Int? { InputNumber.whole(text, in: 0...(1 << 19) - 1) }
}

/// The tiles drawn lately, compressed, within a bound of bytes; behind them those on the disk. What several ask for at
/// once is drawn once.
final class TileCache: Sendable {
    private struct State {
        var tiles: [TileAddress: (tile: CompressedBody, used: UInt64)] = [:]
        var drawing: [TileAddress: Drawing] = [:]
        var size = 0
        var clock: UInt64 = 0
    }

    /// A tile that is being drawn, for those who wait for it.
    private final class Drawing: Sendable {
        let condition = NSCondition()
        let outcome = Mutex<Result<CompressedBody?, any Error>?>(nil)
    }

    private enum Plan {
        case ready(CompressedBody)
        case wait(Drawing)
        case draw(Drawing)
    }

    private let limit: Int
    private let files: TileFiles?
    private let state = Mutex(State())

    /// A cache of at most `limit` bytes in memory.
    init(limit: Int, files: TileFiles? = nil) {
        self.limit = limit
        self.files = files
    }

    /// A tile: known, read or drawn. nil when there is none of that address.
    ///
    /// - Throws: what `draw` throws, to all who wait for the tile; then nothing is kept.
    func tile(_ address: TileAddress, draw: () throws -> [UInt8]?) throws -> CompressedBody? {
        switch plan(address) {
        case .ready(let tile): return tile
        case .wait(let drawing):
            drawing.condition.lock()
            defer { drawing.condition.unlock() }
            while true {
                if let outcome = drawing.outcome.withLock({ $0 }) { return try outcome.get() }
                drawing.condition.wait()
            }
        case .draw(let drawing):
            let outcome = Result { try files?.read(address) ?? drawn(address, draw) }
            store(try? outcome.get(), address)
            drawing.condition.lock()
            drawing.outcome.withLock { $0 = outcome }
            drawing.condition.broadcast()
            drawing.condition.unlock()
            return try outcome.get()
        }
    }

    private func plan(_ address: TileAddress) -> Plan {
        state.withLock { state in
            state.clock += 1
            if let known = state.tiles[address] {
                state.tiles[address]?.used = state.clock
                return .ready(known.tile)
            }
            if let other = state.drawing[address] { return .wait(other) }
            let own = Drawing()
            state.drawing[address] = own
            return .draw(own)
        }
    }

    private func drawn(_ address: TileAddress, _ draw: () throws -> [UInt8]?) throws -> CompressedBody? {
        guard let tile = try draw().flatMap({ CompressedBody(compressing: $0) }) else { return nil }
        files?.write(tile, address)
        return tile
    }

    private func store(_ tile: CompressedBody?, _ address: TileAddress) {
        state.withLock { state in
            state.drawing[address] = nil
            guard let tile, tile.gzip.count < limit / 8 else { return }
            state.tiles[address] = (tile, state.clock)
            state.size += tile.gzip.count
            guard state.size > limit else { return }
            // The older half goes at once: rarely, and without a list to keep in order at every use.
            for (old, entry) in state.tiles.sorted(by: { $0.value.used < $1.value.used }) where state.size > limit / 2 {
                state.tiles[old] = nil
                state.size -= entry.tile.gzip.count
            }
        }
    }
}

/// Drawn tiles on the disk, so that a restart finds them: `VERSION/THEME/Z/X-Y.svg.gz`, within a bound of bytes.
///
/// A cache and no more: what cannot be written or read is drawn again.
final class TileFiles: Sendable {
    private let folder: String
    private let limit: Int
    private let size = Mutex(0)

    /// Opens the tiles of a version; those of others are deleted.
    init(folder: String, version: String, limit: Int) {
        self.folder = "\(folder)/\(version)"
        self.limit = limit
        for other in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where other != version {
            try? FileManager.default.removeItem(atPath: "\(folder)/\(other)")
        }
        let found = files().reduce(0) { $0 + $1.size }
        size.withLock { $0 = found }
    }

    /// A tile that was written whole; nil when there is none.
    func read(_ address: TileAddress) -> CompressedBody? {
        guard let bytes = FileManager.default.contents(atPath: path(address)) else { return nil }
        let tile = CompressedBody(gzip: Array(bytes))
        // A power cut may leave a file without its end.
        return tile.expanded(limit: 64 << 20) == nil ? nil : tile
    }

    /// Keeps a tile; the oldest half goes when there is too much.
    func write(_ tile: CompressedBody, _ address: TileAddress) {
        let file = URL(fileURLWithPath: path(address))
        let parent = file.deletingLastPathComponent()
        try? FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
        // Under another name first: a reader never meets half a tile.
        guard (try? Data(tile.gzip).write(to: file, options: .atomic)) != nil else { return }
        let isFull = size.withLock { size in
            size += tile.gzip.count
            return size > limit
        }
        if isFull { thin() }
    }

    private func thin() {
        var rest = 0
        var kept = true
        // Newest first: what comes after half of the room is full goes.
        for file in files().sorted(by: { $0.written > $1.written }) {
            kept = kept && rest + file.size <= limit / 2
            if kept { rest += file.size } else { try? FileManager.default.removeItem(at: file.url) }
        }
        size.withLock { $0 = rest }
    }

    private func files() -> [(url: URL, size: Int, written: Date)] {
        let keys: [URLResourceKey] = [.fileSizeKey, .contentModificationDateKey, .isRegularFileKey]
        let root = URL(fileURLWithPath: folder)
        guard let all = FileManager.default.enumerator(at: root, includingPropertiesForKeys: keys) else { return [] }
        return all.compactMap { entry in
            guard let url = entry as? URL, let values = try? url.resourceValues(forKeys: Set(keys)),
                values.isRegularFile == true, let size = values.fileSize
            else { return nil }
            return (url, size, values.contentModificationDate ?? .distantPast)
        }
    }

    private func path(_ address: TileAddress) -> String {
        "\(folder)/\(address.theme.rawValue)/\(address.zoom)/\(address.x)-\(address.y).svg.gz"
    }
}
