import Atlas
import Curl
import Foundation
import MapDownload
import PMTiles
import Proximity

/// Loads a map of a region from a server, and adds it to a data folder.
public struct BasemapDownload: Sendable {
    private let folder: BasemapFolder
    private let region: BasemapRegion
    private let download: RegionDownload
    private let plan: RegionDownload.Plan

    /// The zooms that are asked for, unless somebody wants fewer.
    public static let maxZoom = 15
    /// Bytes of one map.
    static let maxBytes: UInt64 = 20_000_000_000

    /// Where maps are loaded from.
    public struct Source: Sendable {
        let url: CheckedURL

        /// An address of a PMTiles archive.
        ///
        /// - Parameter hosts: which servers may have private addresses or plain http.
        /// - Returns: nil for an address that may not be asked.
        public init?(_ address: String, trusting hosts: TrustedHosts) {
            guard let url = CheckedURL(address, trusting: hosts) else { return nil }
            self.url = url
        }

        /// The newest map of the whole world by Protomaps.
        ///
        /// - Throws: `DownloadError`.
        public static func newest(_ settings: DownloadSettings = DownloadSettings()) throws(DownloadError) -> Source {
            guard let source = Source(try MapBuilds.newest(settings), trusting: .none) else {
                throw .refused("no address")
            }
            return source
        }
    }

    /// Asks a server what it has of a region.
    ///
    /// - Parameter maxZoom: 0…``maxZoom``.
    /// - Throws: `DownloadError`.
    public init(
        _ region: BasemapRegion, from source: Source, maxZoom: Int = maxZoom, into folder: BasemapFolder
    ) throws(DownloadError) {
        try self.init(region, from: source, maxZoom: maxZoom, into: folder, settings: DownloadSettings())
    }

    init(
        _ region: BasemapRegion, from source: Source, maxZoom: Int = maxZoom, into folder: BasemapFolder,
        settings: DownloadSettings, maxBytes: UInt64 = maxBytes
    ) throws(DownloadError) {
        (self.folder, self.region) = (folder, region)
        download = RegionDownload(source.url, settings)
        plan = try download.plan(region.box, zooms: 0...maxZoom)
        let layers = plan.metadata.layers ?? []
        guard layers.isEmpty || TileSchema.of(layers: layers) != nil else {
            throw .unusable(PMTilesError(BasemapFile.unknownLayers(layers)))
        }
        guard plan.size <= maxBytes else { throw .tooLarge(plan.size) }
    }

    /// "Tampere, Finland: 24 × 24 km around 61.50, 23.76, zoom 0–15, about 38 MB"
    public var summary: String {
        let zooms = "zoom \(plan.zooms.lowerBound)–\(plan.zooms.upperBound)"
        // Of an archive of something smaller, not all that was asked for.
        let extent = BasemapRegion(title: region.title, box: plan.box).extent
        return "\(region.title): \(extent), \(zooms), about \(ByteFormatter.text(Int(plan.size)))"
    }

    /// Loads it. What a call that broke off has loaded is not loaded again.
    ///
    /// - Parameter progress: is told the bytes that are there, of how many; returns whether to go on.
    /// - Returns: the map's file name.
    /// - Throws: `DownloadError`.
    public func load(
        progress: @escaping @Sendable (_ bytes: UInt64, _ of: UInt64) -> Bool
    ) throws(DownloadError) -> String {
        do { try folder.make() } catch { throw .unwritable(error.words) }
        let name = fileName
        let check = { [folder] (path: String) throws(PMTilesError) in
            do throws(BasemapRefusal) { try BasemapFolder.check(path) } catch { throw PMTilesError(error.words) }
            folder.handOver(path)
        }
        try download.load(plan, to: "\(folder.path)/\(name)", progress: progress, check: check)
        return name
    }

    private var fileName: String {
        let usual = "\(region.name).pmtiles"
        guard let there = try? BasemapFile(path: "\(folder.path)/\(usual)"), !replaces(there.bounds) else {
            return usual
        }
        return "\(region.distinctName).pmtiles"
    }

    /// Of a named place there is one map, beside those of other places with its name. A rectangle replaces what lies in it.
    private func replaces(_ other: Bounds) -> Bool {
        guard let own = region.bounds, let middle = region.middle else { return true }
        if region.isNamed { return other.contains(middle) }
        let rounding = 1e-4
        return own.south <= other.south + rounding && other.north <= own.north + rounding
            && own.west <= other.west + rounding && other.east <= own.east + rounding
    }
}
