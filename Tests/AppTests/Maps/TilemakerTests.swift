import Foundation
import Media
import PMTiles
import Proximity
import Synchronization
import TestTools
import Testing

@testable import App
@testable import Atlas

/// Maps that are made of extracts of OpenStreetMap.
struct TilemakerTests {
    private let work = Folder()
    private var folder: BasemapFolder { BasemapFolder(path: work.path + "/maps") }
    private static let town = FixtureFile.path("town.osm.pbf")

    private func tilemaker(_ searchPath: [String] = ChildProcess.systemFolders) -> Tilemaker {
        Tilemaker(publicFolder: TestSite.publicFolder, searchPath: searchPath)
    }

    private func program(_ script: String) throws -> Tilemaker { try Tilemaker(script: script, in: work) }

    private func add(_ file: String = town, by tilemaker: Tilemaker) throws -> String {
        try folder.add(extract: file, by: tilemaker) { _, _ in true }
    }

    private func refusal(_ file: String = town, by tilemaker: Tilemaker) -> BasemapRefusal? {
        #expect(throws: BasemapRefusal.self) { try add(file, by: tilemaker) }
    }

    private var entries: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path) }
    }

    @Test func `a town is made, and is drawn and named like in any other map`() throws {
        let seen = Mutex<[Int]>([])
        let told = try folder.add(extract: TilemakerTests.town, by: tilemaker()) { percent, _ in
            seen.withLock { $0.append(percent) }
            return true
        }
        #expect(
            told == "added town.mbtiles: zoom 2 to 14, 61.00, 24.99 to 61.00, 25.01, OpenMapTiles, "
                + "© OpenStreetMap contributors")
        #expect(seen.withLock { $0.max() } == 100 && seen.withLock { $0 == $0.sorted() })
        #expect(try entries == ["town.mbtiles"])
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/town.mbtiles")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let map = try BasemapFile(path: folder.path + "/town.mbtiles")
        let drawing = Basemap(
            tiles: { try map.tile(TilePosition(zoom: $0, x: $1, y: $2)).map { [$0] } ?? [] }, maximumZoom: 14)
        let places = try #require(try drawing.namedPlaces(zoom: 14, x: 9_329, y: 4_665))
        let names = Set(places.map { $0.name })
        #expect(names.isSuperset(of: ["Stone Village", "Kivikuja", "Kivikylän asema"]), "\(names)")
        let tile = try #require(try map.tile(TilePosition(zoom: 14, x: 9_329, y: 4_665)))
        #expect(
            Set(TileSchema.layers(of: tile.data)) == [
                "place", "poi", "housenumber", "transportation", "transportation_name", "building", "water",
                "water_name", "park", "landcover",
            ])
    }

    @Test func `a map that is made anew replaces the old one`() throws {
        _ = try add(by: tilemaker())
        _ = try add(by: tilemaker())
        #expect(try entries == ["town.mbtiles"])
    }

    @Test func `one map is made at a time, and what a kill left of one goes`() throws {
        let left = folder.path + "/.making"
        try FileManager.default.createDirectory(atPath: left, withIntermediateDirectories: true)
        try "half".write(toFile: left + "/map.mbtiles", atomically: true, encoding: .utf8)
        let other = try program("exit 7")
        try folder.withMakingFolder { (work) throws(BasemapRefusal) in
            #expect(work == left && (try? FolderEntries.names(in: work)) == [])
            // By another process or this one: each opens the folder of the maps for itself.
            #expect(refusal(by: other)?.words == "another map is being made")
            folder.sweepMaking()
            #expect(access(work, F_OK) == 0)
        }
        #expect(try entries.isEmpty)
        try FileManager.default.createDirectory(atPath: left, withIntermediateDirectories: false)
        folder.sweepMaking()
        #expect(try entries.isEmpty)
    }

    @Test func `what it says tells how far it is`() {
        #expect(Tilemaker.progress("") == (0, "reading the extract"))
        #expect(Tilemaker.progress("Block 0/4 ways 0 relations 0\rBlock 2/4 ways 7") == (25, "reading the extract"))
        // As version 3 and version 2 say it.
        let tiles = "Block 4/4\nz6/33/23, writing tile 5 of 98\rZoom level 14, writing tile 49 of 98\r"
        #expect(Tilemaker.progress(tiles) == (75, "tile 49 of 98"))
        // A number that is not whole yet.
        #expect(Tilemaker.progress(tiles + "writing tile 50 of 9") == (75, "tile 49 of 98"))
        #expect(Tilemaker.progress("writing tile 99 of 98 ") == (100, "tile 99 of 98"))
        #expect(Tilemaker.progress("writing tile 1 of 0 ") == (50, "tile 1 of 0"))
    }

    @Test func `it is stopped, and leaves nothing`() throws {
        let endless = try program("while true; do printf 'Zoom level 3, writing tile 1 of 13\\r'; sleep 0.05; done")
        let refusal = #expect(throws: BasemapRefusal.self) {
            try folder.add(extract: TilemakerTests.town, by: endless) { percent, _ in percent < 50 }
        }
        #expect(refusal == Tilemaker.stopped)
        #expect(try entries.isEmpty)
    }

    @Test(arguments: [
        ("echo first >&2; echo ' no tiles today' >&2; exit 1", "tilemaker makes no map of it (no tiles today)"),
        ("exit 7", "tilemaker makes no map of it (no reason)"),
        ("exit 0", "it holds no tiles"),
        ("echo what: std::bad_alloc >&2; exit 134", "its map takes more memory than is free"),
        (Tilemaker.killed, "tilemaker was ended while it made its map"),
        ("echo no database >map.mbtiles", "it is no SQLite database"),
    ]) func `what goes wrong is told in words, and leaves nothing`(_ script: String, _ words: String) throws {
        let told = refusal(by: try program(script))?.words ?? ""
        #expect(told.contains(words), "\(told)")
        #expect(try entries.isEmpty)
    }

    @Test func `a map for which the disk is too small is not begun, and is stopped when others fill it`() throws {
        let rooms = Mutex([500, 1_000_000, 2_000_000, 1_000_000, 0])
        let program = try program("while true; do sleep 0.05; done")
        let tilemaker = Tilemaker(publicFolder: TestSite.publicFolder, searchPath: program.searchPath) { _ in
            rooms.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
        }
        #expect(refusal(by: tilemaker) == BasemapFolder.noRoom)
        #expect(rooms.withLock { $0.count } == 4)
        #expect(refusal(by: tilemaker) == BasemapFolder.noRoom)
        #expect(try entries.isEmpty)
    }

    @Test func `a map that gets far larger than its extract is stopped`() throws {
        // A file with a hole takes no room.
        let program = try program("truncate -s 700M map.mbtiles; while true; do sleep 0.05; done")
        #expect(Tilemaker.largestMap(of: 100_000_000) == 800_000_000 + (512 << 20))
        #expect(refusal(by: program)?.words == "its map gets far larger than it is")
        #expect(try entries.isEmpty)
    }

    @Test func `a file that is no extract, or ends too early, makes no map`() throws {
        let bytes = try Data(contentsOf: URL(filePath: TilemakerTests.town))
        let file = work.path + "/cut.osm.pbf"
        try bytes.prefix(300).write(to: URL(filePath: file))
        #expect(refusal(file, by: tilemaker())?.words.hasPrefix("tilemaker makes no map of it (") == true)
        try Data("PMTiles, or something else".utf8).write(to: URL(filePath: file))
        #expect(refusal(file, by: tilemaker())?.words == "it is no extract of OpenStreetMap")
        #expect(refusal(work.path + "/none.osm.pbf", by: tilemaker())?.words == "there is no such file")
        #expect(try entries.isEmpty)
    }

    @Test func `without the program the host is told the line that installs it`() {
        let told = refusal(by: tilemaker([work.path]))
        #expect(told?.isElsewhere == true && told?.words.contains("apt install tilemaker") == true)
    }

    @Test(.enabled(if: Isolation.here.guardsFiles, "the kernel has no Landlock, and bwrap does not work"))
    func `the program cannot read what else is in the data folder`() throws {
        let secret = work.path + "/secret.key"
        try "key".write(toFile: secret, atomically: true, encoding: .utf8)
        let spy = try program("cat \(secret) >&2 || echo nothing >&2; exit 1")
        #expect(refusal(by: spy)?.words == "tilemaker makes no map of it (nothing)")
    }

    @Test func `names of extracts become names of maps`() {
        let names = ["monaco.osm.pbf", "monaco-latest-osm.pbf", "Oulu.PBF", "pbf.osm.pbf"]
        #expect(names.allSatisfy { OSMExtract.isName($0) })
        #expect(
            names.map { OSMExtract.mapName($0) } == [
                "monaco.mbtiles", "monaco-latest.mbtiles", "Oulu.mbtiles", "pbf.mbtiles",
            ])
        #expect(["monaco.pmtiles", ".osm.pbf", "../a.pbf", "pbf"].allSatisfy { !OSMExtract.isName($0) })
    }
}

extension Tilemaker {
    /// What a program looks like that the system kills: it cannot kill itself where it is the first process of its namespace, so
    /// it ends as each way of isolation would.
    static let killed = "echo 'unshare: sigprocmask unblock failed: Invalid argument' >&2; kill -9 $$; exit 137"

    /// Another program instead of tilemaker, `bin/tilemaker` of a folder.
    init(script: String, in folder: Folder) throws {
        let path = folder.path + "/bin/tilemaker"
        try FileManager.default.createDirectory(atPath: folder.path + "/bin", withIntermediateDirectories: true)
        try "#!/bin/sh\n\(script)\n".write(toFile: path, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        self.init(
            publicFolder: TestSite.publicFolder, searchPath: [folder.path + "/bin"] + ChildProcess.systemFolders)
    }
}
