import Curl
import Foundation
import MapDownload
import PMTiles
import Synchronization

/// Loads one map at a time for the administration, on a thread of its own. What a stop or a restart interrupts goes on when
/// the same region is asked for again.
final class BasemapLoader: Sendable {
    /// Where maps come from.
    struct Options: Sendable {
        /// An address of a PMTiles archive; nil for the newest map of the world by Protomaps.
        var address: String?
        /// Servers that may have private addresses or plain http.
        var hosts = TrustedHosts.none
        /// Waits after a failure; nothing in tests.
        var pause: (@Sendable (Int) -> Void)?
        /// Of the program that makes maps of extracts.
        var niceness = OSMExtract.usualNiceness
    }

    enum State: Sendable, Equatable {
        case idle
        /// Bytes that are there, of how many.
        case loading(title: String, done: UInt64, size: UInt64)
        /// Tiles that are made of an extract, of how many; 0 while they are not known.
        case making(title: String, done: Int, size: Int)
        case done(title: String)
        case failed(title: String, reason: String)

        var isUnderWay: Bool {
            switch self {
            case .loading, .making: true
            case .idle, .done, .failed: false
            }
        }
    }

    private let options: Options
    private let state = Mutex(State.idle)
    private let isStopped = Atomic(false)
    private let asking = Mutex(())

    init(_ options: Options) { self.options = options }

    var current: State { state.withLock { $0 } }

    /// The settings for a page that somebody waits for: an answer now, whatever it is.
    private var quick: DownloadSettings {
        var settings = DownloadSettings()
        settings.maxFailures = 1
        settings.patience = 10
        settings.deadline = ContinuousClock.now + .seconds(25)
        return settings
    }

    private var patient: DownloadSettings {
        var settings = DownloadSettings()
        if let pause = options.pause { settings.pause = pause }
        return settings
    }

    /// What a map of a region would be. One at a time: others are told to wait.
    ///
    /// - Throws: `DownloadError`.
    func find(_ region: BasemapRegion, into folder: BasemapFolder) throws(DownloadError) -> BasemapDownload {
        let found = asking.withLockIfAvailable { _ -> Result<BasemapDownload, DownloadError> in
            Result { () throws(DownloadError) in try self.download(region, into: folder, quick) }
        }
        guard let found else { throw .refused("somebody else is asking just now") }
        return try found.get()
    }

    private func download(
        _ region: BasemapRegion, into folder: BasemapFolder, _ settings: DownloadSettings
    ) throws(DownloadError) -> BasemapDownload {
        let source: BasemapDownload.Source
        if let named = try named() { source = named } else { source = try .newest(settings) }
        return try BasemapDownload(region, from: source, into: folder, settings: settings)
    }

    /// The server that the host named; nil for none.
    ///
    /// - Throws: `DownloadError` for one that may not be asked.
    private func named() throws(DownloadError) -> BasemapDownload.Source? {
        guard let address = options.address else { return nil }
        guard let source = BasemapDownload.Source(address, trusting: options.hosts) else {
            throw .refused("CAIRN_BASEMAP_URL is no https address of the internet")
        }
        return source
    }

    /// Begins to load a map of a region for some maps, which take it up.
    ///
    /// - Returns: false while another is loaded.
    func begin(_ region: BasemapRegion, for basemaps: Basemaps) -> Bool {
        let title = region.title
        return begin(title, first: .loading(title: title, done: 0, size: 0), for: basemaps) { [self] in
            _ = try named()
            _ = try download(region, into: basemaps.folder, patient).load { done, size in
                self.goesOn(.loading(title: title, done: done, size: size))
            }
        }
    }

    /// Begins to make a map of an extract of OpenStreetMap, which is deleted at the end.
    ///
    /// - Parameter name: of the map.
    /// - Returns: false while another is loaded.
    func begin(_ extract: String, as name: String, for basemaps: Basemaps) -> Bool {
        begin(name, first: .making(title: name, done: 0, size: 0), for: basemaps) { [self] in
            defer { try? FileManager.default.removeItem(atPath: extract) }
            _ = try OSMExtract(extract, descriptions: basemaps.descriptions, niceness: options.niceness)
                .makeMap(name, in: basemaps.folder) { self.goesOn(.making(title: name, done: $0, size: $1)) }
        }
    }

    /// Whether a map is loaded or made now.
    var isBusy: Bool { current.isUnderWay }

    private func begin(
        _ title: String, first: State, for basemaps: Basemaps, work: @escaping @Sendable () throws -> Void
    ) -> Bool {
        let isFree = state.withLock { state in
            if state.isUnderWay { return false }
            state = first
            return true
        }
        guard isFree else { return false }
        isStopped.store(false, ordering: .relaxed)
        let thread = Thread { [self] in
            let end: State
            do {
                try work()
                basemaps.refresh()
                end = .done(title: title)
            } catch {
                let download = (error as? DownloadError)?.reason
                let reason = download ?? (error as? BasemapFolder.Refusal)?.reason ?? "\(error)"
                end = .failed(title: title, reason: reason)
            }
            state.withLock { $0 = end }
        }
        thread.start()
        return true
    }

    /// Keeps how far it is; false once somebody has stopped it.
    private func goesOn(_ now: State) -> Bool {
        state.withLock { $0 = now }
        return !isStopped.load(ordering: .relaxed)
    }

    /// Ends the loading after the pieces that are under way.
    func stop() { isStopped.store(true, ordering: .relaxed) }
}
