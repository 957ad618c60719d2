import Foundation
import Media
import Synchronization

/// Makes maps of extracts of OpenStreetMap (`.osm.pbf`) by the program of that name, where the host has installed it.
///
/// Source: https://github.com/systemed/tilemaker, versions 2.2 and 3.
public struct Tilemaker: Sendable {
    /// The folder with `tilemaker.json` and `tilemaker.lua`, which say what is on the map.
    private let layout: String
    private let isolation: Isolation
    let searchPath: [String]
    /// Bytes that a folder has room for.
    private let room: @Sendable (_ folder: String) -> Int

    private static let program = "tilemaker"
    /// What a host does who lacks it.
    static let installation = "apt install \(program)"
    /// Seconds.
    private static let longest = 43_200.0
    /// Bytes of memory that it may have, however little is free: that is what a town takes.
    private static let leastMemory = 1 << 30

    /// - Parameter publicFolder: the folder with style sheets, scripts and fonts.
    public init(publicFolder: String) {
        self.init(publicFolder: publicFolder, searchPath: ChildProcess.systemFolders)
    }

    /// - Parameters:
    ///   - searchPath: folders in which the program is looked for.
    ///   - room: what a test says instead of the file system.
    init(
        publicFolder: String, searchPath: [String],
        room: @escaping @Sendable (String) -> Int = { MediaStore.freeBytes(at: $0) - MediaStore.reserve }
    ) {
        layout = Tilemaker.resolved(publicFolder + "/basemap")
        (isolation, self.searchPath, self.room) = (.here, searchPath, room)
    }

    /// How far it is, from 0 to 100, and in words: "tile 12 of 98".
    public typealias Progress = @Sendable (_ percent: Int, _ words: String) -> Bool

    var isInstalled: Bool { searchPath.contains { access("\($0)/\(Tilemaker.program)", X_OK) == 0 } }

    /// Checks that a map can be made of a file, as far as that can be told at once.
    ///
    /// - Throws: `BasemapRefusal`.
    func check(_ extract: String, in folder: BasemapFolder) throws(BasemapRefusal) {
        try OSMExtract.check(extract)
        guard isInstalled else { throw Tilemaker.isMissing }
        try folder.make()
        folder.sweepMaking()
        // Maps are about as large as their extracts.
        guard room(folder.path) > FileMark.size(extract) else { throw BasemapFolder.noRoom }
    }

    /// Makes a map, and hands its file over before it deletes it. Blocks for seconds for a town, and long for a country.
    ///
    /// - Parameters:
    ///   - extract: the path of the file.
    ///   - folder: where there is room for it.
    ///   - progress: is also called while there is none; returns whether to go on.
    /// - Throws: `BasemapRefusal`; ``stopped`` when `progress` said so.
    func make<Value>(
        of extract: String, in folder: BasemapFolder, progress: @escaping Progress,
        _ body: (_ map: String) throws(BasemapRefusal) -> Value
    ) throws(BasemapRefusal) -> Value {
        try check(extract, in: folder)
        return try folder.withMakingFolder { work throws(BasemapRefusal) in
            let map = "\(work)/\(Tilemaker.output)"
            let largest = Tilemaker.largestMap(of: FileMark.size(extract))
            let watch = Watch(progress) { [room] in
                if room(folder.path) <= 0 { return BasemapFolder.noRoom }
                return FileMark.size(map) > largest ? Tilemaker.isTooLarge : nil
            }
            let report: ChildProcess.Report
            do throws(MediaFault) { report = try run(extract, in: work, watch) } catch {
                throw BasemapRefusal(words: "\(Tilemaker.program) does not start: \(error)", isElsewhere: true)
            }
            guard report.succeeded else { throw Tilemaker.refusal(report, watch) }
            // What it left could also be a link to a file that it could not read itself.
            guard FileMark.isRegular(map) else { throw BasemapRefusal(words: BasemapFile.noTiles) }
            return try body(map)
        }
    }

    private static let output = "map.mbtiles"

    /// Bytes of a map at most: usually it is smaller than its extract, but an extract may also be made to fill a disk.
    static func largestMap(of extractBytes: Int) -> Int { 8 * extractBytes + (512 << 20) }

    /// The program works in another folder, and may follow no links.
    private static func resolved(_ path: String) -> String {
        URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    }

    private func run(_ extract: String, in work: String, _ watch: Watch) throws(MediaFault) -> ChildProcess.Report {
        let source = Tilemaker.resolved(extract)
        let (settings, script) = ("\(layout)/tilemaker.json", "\(layout)/tilemaker.lua")
        let limits = ChildProcess.Limits(
            addressSpace: max(Tilemaker.leastMemory, SystemMemory.available / 4 * 3),
            cpuSeconds: Int(Tilemaker.longest) * ChildProcess.processors, fileSize: max(1, room(work)),
            openFiles: 1_024, wallSeconds: Tilemaker.longest, nice: 15)
        return try ChildProcess(isolation: isolation, searchPath: searchPath).run(
            Tilemaker.program,
            ["--input", source, "--output", Tilemaker.output, "--config", settings, "--process", script],
            making: work, reading: [source, settings, script], limits: limits, follow: watch.follow)
    }

    static let isMissing = BasemapRefusal(
        words: "a map of it is made by a program that this server lacks (\(installation))", isElsewhere: true)
    private static let isTooLarge = BasemapRefusal(words: "its map gets far larger than it is", isElsewhere: true)
    static let stopped = BasemapRefusal(words: "it was stopped", isElsewhere: true)

    private static func refusal(_ report: ChildProcess.Report, _ watch: Watch) -> BasemapRefusal {
        switch report.outcome {
        case .stopped: return watch.reason ?? stopped
        case .timedOut: return BasemapRefusal(words: "its map takes longer than half a day", isElsewhere: true)
        case .notFound(let name): return BasemapRefusal(words: "there is no program \(name)", isElsewhere: true)
        case _ where report.complaint.contains("bad_alloc"):
            return BasemapRefusal(
                words: "its map takes more memory than is free: a smaller extract may do", isElsewhere: true)
        case .signalled(SIGKILL):
            return BasemapRefusal(words: "\(program) was ended while it made its map", isElsewhere: true)
        default: break
        }
        let reason = report.complaint.split(whereSeparator: \.isNewline).last ?? "no reason"
        return BasemapRefusal(
            words: "\(program) makes no map of it (\(reason.trimmingCharacters(in: .whitespaces).prefix(200)))")
    }

    /// Reads how far the program is, and stops it when the disk gets full or the map too large.
    private final class Watch: Sendable {
        private let progress: Progress
        private let problem: @Sendable () -> BasemapRefusal?
        private let state = Mutex((text: "", reason: BasemapRefusal?.none))

        /// - Parameter problem: why it cannot go on; nil while it can.
        init(_ progress: @escaping Progress, _ problem: @escaping @Sendable () -> BasemapRefusal?) {
            (self.progress, self.problem) = (progress, problem)
        }

        /// Why this stopped it; nil where it did not.
        var reason: BasemapRefusal? { state.withLock { $0.reason } }

        func follow(_ bytes: ArraySlice<UInt8>) -> Bool {
            let text = state.withLock { state -> String? in
                state.reason = problem()
                state.text = String((state.text + String(decoding: bytes, as: UTF8.self)).suffix(500))
                return state.reason == nil ? state.text : nil
            }
            guard let text else { return false }
            let (percent, words) = Tilemaker.progress(text)
            return progress(percent, words)
        }
    }

    /// How far it is, by the end of its output. It reads the extract, and then writes the tiles.
    static func progress(_ output: String) -> (percent: Int, words: String) {
        func share(_ done: Substring, _ whole: Substring) -> Int {
            guard let done = Int(done), let whole = Int(whole), 1...1_000_000_000 ~= whole else { return 0 }
            return min(max(done, 0), whole) * 50 / whole
        }
        // What follows a number tells that all of it is there.
        if let tile = output.matches(of: #/writing tile (\d{1,10}) of (\d{1,10})\s/#).last {
            return (50 + share(tile.1, tile.2), "tile \(tile.1) of \(tile.2)")
        }
        guard let block = output.matches(of: #/Block (\d{1,10})/(\d{1,10})\s/#).last else { return (0, reading) }
        return (share(block.1, block.2), reading)
    }

    static let reading = "reading the extract"
}

extension BasemapFolder {
    /// Makes a map of an extract of OpenStreetMap; replaces a map of the same name.
    ///
    /// - Parameters:
    ///   - file: its path.
    ///   - progress: is told how far it is; returns whether to go on.
    /// - Returns: a one-line description of the map.
    /// - Throws: `BasemapRefusal`.
    public func add(
        extract file: String, by tilemaker: Tilemaker, progress: @escaping Tilemaker.Progress
    ) throws(BasemapRefusal) -> String {
        let name = OSMExtract.mapName(URL(filePath: file).lastPathComponent)
        return try tilemaker.make(of: file, in: self, progress: progress) { made throws(BasemapRefusal) in
            let map = try BasemapFolder.check(made)
            try keep(made, as: name, replacing: true)
            return "added \(name): \(BasemapFolder.summary(map))"
        }
    }
}
