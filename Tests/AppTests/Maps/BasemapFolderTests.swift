import Foundation
import PMTiles
import Proximity
import Synchronization
import TestTools
import Testing

@testable import App

/// Several maps, and how a running site takes up changes of them.
struct BasemapFolderTests {
    private let data = Folder()
    private static let shipped = TestSite.publicFolder + "/basemap/helsinki.mbtiles"

    private var folder: BasemapFolder { BasemapFolder(dataFolder: data.path) }

    private func site(_ clock: ManualClock = ManualClock()) -> Basemaps {
        Basemaps(dataFolder: data.path, publicFolder: TestSite.publicFolder, clock: clock.now, log: TestSite.quiet)
    }

    /// A clock that is set.
    private final class ManualClock: Sendable {
        private let milliseconds = Mutex(TestSite.noon.milliseconds)

        var now: @Sendable () -> Timestamp { { [self] in milliseconds.withLock { Timestamp(milliseconds: $0) } } }

        func goOn(_ seconds: Int64) { milliseconds.withLock { $0 += seconds * 1_000 } }
    }

    /// An archive of zoom 2 with water on all of it.
    private func water(_ name: String) throws -> String {
        let path = "\(data.path)/\(name)"
        let bytes = MapFolder.bytes(MapFolder.water)
        let tiles = (0..<16).map { TestArchive.Tile(2, x: $0 % 4, y: $0 / 4, bytes: bytes) }
        try Data(TestArchive().bytes(tiles)).write(to: URL(filePath: path))
        return path
    }

    private func names(_ site: Basemaps) -> [String] { site.files.map { $0.name } }

    @Test func `a running site takes up what is added, put in order and removed`() throws {
        let site = site()
        #expect(names(site).isEmpty && !site.covers(DemoCast.centre))
        let empty = site.version
        _ = try folder.add(BasemapFolderTests.shipped)
        _ = try folder.add(try water("sea.pmtiles"))
        site.refresh()
        #expect(names(site) == ["helsinki.mbtiles", "sea.pmtiles"] && site.covers(DemoCast.centre))
        let detailed = site.version
        #expect(detailed != empty)
        // The ending may be left away, and what is not named follows.
        #expect(try folder.order(["sea"]) == ["sea.pmtiles", "helsinki.mbtiles"])
        site.refresh()
        #expect(names(site) == ["sea.pmtiles", "helsinki.mbtiles"] && site.version != detailed)
        #expect(try folder.remove("sea.pmtiles") == "sea.pmtiles")
        site.refresh()
        #expect(names(site) == ["helsinki.mbtiles"])
    }

    @Test func `the folder is looked at every three seconds, also when the clock is set back`() throws {
        let clock = ManualClock()
        let site = site(clock)
        _ = try folder.add(BasemapFolderTests.shipped)
        clock.goOn(2)
        #expect(names(site).isEmpty)
        clock.goOn(1)
        #expect(names(site) == ["helsinki.mbtiles"])
        _ = try folder.remove("helsinki")
        clock.goOn(-3_600)
        #expect(names(site).isEmpty)
    }

    @Test func `tiles that were drawn of other maps are deleted`() throws {
        let site = site()
        let here = try #require(TileAddress(zoom: 4, x: 9, y: 4, theme: .light))
        _ = try site.tile(here)
        let cache = data.path + "/cache/tiles"
        #expect(try FolderEntries.names(in: cache) == [site.version])
        _ = try folder.add(BasemapFolderTests.shipped)
        site.refresh()
        _ = try site.tile(here)
        #expect(try FolderEntries.names(in: cache) == [site.version])
    }

    @Test func `a map that was removed is read to the end by whom it serves`() throws {
        for path in [BasemapFolderTests.shipped, try water("sea.pmtiles")] {
            _ = try folder.add(path)
            let site = site()
            let (basemap, zoom) = (site.basemap, path.hasSuffix("pmtiles") ? 2 : 14)
            let (x, y) = zoom == 2 ? (1, 1) : (9_326, 4_742)
            let drawn = try basemap.tile(zoom: zoom, x: x, y: y, theme: .light)
            _ = try folder.remove(site.files[0].name)
            site.refresh()
            #expect(site.files.isEmpty)
            #expect(try basemap.tile(zoom: zoom, x: x, y: y, theme: .light) == drawn)
            #expect(try site.basemap.tile(zoom: zoom, x: x, y: y, theme: .light) != drawn)
        }
    }

    @Test func `names that are no map's, or two maps', are refused`() throws {
        _ = try folder.add(BasemapFolderTests.shipped)
        _ = try folder.add(try water("helsinki.pmtiles"))
        for name in ["../cairn.sqlite", "order", "", "Helsinki", ".new-x.mbtiles"] {
            #expect(throws: BasemapRefusal.self, "\(name)") { try folder.remove(name) }
        }
        let several = #expect(throws: BasemapRefusal.self) { try folder.remove("helsinki") }
        #expect(several?.words == "helsinki.mbtiles and helsinki.pmtiles are called so")
        #expect(throws: BasemapRefusal(words: "a map is named twice")) {
            try folder.order(["helsinki.mbtiles", "helsinki.mbtiles"])
        }
        let unknown = #expect(throws: BasemapRefusal.self) { try folder.remove("tampere") }
        #expect(unknown?.words == "no map is called tampere: the maps are helsinki.mbtiles, helsinki.pmtiles")
    }

    @Test(.enabled(if: geteuid() == 0)) func `what root adds belongs to the owner of the data folder`() throws {
        #expect(chown(data.path, 4_321, 8_765) == 0)
        _ = try folder.add(BasemapFolderTests.shipped)
        for path in [folder.path, folder.path + "/helsinki.mbtiles"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.ownerAccountID] as? Int == 4_321 && attributes[.groupOwnerAccountID] as? Int == 8_765)
        }
    }

    @Test func `a folder that cannot be written is no fault of the map`() throws {
        try Data().write(to: URL(filePath: folder.path))
        let refusal = #expect(throws: BasemapRefusal.self) { try folder.add(BasemapFolderTests.shipped) }
        #expect(refusal == BasemapRefusal(words: "the data folder cannot be written", isElsewhere: true))
    }

    @Test func `the list tells what a map is, and what cannot be used`() throws {
        _ = try folder.add(BasemapFolderTests.shipped)
        try Data("no map".utf8).write(to: URL(filePath: folder.path + "/other.pmtiles"))
        try Data("half a map".utf8).write(to: URL(filePath: folder.path + "/.new-other.pmtiles"))
        let lines = try folder.list()
        #expect(lines.count == 2)
        #expect(lines[0].hasPrefix("helsinki.mbtiles: ") && lines[0].contains(" kB, zoom 0 to 14, 60.16, 24.94 to "))
        #expect(lines[0].hasSuffix(", OpenMapTiles, © OpenStreetMap contributors"))
        #expect(lines[1] == "other.pmtiles: cannot be used: it is no PMTiles file")
    }

    @Test func `what a link leads to is copied, and nothing is left of a file that is refused`() throws {
        let link = data.path + "/linked.mbtiles"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: BasemapFolderTests.shipped)
        _ = try folder.add(link)
        let copy = try FileManager.default.attributesOfItem(atPath: folder.path + "/linked.mbtiles")
        #expect(copy[.type] as? FileAttributeType == .typeRegular && copy[.posixPermissions] as? Int == 0o600)
        let broken = data.path + "/broken.pmtiles"
        try Data("no map".utf8).write(to: URL(filePath: broken))
        #expect(throws: BasemapRefusal.self) { try folder.add(broken) }
        #expect(try FolderEntries.names(in: folder.path) == ["linked.mbtiles"])
    }
}
