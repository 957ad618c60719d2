import Curl
import Foundation
import PMTiles
import Synchronization
import TestTools
import Testing

@testable import MapDownload

struct MapDownloadTests {
    /// Every tile of the zooms 0 to 7, of 20 to 800 bytes.
    private static let tiles: [TestArchive.Tile] = (0...7).flatMap { zoom in
        (0..<1 << zoom).flatMap { x in
            (0..<1 << zoom).map { y in
                let text = "tile \(zoom)/\(x)/\(y) "
                return TestArchive.Tile(
                    zoom, x: x, y: y, bytes: Array(String(repeating: text, count: 2 + (x * 7 + y) % 60).utf8))
            }
        }
    }
    private static let archive: [UInt8] = {
        var maker = TestArchive()
        maker.leafEntries = 700
        return maker.bytes(tiles)
    }()
    /// Europe.
    private static let box = PMTilesHeader.Box(west: -10, south: 35, east: 30, north: 71)

    private var settings: DownloadSettings {
        var settings = DownloadSettings()
        settings.pause = { _ in }
        return settings
    }

    private func expectRegion(_ path: String) throws {
        let map = try PMTilesArchive(path: path)
        try map.checkDirectories()
        for (zoom, x, y) in [(0, 0, 0), (3, 4, 2), (7, 68, 36)] {
            let tile = MapDownloadTests.tiles.first { $0.position == TilePosition(zoom: zoom, x: x, y: y) }
            #expect(try map.tile(TilePosition(zoom: zoom, x: x, y: y)) == tile?.bytes)
        }
        #expect(try map.tile(TilePosition(zoom: 7, x: 0, y: 0)) == nil)
    }

    @Test(arguments: ["good", "weak", "breaks"]) func `a region is loaded`(way: String) throws {
        let (server, folder) = (try MapServer(MapDownloadTests.archive), Folder())
        let download = RegionDownload(try server.url(way), settings)
        let plan = try download.plan(MapDownloadTests.box, zooms: 0...15)
        #expect(plan.zooms == 0...7 && plan.metadata.attribution == "© <b>Test</b>")
        let seen = Mutex<[UInt64]>([])
        let path = folder.path + "/europe.pmtiles"
        try download.load(plan, to: path) { done, whole in
            seen.withLock { $0.append(done) }
            return done <= whole
        }
        try expectRegion(path)
        let size = try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
        #expect(UInt64(size) == plan.size)
        #expect(seen.withLock { $0 == $0.sorted() && $0.last == plan.archive.tileBytes })
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["europe.pmtiles"])
        let answers = server.answers()
        if way == "good" {
            #expect(answers.count <= 60, "\(answers.count) requests for \(plan.archive.pieces.count) pieces")
            #expect(Double(answers.reduce(0) { $0 + $1.bytes }) <= 1.3 * Double(plan.archive.tileBytes))
        }
    }

    @Test(.timeLimit(.minutes(2))) func `whoever waits for an answer is told at their deadline`() throws {
        let server = try MapServer(MapDownloadTests.archive)
        var settings = settings
        settings.deadline = .now + .milliseconds(200)
        // Without the deadline it would wait for longer than the test may take.
        settings.patience = 1_000
        let download = RegionDownload(try server.url("silent"), settings)
        let error = #expect(throws: DownloadError.self) { try download.plan(MapDownloadTests.box, zooms: 0...15) }
        #expect(error?.reason.hasPrefix("the server does not answer (") == true, "\(error?.reason ?? "")")
    }

    @Test func `what is there is not loaded again`() throws {
        let (server, folder) = (try MapServer(MapDownloadTests.archive), Folder())
        let download = RegionDownload(try server.url("good"), settings)
        let plan = try download.plan(MapDownloadTests.box, zooms: 0...7)
        let path = folder.path + "/europe.pmtiles"
        // Stopped after the first piece, as by a person or a kill.
        #expect(throws: DownloadError.stopped) { try download.load(plan, to: path) { done, _ in done == 0 } }
        #expect(!FileManager.default.fileExists(atPath: path))
        let first = Mutex<UInt64?>(nil)
        try download.load(try download.plan(MapDownloadTests.box, zooms: 0...7), to: path) { done, _ in
            first.withLock { if $0 == nil { $0 = done } }
            return true
        }
        #expect(first.withLock { $0 ?? 0 } > 0)
        try expectRegion(path)
        let ranges = server.answers().map { $0.range }
        for piece in plan.archive.pieces {
            let range = "bytes=\(piece.range.lowerBound)-\(piece.range.upperBound - 1)"
            #expect(ranges.filter { $0 == range }.count == 1, "\(range)")
        }
    }

    @Test func `two loads of one map do not write into each other`() throws {
        let (server, folder) = (try MapServer(MapDownloadTests.archive), Folder())
        let download = RegionDownload(try server.url("good"), settings)
        let plan = try download.plan(MapDownloadTests.box, zooms: 0...7)
        let path = folder.path + "/europe.pmtiles"
        let told = Mutex<[DownloadError]>([])
        try download.load(plan, to: path) { _, _ in
            do throws(DownloadError) { try download.load(plan, to: path) } catch { told.withLock { $0.append(error) } }
            return true
        }
        #expect(told.withLock { !$0.isEmpty && $0.allSatisfy { $0 == .busy } })
        try expectRegion(path)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["europe.pmtiles"])
    }

    @Test func `a line that a kill cut off does not count`() throws {
        let (server, folder) = (try MapServer(MapDownloadTests.archive), Folder())
        let download = RegionDownload(try server.url("good"), settings)
        let plan = try download.plan(MapDownloadTests.box, zooms: 0...7)
        let path = folder.path + "/europe.pmtiles"
        #expect(throws: DownloadError.stopped) { try download.load(plan, to: path) { done, _ in done == 0 } }
        let list = folder.path + "/.done-europe.pmtiles"
        let identity = try #require(String(contentsOfFile: list, encoding: .utf8).split(separator: "\n").first)
        // Nothing is there but the first digit of a number.
        try "\(identity)\n1".write(toFile: list, atomically: false, encoding: .utf8)
        let part = try #require(FileHandle(forUpdatingAtPath: folder.path + "/.part-europe.pmtiles"))
        try part.truncate(atOffset: UInt64(plan.archive.beginning.count))
        try part.truncate(atOffset: plan.size)
        try download.load(plan, to: path)
        try download.load(plan, to: folder.path + "/fresh.pmtiles")
        #expect(FileManager.default.contentsEqual(atPath: path, andPath: folder.path + "/fresh.pmtiles"))
    }

    @Test func `a disk without room is told before anything is loaded`() throws {
        let (server, folder) = (try MapServer(MapDownloadTests.archive), Folder())
        var settings = settings
        settings.spareBytes = 1 << 60
        let download = RegionDownload(try server.url("good"), settings)
        let plan = try download.plan(MapDownloadTests.box, zooms: 0...7)
        let error = #expect(throws: DownloadError.self) { try download.load(plan, to: folder.path + "/europe.pmtiles") }
        #expect(error == .noRoom(plan.size) && error?.reason.contains("no room") == true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test func `another region does not go on with the first one's file`() throws {
        let (server, folder) = (try MapServer(MapDownloadTests.archive), Folder())
        let download = RegionDownload(try server.url("good"), settings)
        let path = folder.path + "/map.pmtiles"
        let other = PMTilesHeader.Box(west: 100, south: 1, east: 140, north: 50)
        let plan = try download.plan(other, zooms: 0...7)
        #expect(throws: DownloadError.stopped) { try download.load(plan, to: path) { done, _ in done == 0 } }
        try download.load(try download.plan(MapDownloadTests.box, zooms: 0...7), to: path)
        try expectRegion(path)
    }

    @Test func `a file that changes in between is noticed`() throws {
        let (server, folder) = (try MapServer(MapDownloadTests.archive), Folder())
        let download = RegionDownload(try server.url("changed"), settings)
        #expect(throws: DownloadError.changed) {
            let plan = try download.plan(MapDownloadTests.box, zooms: 0...7)
            try download.load(plan, to: folder.path + "/europe.pmtiles")
        }
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/europe.pmtiles"))
    }

    @Test(arguments: [
        ("whole", "whole files only"), ("missing", "status 404"), ("moved", "leads to http://127.0.0.1:1/other"),
        ("broken", "does not answer"),
    ])
    func `what is no map is told in words`(way: String, words: String) throws {
        let server = try MapServer(MapDownloadTests.archive)
        let error = #expect(throws: DownloadError.self) {
            _ = try RegionDownload(try server.url(way), settings).plan(MapDownloadTests.box, zooms: 0...7)
        }
        #expect(error?.reason.contains(words) == true, "\(error?.reason ?? "")")
        #expect(server.answers().count == (way == "broken" ? settings.maxFailures : 1))
    }

    @Test func `a file that is no archive is refused`() throws {
        let server = try MapServer(Array(repeating: 0x41, count: 50_000))
        #expect(throws: DownloadError.unusable(PMTilesError("it is no PMTiles file"))) {
            _ = try RegionDownload(try server.url("good"), settings).plan(MapDownloadTests.box, zooms: 0...7)
        }
    }

    @Test func `an address of one's own network is asked only when it is named`() throws {
        let server = try MapServer(MapDownloadTests.archive)
        #expect(CheckedURL("http://127.0.0.1:\(server.port)/good", trusting: .none) == nil)
        // A name of the internet that leads to it: nothing is connected to.
        var settings = settings
        settings.resolving = ["maps.example.org:\(server.port):127.0.0.1"]
        let named = try #require(CheckedURL("https://maps.example.org:\(server.port)/good", trusting: .none))
        #expect(throws: DownloadError.noAnswer("its address is not public")) {
            _ = try RegionDownload(named, settings).plan(MapDownloadTests.box, zooms: 0...7)
        }
        #expect(server.answers().isEmpty)
    }

    @Test func `a server's claims of ranges are read strictly`() {
        #expect(RangeTransfer.contentRange("bytes 0-99/200").map { $0.start == 0 && $0.total == 200 } == true)
        for text in [
            "", "bytes", "bytes 0-99", "bytes 0-99/*", "bytes */200", "bytes 9-3/200", "bytes 0-200/200",
            "items 0-9/20",
            "bytes -1-5/9", "bytes 0-99/99999999999999999999999",
        ] {
            #expect(RangeTransfer.contentRange(text) == nil, "\(text)")
        }
    }

    @Test func `the newest build in the schema that can be drawn is chosen`() {
        let list = """
            [{"key": "20261101.pmtiles", "version": "4.14.0"}, {"key": "20261123.pmtiles", "version": "4.15.0"},
             {"key": "20261124.pmtiles", "version": "5.0.0"}, {"key": "../20261125.pmtiles", "version": "4.15.0"},
             {"key": "20261126.pmtiles"}]
            """
        #expect(MapBuilds.newest(in: Array(list.utf8)) == "20261123.pmtiles")
        #expect(MapBuilds.newest(in: Array("[]".utf8)) == nil && MapBuilds.newest(in: Array("no".utf8)) == nil)
    }
}
