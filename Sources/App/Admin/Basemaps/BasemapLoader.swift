import Foundation
import Logging
import MapDownload
import Proximity
import Synchronization

/// What administrators ask for.
enum BasemapWork: Sendable {
    case region(BasemapRegion)
    /// A map of an extract of OpenStreetMap: what its file is called.
    case extract(String)

    /// What it is called meanwhile: "Tampere, Finland", or "town.mbtiles".
    var title: String {
        switch self {
        case .region(let region): region.title
        case .extract(let name): OSMExtract.mapName(name)
        }
    }
}

/// Loads or makes one map at a time for administrators, on a thread of its own. What a stop or a restart interrupts of a region
/// goes on when the same one is asked for again; an extract stays, and its map is made anew.
final class BasemapLoader: Sendable {
    /// How far it is.
    enum State: Sendable {
        case idle
        /// From 0 to 100, and in words: "12 MB of 38 MB".
        case working(BasemapWork, percent: Int, words: String)
        /// What is on the map now, and since when.
        case done(String, Timestamp)
        /// By somebody.
        case stopped(BasemapWork, Timestamp)
        /// In words: "Tampere: the server does not answer."
        case failed(BasemapWork, String, Timestamp)
    }

    private let basemaps: Basemaps
    private let source: BasemapDownload.Source?
    private let settings: DownloadSettings
    private let tilemaker: Tilemaker?
    private let clock: @Sendable () -> Timestamp
    private let log: Logger
    private let state = Mutex(State.idle)
    private let isStopped = Atomic(false)
    private let asking = Mutex(())

    /// Seconds for which somebody waits at most to hear how large a map is.
    private static let longestAnswer = 20
    /// Seconds for which the page tells how the last one ended.
    private static let toldTime = 3_600.0

    /// - Parameters:
    ///   - source: nil for the newest map of the world by Protomaps.
    ///   - tilemaker: nil where no map is made of an extract.
    init(
        _ basemaps: Basemaps, from source: BasemapDownload.Source?, _ settings: DownloadSettings,
        by tilemaker: Tilemaker?,
        clock: @escaping @Sendable () -> Timestamp, log: Logger
    ) {
        (self.basemaps, self.source, self.settings, self.tilemaker) = (basemaps, source, settings, tilemaker)
        (self.clock, self.log) = (clock, log)
    }

    /// The server that is asked, as scheme and host; nil for that of Protomaps.
    var origin: String? { source?.url.origin }

    /// What there is to tell.
    var current: State {
        let state = state.withLock { $0 }
        switch state {
        case .idle, .working: return state
        case .done(_, let end), .stopped(_, let end), .failed(_, _, let end):
            return clock() > end + BasemapLoader.toldTime ? .idle : state
        }
    }

    /// Whether a map is being loaded or made.
    var isBusy: Bool { if case .working = current { true } else { false } }

    /// Whether a map of a region is being loaded.
    var isLoading: Bool { if case .working(.region, _, _) = current { true } else { false } }

    /// Whether maps can be made of extracts of OpenStreetMap.
    var makesMaps: Bool { tilemaker?.isInstalled ?? false }

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
    /// - Returns: false while another is loaded or made.
    func begin(_ region: BasemapRegion) -> Bool {
        guard reserve(.region(region), words: "asking the server") else { return false }
        run { [self] in load(region) }
        return true
    }

    /// Begins to make a map of an extract of OpenStreetMap among the maps. The extract is deleted when there is its map.
    ///
    /// - Returns: false while another is loaded or made.
    func begin(extract name: String) -> Bool {
        guard reserve(.extract(name), words: Tilemaker.reading) else { return false }
        run { [self] in make(name) }
        return true
    }

    /// Checks that a map could be made of a file.
    ///
    /// - Throws: `BasemapRefusal`.
    func check(_ extract: String) throws(BasemapRefusal) {
        guard let tilemaker else { throw Tilemaker.isMissing }
        try tilemaker.check(extract, in: basemaps.folder)
    }

    /// Checks that maps can be made of extracts.
    ///
    /// - Throws: `BasemapRefusal`.
    func checkMakesMaps() throws(BasemapRefusal) { guard makesMaps else { throw Tilemaker.isMissing } }

    /// Whether a map is being made of the extract of this name.
    func isMaking(_ name: String) -> Bool {
        if case .working(.extract(name), _, _) = current { true } else { false }
    }

    /// - Returns: false while another is loaded or made.
    private func reserve(_ work: BasemapWork, words: String) -> Bool {
        state.withLock { state in
            if case .working = state { return false }
            // Before anybody can stop it.
            isStopped.store(false, ordering: .relaxed)
            state = .working(work, percent: 0, words: words)
            return true
        }
    }

    private func run(_ body: @escaping @Sendable () -> State) {
        Thread { [self] in
            let end = body()
            state.withLock { $0 = end }
        }.start()
    }

    /// Tells how far it is.
    ///
    /// - Returns: whether to go on.
    private func tell(_ work: BasemapWork, _ percent: Int, _ words: String) -> Bool {
        state.withLock { $0 = .working(work, percent: percent, words: words) }
        return !isStopped.load(ordering: .relaxed)
    }

    private func load(_ region: BasemapRegion) -> State {
        let work = BasemapWork.region(region)
        var settings = settings
        settings.isStopped = { [self] in isStopped.load(ordering: .relaxed) }
        do throws(DownloadError) {
            _ = try download(region, settings).load { [self] done, size in
                let percent = size > 0 ? Int(Double(done) / Double(size) * 100) : 0
                return tell(work, percent, "\(ByteFormatter.text(Int(done))) of \(ByteFormatter.text(Int(size)))")
            }
            basemaps.refresh()
            return .done(region.title, clock())
        } catch DownloadError.stopped {
            return .stopped(work, clock())
        } catch {
            return failed(work, "\(region.title): \(error.reason).")
        }
    }

    private func make(_ name: String) -> State {
        let work = BasemapWork.extract(name)
        do throws(BasemapRefusal) {
            guard let tilemaker else { throw Tilemaker.isMissing }
            let progress: Tilemaker.Progress = { [self] in tell(work, $0, $1) }
            let kept = try basemaps.folder.withExtract(name) { extract throws(BasemapRefusal) in
                try tilemaker.make(of: extract, in: basemaps.folder, progress: progress) {
                    made throws(BasemapRefusal) in
                    try BasemapFolder.check(made)
                    guard !isStopped.load(ordering: .relaxed) else { throw Tilemaker.stopped }
                    let kept = try basemaps.folder.add(upload: made, as: work.title)
                    unlink(extract)
                    return kept
                }
            }
            basemaps.refresh()
            return .done(kept, clock())
        } catch {
            return error == Tilemaker.stopped ? .stopped(work, clock()) : failed(work, Admin.words(of: error, name))
        }
    }

    private func failed(_ work: BasemapWork, _ words: String) -> State {
        log.warning("a map was not loaded or made", metadata: ["reason": "\(words)"])
        return .failed(work, words, clock())
    }

    /// Ends the loading after the requests that are under way, and the making before its map is added.
    func stop() { isStopped.store(true, ordering: .relaxed) }
}
