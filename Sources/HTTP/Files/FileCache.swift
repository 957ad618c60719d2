import Synchronization

/// Prepared files by requested path.
final class FileCache: Sendable {
    private struct State {
        var files: [String: CachedFile] = [:]
        var byteCount = 0
    }

    /// Above this size the cache is emptied, which is simple. A folder of web assets never gets that large.
    private static let maxBytes = 64 << 20
    private let state = Mutex(State())

    /// The file at a path, loaded again when it has changed; `locate` returns its real path.
    func file(_ path: String, cacheControl: String, locate: () -> String?) -> CachedFile? {
        let known = state.withLock { $0.files[path] }
        if let known, known.cacheControl == cacheControl, known.stat.isCurrent { return known }
        guard let real = locate(), let stat = FileStat(path: real) else { return nil }
        let fresh = CachedFile(stat, cacheControl: cacheControl)
        state.withLock { state in
            if state.byteCount + fresh.byteCount > FileCache.maxBytes { state = State() }
            let old = state.files.updateValue(fresh, forKey: path)
            state.byteCount += fresh.byteCount - (old?.byteCount ?? 0)
        }
        return fresh
    }
}
