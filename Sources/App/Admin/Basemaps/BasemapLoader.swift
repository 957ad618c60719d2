import Foundation
import Logging
import MapDownload
import Proximity
import Synchronization

/// Loads one map at a time for administrators, on a thread of its own. What a stop or a restart interrupts goes on when the
/// same region is asked for again.
final class BasemapLoader: Sendable {
    /// How far it is.
    enum State: Sendable {
        case idle
        /// Bytes that are there, of how many; 0 of 0 while nobody knows.
        case loading(BasemapRegion, done: UInt64, of: UInt64)
        /// Also when it ended.
        case loaded(BasemapRegion, Timestamp)
        /// By somebody.
        case stopped(BasemapRegion, Timestamp)
        case failed(BasemapRegion, reason: String, Timestamp)
    }

    private let basemaps: Basemaps
    private let source: BasemapDownload.Source?
    private let settings: DownloadSettings
    private let clock: @Sendable () -> Timestamp
    private let log: Logger
    private let state = Mutex(State.idle)
    private let isStopped = Atomic(false)
    private let asking = Mutex(())

    /// Seconds for which somebody waits at most to hear how large a map is.
    private static let longestAnswer = 20
    /// Seconds for which the page tells how the last one ended.
    private static let toldTime = 3_600.0

    /// - Parameter source: nil for the newest map of the world by Protomaps.
    init(
        _ basemaps: Basemaps, from source: BasemapDownload.Source?, _ settings: DownloadSettings,
        clock: @escaping @Sendable () -> Timestamp, log: Logger
    ) {
        (self.basemaps, self.source, self.settings, self.clock, self.log) = (basemaps, source, settings, clock, log)
    }

    /// The server that is asked, as scheme and host; nil for that of Protomaps.
    var origin: String? { source?.url.origin }

    /// What there is to tell.
    var current: State {
        let state = state.withLock { $0 }
        switch state {
        case .idle, .loading: return state
        case .loaded(_, let end), .stopped(_, let end), .failed(_, _, let end):
            return clock() > end + BasemapLoader.toldTime ? .idle : state
        }
    }

    /// Whether a map is being loaded.
    var isBusy: Bool { if case .loading = current { true } else { false } }

    /// What a map of a region would be: "Tampere, Finland: 24 × 24 km around …".
    ///
    /// - Returns: nil while somebody else asks: it would hold a second thread.
    /// - Throws: `DownloadError`.
    func summary(of region: BasemapRegion) throws(DownloadError) -> String? {
        var settings = settings
        settings.maxFailures = 1
        settings.deadline = .now + .seconds(BasemapLoader.longestAnswer)
        let found = asking.withLockIfAvailable { _ in
            Result { () throws(DownloadError) in try download(region, settings).summary }
        }
        return try found?.get()
    }

    private func download(_ region: BasemapRegion, _ settings: DownloadSettings) throws(DownloadError)
        -> BasemapDownload
    {
        let from: BasemapDownload.Source
        if let source { from = source } else { from = try .newest(settings) }
        return try BasemapDownload(region, from: from, into: basemaps.folder, settings: settings)
    }

    /// Begins to load a map of a region.
    ///
    /// - Returns: false while another is loaded.
    func begin(_ region: BasemapRegion) -> Bool {
        let isFree = state.withLock { state in
            if case .loading = state { return false }
            // Before anybody can stop it.
            isStopped.store(false, ordering: .relaxed)
            state = .loading(region, done: 0, of: 0)
            return true
        }
        guard isFree else { return false }
        Thread { [self] in
            let end = load(region)
            state.withLock { $0 = end }
        }.start()
        return true
    }

    private func load(_ region: BasemapRegion) -> State {
        var settings = settings
        settings.isStopped = { [self] in isStopped.load(ordering: .relaxed) }
        do throws(DownloadError) {
            _ = try download(region, settings).load { [self] done, size in
                state.withLock { $0 = .loading(region, done: done, of: size) }
                return !isStopped.load(ordering: .relaxed)
            }
            basemaps.refresh()
            return .loaded(region, clock())
        } catch DownloadError.stopped {
            return .stopped(region, clock())
        } catch {
            log.warning("a map was not loaded", metadata: ["reason": "\(error.reason)"])
            return .failed(region, reason: error.reason, clock())
        }
    }

    /// Ends the loading after the requests that are under way.
    func stop() { isStopped.store(true, ordering: .relaxed) }
}
