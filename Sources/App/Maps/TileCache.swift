import Atlas
import Foundation
import HTTP
import Synchronization

/// A tile's coordinates and theme. Only tiles of the world can be expressed, because the numbers become file names.
struct TileAddress: Hashable, Sendable {
    let zoom: Int
    let x: Int
    let y: Int
    let theme: Theme

    /// nil if there is no such tile.
    init?(zoom: Int, x: Int, y: Int, theme: Theme) {
        guard (0...19).contains(zoom), (0..<1 << zoom).contains(x), (0..<1 << zoom).contains(y) else { return nil }
        (self.zoom, self.x, self.y, self.theme) = (zoom, x, y, theme)
    }

    /// Parses the zoom of a URL.
    static func zoom(_ text: String?) -> Int? { InputNumber.whole(text, in: 0...19) }

    /// Parses the column or row of a URL; the highest zoom has 2¹⁹.
    static func index(_ text: (some StringProtocol)?) -> Int? { InputNumber.whole(text, in: 0...(1 << 19) - 1) }
}

/// A memory cache of drawn, compressed tiles with a limit in bytes, in front of the disk cache. Concurrent requests for
/// one tile share one drawing.
final class TileCache: Sendable {
    private struct State {
        var tiles: [TileAddress: (tile: CompressedBody, used: UInt64)] = [:]
        var drawing: [TileAddress: Drawing] = [:]
        var size = 0
        var clock: UInt64 = 0
    }

    /// A drawing in progress that other requests wait for.
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
    private let isKept: @Sendable (TileAddress) -> Bool
    private let state = Mutex(State())

    /// Memory per tile besides its bytes.
    private static let overhead = 256

    /// At most `limit` bytes in memory; `files` holds the tiles that are worth a file.
    init(limit: Int, files: TileFiles? = nil, isKept: @escaping @Sendable (TileAddress) -> Bool = { _ in true }) {
        self.limit = limit
        self.files = files
        self.isKept = isKept
    }

    /// A tile in memory.
    func known(_ address: TileAddress) -> CompressedBody? {
        state.withLock { state in
            state.clock += 1
            state.tiles[address]?.used = state.clock
            return state.tiles[address]?.tile
        }
    }

    /// A tile from memory, from disk or newly drawn; nil if there is no such tile.
    ///
    /// - Throws: errors of `draw`, to all requests that wait for the tile; nothing is cached then.
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
            let outcome = Result { try (isKept(address) ? files?.read(address) : nil) ?? drawn(address, draw) }
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
        if isKept(address) { files?.write(tile, address) }
        return tile
    }

    private func store(_ tile: CompressedBody?, _ address: TileAddress) {
        state.withLock { state in
            state.drawing[address] = nil
            guard let tile, tile.gzip.count < limit / 8 else { return }
            state.tiles[address] = (tile, state.clock)
            state.size += tile.gzip.count + TileCache.overhead
            guard state.size > limit else { return }
            // Drops the older half at once: rarely, and no ordered list is needed.
            for (old, entry) in state.tiles.sorted(by: { $0.value.used < $1.value.used }) where state.size > limit / 2 {
                state.tiles[old] = nil
                state.size -= entry.tile.gzip.count + TileCache.overhead
            }
        }
    }
}
