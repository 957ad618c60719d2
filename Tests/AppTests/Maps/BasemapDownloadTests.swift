import Curl
import Foundation
import MapDownload
import TestTools
import Testing

@testable import App

/// Maps of a region, loaded from a server of the test.
struct BasemapDownloadTests {
    private let maps = MapFolder()
    private var folder: BasemapFolder { BasemapFolder(dataFolder: maps.data) }

    /// An archive of zoom 2 with water on all of it.
    private static func archive(_ maker: TestArchive = TestArchive(), tile: [UInt8] = MapFolder.bytes(MapFolder.water))
        -> [UInt8]
    {
        maker.bytes((0..<16).map { TestArchive.Tile(2, x: $0 % 4, y: $0 / 4, bytes: tile + [0x78, UInt8($0)]) })
    }

    private func region(_ title: String = "Tampere", _ box: String = "-10,35,30,71") throws -> BasemapRegion {
        BasemapRegion(title: title, box: try #require(BasemapRegion(box: box)).box)
    }

    private func download(_ region: BasemapRegion, _ bytes: [UInt8] = archive(), way: String = "good") throws -> (
        MapServer, BasemapDownload
    ) {
        let server = try MapServer(bytes)
        let source = try #require(
            BasemapDownload.Source(
                try server.url(way).url, trusting: try TrustedHosts("127.0.0.1:\(server.port)")))
        var settings = DownloadSettings()
        settings.pause = { _ in }
        return (server, try BasemapDownload(region, from: source, into: folder, settings: settings))
    }

    @discardableResult
    private func load(_ region: BasemapRegion, _ bytes: [UInt8] = archive()) throws -> String {
        let (server, download) = try download(region, bytes)
        return try withExtendedLifetime(server) { try download.load { _, _ in true } }
    }

    @Test func `a running site draws a map that was loaded`() throws {
        defer { try? FileManager.default.removeItem(at: maps.folder) }
        let site = maps.maps()
        let paper = try site.basemap.tile(zoom: 2, x: 2, y: 1, theme: .light)
        let (server, download) = try download(try region())
        #expect(download.summary.hasPrefix("Tampere: 2677 × 4003 km around 53.00, 10.00, zoom 2–2, about "))
        #expect(try withExtendedLifetime(server) { try download.load { _, _ in true } } == "tampere.pmtiles")
        #expect(try folder.names() == ["tampere.pmtiles"])
        site.refresh()
        #expect(site.files.map { $0.name } == ["tampere.pmtiles"])
        #expect(try site.basemap.tile(zoom: 2, x: 2, y: 1, theme: .light) != paper)
        #expect(
            try folder.list() == [
                "tampere.pmtiles: 1 kB, zoom 2 to 2, 35.00, -10.00 to 71.00, 30.00, OpenMapTiles, © Test"
            ])
    }

    @Test func `a map that would be too large is refused before it is loaded`() throws {
        defer { try? FileManager.default.removeItem(at: maps.folder) }
        let server = try MapServer(BasemapDownloadTests.archive())
        let source = try #require(
            BasemapDownload.Source(
                try server.url("good").url, trusting: try TrustedHosts("127.0.0.1:\(server.port)")))
        let error = #expect(throws: DownloadError.self) {
            try BasemapDownload(try region(), from: source, into: folder, settings: DownloadSettings(), maxBytes: 100)
        }
        #expect(error?.reason == "it would have 1 GB: choose a smaller region")
    }

    @Test func `a map in an unknown schema is refused before it is loaded`() throws {
        defer { try? FileManager.default.removeItem(at: maps.folder) }
        var maker = TestArchive()
        maker.metadata = #"{"vector_layers": [{"id": "stars"}, {"id": "planets"}]}"#
        let error = #expect(throws: DownloadError.self) { try load(try region(), BasemapDownloadTests.archive(maker)) }
        #expect(
            error?.reason.hasPrefix(
                "the file at the server cannot be used: its layers (stars, planets) are not those of ") == true)
        #expect(try folder.names().isEmpty)
    }

    @Test func `of a map that cannot be drawn nothing stays`() throws {
        defer { try? FileManager.default.removeItem(at: maps.folder) }
        let bytes = BasemapDownloadTests.archive(tile: Array("no tile".utf8))
        let error = #expect(throws: DownloadError.self) { try load(try region(), bytes) }
        #expect(error?.reason.contains("its tiles are damaged") == true, "\(error?.reason ?? "")")
        #expect(try FolderEntries.names(in: folder.path).isEmpty)
    }

    @Test func `a map is replaced by one of the same place only`() throws {
        defer { try? FileManager.default.removeItem(at: maps.folder) }
        #expect(try load(try region("Springfield", "-10,35,30,71")) == "springfield.pmtiles")
        #expect(try load(try region("Springfield", "-10,40,30,71")) == "springfield.pmtiles")
        #expect(try load(try region("Springfield", "100,1,140,40")) == "springfield-20.50-120.00.pmtiles")
        #expect(try folder.names() == ["springfield-20.50-120.00.pmtiles", "springfield.pmtiles"])
    }

    @Test func `a map whose loading broke off is told, goes on and can be removed`() throws {
        defer { try? FileManager.default.removeItem(at: maps.folder) }
        let (server, download) = try download(try region())
        try withExtendedLifetime(server) {
            #expect(throws: DownloadError.stopped) { try download.load { done, _ in done == 0 } }
            let line = try #require(try folder.list().first)
            #expect(
                line.wholeMatch(of: #/tampere\.pmtiles: not whole, [0-9]+ k?B of [0-9]+ k?B are loaded/#) != nil,
                "\(line)")
            #expect(try folder.names().isEmpty && folder.remove("tampere") == "tampere.pmtiles")
            #expect(try FolderEntries.names(in: folder.path).isEmpty)
            #expect(throws: DownloadError.stopped) { try download.load { done, _ in done == 0 } }
            #expect(try download.load { _, _ in true } == "tampere.pmtiles")
            #expect(try FolderEntries.names(in: folder.path) == ["tampere.pmtiles"])
            // What is there of a newer one goes with the map.
            #expect(throws: DownloadError.stopped) { try download.load { _, _ in false } }
            #expect(try folder.list().count == 2 && folder.remove("tampere") == "tampere.pmtiles")
            #expect(try FolderEntries.names(in: folder.path).isEmpty)
        }
    }
}
