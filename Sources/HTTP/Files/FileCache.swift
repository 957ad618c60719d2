import Synchronization

/// Files ready to be served, by the path asked for.
final class FileCache: Sendable {
    private struct State {
        var files: [String: CachedFile] = [:]
        var byteCount = 0
    }

    /// Above this the cache starts anew: simple, and a folder of web assets never gets there.
    private static let maximumBytes = 64 << 20
    private let state = Mutex(State())

    /// The file at a path, loaded anew when it has changed; `load` finds where it really lies.
    func file(_ path: String, cacheControl: String, load: () -> String?) -> CachedFile? {
        let known = state.withLock { $0.files[path] }
        if let known, known.cacheControl == cacheControl, known.stat.isCurrent { return known }
        guard let real = load(), let stat = FileStat(path: real) else { return nil }
        let fresh = CachedFile(stat, cacheControl: cacheControl)
        state.withLock { state in
            if state.byteCount + fresh.byteCount > FileCache.maximumBytes { state = State() }
            let old = state.files.updateValue(fresh, forKey: path)
            state.byteCount += fresh.byteCount - (old?.byteCount ?? 0)
        }
        return fresh
    }
}
