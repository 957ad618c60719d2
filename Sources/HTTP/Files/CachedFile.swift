import Foundation

/// A file with its prepared representations.
final class CachedFile: Sendable {
    let stat: FileStat
    let cacheControl: String
    let plain: Representation
    let compressed: Representation?
    let byteCount: Int

    /// Files up to this size are sent from memory, larger ones with sendfile.
    private static let memoryLimit = 64 * 1024
    /// Texts up to this size are compressed.
    private static let compressLimit = 4 << 20

    init(_ stat: FileStat, cacheControl: String) {
        self.stat = stat
        self.cacheControl = cacheControl
        let type = MediaType.of(stat.path)
        let isText = Gzip.isWorthwhile(type) && 1_024...CachedFile.compressLimit ~= stat.size
        var bytes: [UInt8]?
        if stat.size <= CachedFile.memoryLimit || isText, let data = FileManager.default.contents(atPath: stat.path) {
            // While another process writes the file, it is sent from disk.
            if data.count == stat.size { bytes = [UInt8](data) }
        }
        let packed = isText ? bytes.flatMap { Gzip.compress($0, level: 9) } : nil
        let kept = stat.size <= CachedFile.memoryLimit ? bytes : nil
        plain = Representation(
            stat, type: type, cacheControl: cacheControl, bytes: kept, varies: packed != nil)
        compressed = packed.map {
            Representation(
                stat, type: type, cacheControl: cacheControl, bytes: $0, encoding: "gzip", varies: true)
        }
        byteCount = (kept?.count ?? 0) + (packed?.count ?? 0) + 1_024
    }
}
