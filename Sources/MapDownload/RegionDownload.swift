import Curl
import Foundation
import PMTiles
import Synchronization

/// Loads a region of a PMTiles archive from a server that answers to ranges, into an archive of its own.
public struct RegionDownload: Sendable {
    private let url: CheckedURL
    private let settings: DownloadSettings

    public init(_ url: CheckedURL, _ settings: DownloadSettings = DownloadSettings()) {
        (self.url, self.settings) = (url, settings)
    }

    /// What is to be loaded, known before the first tile is.
    public struct Plan: Sendable {
        /// Bytes of the new file, exactly.
        public var size: UInt64 { archive.size }
        /// What the archive has of the box and the zooms that were asked for.
        public let box: PMTilesHeader.Box
        public let zooms: ClosedRange<Int>
        public var metadata: MapMetadata { archive.metadata }
        let archive: RegionArchive
        let etag: String?
        /// Bytes of the file at the server.
        let total: UInt64
    }

    /// Reads what is needed of the archive's directories.
    ///
    /// - Parameters:
    ///   - box: does not cross the antimeridian.
    ///   - zooms: of which those are loaded that the archive has.
    /// - Throws: `DownloadError`.
    public func plan(_ box: PMTilesHeader.Box, zooms: ClosedRange<Int>) throws(DownloadError) -> Plan {
        let client = try RangeClient(url, settings)
        let first = try client.part(RegionPlan.firstRange)
        var plan = try RegionDownload.usable { () throws(PMTilesError) in
            try RegionPlan(first: first.bytes, size: first.total, box: box, zooms: zooms)
        }
        while !plan.wantedLeaves.isEmpty {
            let leaves = try read(plan.wantedLeaves, of: first)
            try RegionDownload.usable { () throws(PMTilesError) in try plan.add(leaves) }
        }
        let range = plan.metadataRange
        guard !range.isEmpty, range.count <= MapMetadata.maxBytes else {
            throw .unusable(PMTilesError("its metadata is no JSON"))
        }
        let metadata = try client.part(range, etag: first.etag, total: first.total).bytes
        let archive = try RegionDownload.usable { () throws(PMTilesError) in try plan.finish(metadata: metadata) }
        return Plan(
            box: plan.region.box, zooms: plan.region.zooms, archive: archive, etag: first.etag, total: first.total)
    }

    private static func usable<Value>(_ body: () throws(PMTilesError) -> Value) throws(DownloadError) -> Value {
        do { return try body() } catch { throw .unusable(error) }
    }

    /// Bytes of directories in one request.
    private static let maxLeafBytes: UInt64 = 1 << 20

    /// Several parts of the file, neighbouring ones by one request.
    ///
    /// - Parameter ranges: by rising start.
    private func read(_ ranges: [Range<UInt64>], of first: RangeClient.Part) throws(DownloadError) -> [[UInt8]] {
        let groups = ByteRanges.groups(of: ranges, maxBytes: RegionDownload.maxLeafBytes)
        let found = Mutex([[UInt8]](repeating: [], count: ranges.count))
        try Workers.run(groups.count, settings: settings, url: url) { number, client throws(DownloadError) in
            let members = groups[number]
            let start = ranges[members.lowerBound].lowerBound
            let end = ranges[members].reduce(start) { max($0, $1.upperBound) }
            let bytes = try client.part(start..<end, etag: first.etag, total: first.total).bytes
            found.withLock { found in
                for index in members {
                    found[index] = Array(
                        bytes[Int(ranges[index].lowerBound - start)..<Int(ranges[index].upperBound - start)])
                }
            }
        }
        return found.withLock { $0 }
    }

    /// Loads what a plan says and moves it into place when it is whole. What was loaded by a call that broke off is kept, and
    /// not loaded again as long as the file at the server is the same.
    ///
    /// - Parameters:
    ///   - path: of the new archive; replaced if it exists.
    ///   - progress: is told the bytes of tiles that are there, of how many, first before anything is loaded; returns whether to
    ///     go on. Called by several threads, one at a time.
    ///   - check: is given the path of the whole file before that is moved into place.
    /// - Throws: `DownloadError`.
    public func load(
        _ plan: Plan, to path: String,
        progress: @escaping @Sendable (_ bytes: UInt64, _ of: UInt64) -> Bool = { _, _ in true },
        check: (_ path: String) throws(PMTilesError) -> Void = { path throws(PMTilesError) in
            try PMTilesArchive(path: path).checkDirectories()
        }
    ) throws(DownloadError) {
        let part = try PartialFile(
            path, plan.archive, identity: identity(plan), spareBytes: settings.spareBytes)
        defer { part.unlock() }
        guard progress(part.doneBytes, plan.archive.tileBytes) else { throw .stopped }
        let missing = plan.archive.pieces.indices.filter { !part.isDone($0) }
            .sorted { plan.archive.pieces[$0].range.count > plan.archive.pieces[$1].range.count }
        let telling = Mutex(())
        try Workers.run(missing.count, settings: settings, url: url) { index, client throws(DownloadError) in
            let number = missing[index]
            let piece = plan.archive.pieces[number]
            let found = try client.part(piece.range, etag: plan.etag, total: plan.total)
            try part.write(found.bytes, number)
            guard telling.withLock({ _ in progress(part.doneBytes, plan.archive.tileBytes) }) else { throw .stopped }
        }
        try part.finish(check)
    }

    /// Tells the file at the server. Whose region it is, the directories in the new file tell.
    private func identity(_ plan: Plan) -> String { "\(url.url) \(plan.etag ?? "-") \(plan.total)" }
}

/// Does numbered work with some clients at a time.
enum Workers {
    /// - Throws: the first error; what runs then is waited for, and nothing more begins.
    static func run(
        _ count: Int, settings: DownloadSettings, url: CheckedURL,
        work: @escaping @Sendable (Int, RangeClient) throws(DownloadError) -> Void
    ) throws(DownloadError) {
        let state = Mutex((next: 0, error: DownloadError?.none))
        let group = DispatchGroup()
        for _ in 0..<min(count, DownloadSettings.maxRequests) {
            group.enter()
            let thread = Thread {
                defer { group.leave() }
                do throws(DownloadError) {
                    let client = try RangeClient(url, settings)
                    while let index = state.withLock({ state -> Int? in
                        guard state.error == nil, state.next < count else { return nil }
                        state.next += 1
                        return state.next - 1
                    }) {
                        try work(index, client)
                    }
                } catch {
                    state.withLock { if $0.error == nil { $0.error = error } }
                }
            }
            thread.start()
        }
        group.wait()
        if let error = state.withLock({ $0.error }) { throw error }
    }
}
