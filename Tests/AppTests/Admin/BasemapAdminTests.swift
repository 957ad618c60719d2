import Crypto
import Curl
import Foundation
import Proximity
import TestTools
import Testing

@testable import App

/// How administrators get maps by forms.
struct BasemapAdminTests {
    private let site: TestSite
    private let keeper: Visitor
    private let server: MapServer

    /// Every tile of the zooms 0 to 9 around Tampere.
    private static let archive: [UInt8] = {
        let tiles = (0...9).flatMap { zoom in
            (0..<min(4, 1 << zoom)).flatMap { x in
                (0..<min(4, 1 << zoom)).map { y in
                    let middle = (x: 579 * (1 << zoom) / 1_024, y: 287 * (1 << zoom) / 1_024)
                    let (column, row) = (max(0, middle.x - 2) + x, max(0, middle.y - 2) + y)
                    return TestArchive.Tile(zoom, x: column, y: row, bytes: Array("\(zoom)/\(x)/\(y)".utf8))
                }
            }
        }
        var maker = TestArchive()
        maker.bounds = [220_000_000, 600_000_000, 250_000_000, 620_000_000]
        return maker.bytes(tiles)
    }()

    init() throws {
        let server = try MapServer(BasemapAdminTests.archive)
        self.server = server
        site = try TestSite.empty { options in
            options.basemapAddress = "http://127.0.0.1:\(server.port)/good"
            options.basemapHosts = (try? TrustedHosts("127.0.0.1:\(server.port)")) ?? .none
        }
        keeper = try site.administrator()
    }

    private func upload(_ name: String, _ bytes: [UInt8]) throws -> Visitor {
        try keeper.get("/admin/basemaps").upload("/admin/basemaps", field: "file", file: bytes, named: name)
    }

    @Test func `a map of a town is found, loaded and drawn`() throws {
        try keeper.get("/admin/basemaps").sees("No map yet").fill("place", "Tampere").submit("/admin/basemaps/find")
            .sees("Tampere, Finland: 24 × 24 km around 61.", "Get this map")
        try keeper.submit("/admin/basemaps/get")
        #expect(eventually { site.app.basemaps.loader.current == .done(title: "Tampere, Finland") })
        try keeper.get("/admin/basemaps").sees("tampere.pmtiles", "Tampere, Finland is on the map.", "zoom 0 to 9")
        #expect(site.app.basemaps.covers(try #require(Coordinate(latitude: 61.5, longitude: 23.76))))
        try keeper.get("/admin/audit").sees("got a map", "Tampere, Finland")
    }

    @Test func `a map of a rectangle is found and loaded, and goes before a place`() throws {
        try keeper.get("/admin/basemaps").fill("place", "Oulu")
        for (name, degrees) in [("west", "23.6"), ("south", "61,4"), ("east", "24.0"), ("north", "61.6")] {
            keeper.fill(name, degrees)
        }
        try keeper.submit("/admin/basemaps/find").sees("61.50, 23.80: 21 × 22 km around 61.50, 23.80", "Get this map")
        try keeper.submit("/admin/basemaps/get")
        #expect(eventually { site.app.basemaps.loader.current == .done(title: "61.50, 23.80") })
        #expect(site.app.basemaps.files.map { $0.fileName } == ["map-61.50-23.80.pmtiles"])
    }

    @Test func `a rectangle that is none, or too large or small, is told at its fields`() throws {
        for edges in [
            ["24.0", "61.4", "23.6", "61.6"], ["23.6", "61.6", "24.0", "61.4"], ["23.6", "", "24.0", "61.6"],
            ["0", "50", "30", "70"], ["23.6", "61.4", "23.601", "61.401"], ["east", "61.4", "24.0", "61.6"],
            ["23.6", "61.4", "24.0", "95"],
        ] {
            try keeper.get("/admin/basemaps")
            for (name, degrees) in zip(["west", "south", "east", "north"], edges) { keeper.fill(name, degrees) }
            try keeper.submit("/admin/basemaps/find").gets(422).sees("west before east and south before north")
        }
        #expect(try server.answers().isEmpty)
    }

    @Test func `loading is stopped by its form, and goes on when it is asked for again`() throws {
        let (waits, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let site = try TestSite.empty { [server] options in
            // Breaks every second answer off.
            options.basemapAddress = "http://127.0.0.1:\(server.port)/breaks"
            options.basemapHosts = (try? TrustedHosts("127.0.0.1:\(server.port)")) ?? .none
            options.basemapSource.pause = { _ in
                waits.signal()
                gate.wait()
                gate.signal()
            }
        }
        let keeper = try site.administrator()
        func ask() throws {
            let fields = [("bbox", "23.6,61.4,24.0,61.6"), ("title", "Tampere")]
            try keeper.get("/admin/basemaps").post("/admin/basemaps/get", [("csrf", keeper.token)] + fields)
        }
        try ask()
        #expect(waits.wait(timeout: .now() + 60) == .success)
        try keeper.get("/admin/basemaps").sees("Tampere: asking").submit("/admin/basemaps/stop").sees("Stopped.")
        gate.signal()
        #expect(eventually { !site.app.basemaps.loader.isBusy })
        try keeper.get("/admin/basemaps").sees("Tampere: it was stopped")
        #expect(site.app.basemaps.files.isEmpty)
        try ask()
        #expect(eventually { site.app.basemaps.loader.current == .done(title: "Tampere") })
        try keeper.get("/admin/basemaps").sees("Tampere is on the map.")
    }

    @Test func `what nobody knows or no server has is told at the field`() throws {
        try keeper.get("/admin/basemaps").fill("place", "Xanadoria").submit("/admin/basemaps/find").gets(422)
            .sees("No place called “Xanadoria”")
        try keeper.fill("place", "Sydney").submit("/admin/basemaps/find").gets(422).sees(
            "it has nothing of this region")
        try keeper.fill("place", "  ").submit("/admin/basemaps/find").gets(422).sees("Name a town")
    }

    @Test func `a file is added, moved up, removed and brought back`() throws {
        try upload("My town!.pmtiles", BasemapAdminTests.archive).sees("My-town.pmtiles is on the map.")
        try upload("b.pmtiles", BasemapAdminTests.archive).sees("b.pmtiles is on the map.")
        try keeper.get("/admin/basemaps").submit("/admin/basemaps/b.pmtiles/raise")
        #expect(site.app.basemaps.files.map { $0.fileName } == ["b.pmtiles", "My-town.pmtiles"])
        try keeper.get("/admin/basemaps").submit("/admin/basemaps/b.pmtiles/remove").sees("b.pmtiles is off the map.")
        #expect(site.app.basemaps.files.map { $0.fileName } == ["My-town.pmtiles"])
        try keeper.submit("/admin/basemaps/b.pmtiles/restore").sees("It’s back.")
        #expect(site.app.basemaps.files.map { $0.fileName } == ["b.pmtiles", "My-town.pmtiles"])
        try keeper.get("/admin/audit").sees("added a map", "moved a map up", "removed a map", "brought a map back")
    }

    @Test func `two places of one name have a map each, and the same place has one`() throws {
        let boxes = ["23.60,61.40,23.70,61.50", "23.90,61.50,24.00,61.60", "23.60,61.40,23.70,61.50"]
        for box in boxes {
            let fields = [("bbox", box), ("title", "Springfield, Finland")]
            try keeper.get("/admin/basemaps").post("/admin/basemaps/get", [("csrf", keeper.token)] + fields)
            #expect(eventually { site.app.basemaps.loader.current == .done(title: "Springfield, Finland") })
        }
        let names = site.app.basemaps.files.map { $0.fileName }.sorted()
        #expect(names == ["springfield-61.55-23.95.pmtiles", "springfield.pmtiles"])
    }

    @Test func `what another administrator took away, or the disk damaged, is not there`() throws {
        try upload("a.pmtiles", BasemapAdminTests.archive).sees("a.pmtiles is on the map.")
        let bad = site.app.basemaps.folder.path + "/bad.pmtiles"
        try Data("PMTiles".utf8).write(to: URL(filePath: bad))
        let token = try keeper.get("/admin/basemaps").token
        try keeper.post("/admin/basemaps/bad.pmtiles/raise", [("csrf", token)]).gets(404)
        try FileManager.default.removeItem(atPath: bad)
        for action in ["raise", "remove"] {
            try keeper.post("/admin/basemaps/bad.pmtiles/\(action)", [("csrf", token)]).gets(404)
        }
        #expect(site.app.basemaps.files.map { $0.fileName } == ["a.pmtiles"])
    }

    @Test func `a damaged file is listed with its reason, and removed and brought back like a map`() throws {
        try upload("a.pmtiles", BasemapAdminTests.archive).sees("a.pmtiles is on the map.")
        let folder = site.app.basemaps.folder.path
        // Cut off by a disk that was full, as a copy by hand leaves it.
        let half = Data(BasemapAdminTests.archive.prefix(BasemapAdminTests.archive.count / 2))
        try half.write(to: URL(filePath: "\(folder)/half.pmtiles"))
        try Data(repeating: 0x41, count: 500).write(to: URL(filePath: "\(folder)/page.mbtiles"))
        site.app.basemaps.refresh()
        #expect(site.app.basemaps.files.map { $0.fileName } == ["a.pmtiles"])
        try keeper.get("/admin/basemaps").sees(
            "half.pmtiles", "Damaged or unknown: it is cut off", "page.mbtiles",
            "Damaged or unknown: it is no SQLite database")
        try keeper.submit("/admin/basemaps/half.pmtiles/remove").sees("half.pmtiles is off the map.")
        #expect(site.app.basemaps.damaged.map { $0.name } == ["page.mbtiles"])
        try keeper.submit("/admin/basemaps/half.pmtiles/restore").sees("It’s back.")
        #expect(site.app.basemaps.damaged.map { $0.name } == ["half.pmtiles", "page.mbtiles"])
        for name in ["half.pmtiles", "a.pmtiles"] {
            try keeper.get("/admin/basemaps").submit("/admin/basemaps/\(name)/remove")
        }
        try keeper.get("/admin/basemaps").sees("No map yet", "page.mbtiles")
    }

    @Test func `a file that is no map is told in words`() throws {
        try upload("notes.txt", [1, 2, 3]).gets(422).sees("notes.txt can’t be used: its name does not end in")
        try upload("a.pmtiles", Array("PMTiles".utf8)).gets(422).sees("a.pmtiles can’t be used: it is no PMTiles file.")
        try upload("a.mbtiles", Array(repeating: 65, count: 500)).gets(422).sees("it is no SQLite database")
        #expect(site.app.basemaps.files.isEmpty)
    }

    /// A map of three parts, and what a script sends of it.
    private func parts() -> (bytes: [UInt8], fields: [(name: String, value: String)], digest: String) {
        var maker = TestArchive()
        maker.tileCompression = 1
        let tiles = (0..<17).map {
            TestArchive.Tile(5, x: $0, y: 3, bytes: [UInt8](repeating: UInt8($0), count: 1 << 20))
        }
        let bytes = maker.bytes(tiles)
        let whole = SHA256()
        for start in stride(from: 0, to: bytes.count, by: BasemapUpload.partBytes) {
            whole.update(SHA256.hash(Array(bytes[start..<min(bytes.count, start + BasemapUpload.partBytes)])))
        }
        let digest = whole.finalize().map { String(format: "%02x", $0) }.joined()
        return (bytes, [("name", "big.pmtiles"), ("size", "\(bytes.count)")], digest)
    }

    @Test func `a map is sent in parts, goes on after a break, and is checked at the end`() throws {
        let (bytes, fields, digest) = parts()
        let upload = "/admin/basemaps/upload"
        func begin() throws -> String {
            try keeper.get("/admin/basemaps").post(upload, [("csrf", keeper.token)] + fields).page.text
        }
        func send(_ start: Int) throws -> String {
            let part = Array(bytes[start..<min(bytes.count, start + BasemapUpload.partBytes)])
            try keeper.upload(
                "\(upload)/part", field: "part", file: part, named: "blob",
                fields: [("csrf", keeper.token)] + fields + [("offset", "\(start)")])
            return keeper.page.text
        }
        #expect(try begin() == #"{"offset":0}"#)
        #expect(try send(0) == #"{"offset":8388608}"#)
        // The same part again, and one too far: both are told where to go on.
        #expect(try send(0) == #"{"offset":8388608}"# && send(16_777_216) == #"{"offset":8388608}"#)
        #expect(try begin() == #"{"offset":8388608}"#)
        _ = try send(8_388_608)
        #expect(try send(16_777_216) == #"{"offset":\#(bytes.count)}"#)
        try keeper.post("\(upload)/finish", [("csrf", keeper.token)] + fields + [("digest", digest)]).gets(200)
        #expect(site.app.basemaps.files.map { $0.fileName } == ["big.pmtiles"])
        #expect(try FolderEntries.names(in: site.app.basemaps.folder.path) == ["big.pmtiles"])
    }

    @Test func `a map that was changed on its way is thrown away`() throws {
        let (bytes, fields, digest) = parts()
        let upload = "/admin/basemaps/upload"
        try keeper.get("/admin/basemaps")
        for start in stride(from: 0, to: bytes.count, by: BasemapUpload.partBytes) {
            var part = Array(bytes[start..<min(bytes.count, start + BasemapUpload.partBytes)])
            if start > 0 { part[5] ^= 1 }
            try keeper.upload(
                "\(upload)/part", field: "part", file: part, named: "blob",
                fields: [("csrf", keeper.token)] + fields + [("offset", "\(start)")])
        }
        try keeper.post("\(upload)/finish", [("csrf", keeper.token)] + fields + [("digest", digest)]).gets(422).sees(
            "changed on its way")
        #expect(try FolderEntries.names(in: site.app.basemaps.folder.path).isEmpty)
    }

    @Test func `only names and sizes of maps begin an upload`() throws {
        try keeper.get("/admin/basemaps")
        for (name, size) in [
            ("a.txt", "10"), ("a.pmtiles", "0"), ("a.pmtiles", "-5"), ("a.pmtiles", "99999999999"), ("a.pmtiles", "x"),
            ("", "10"), ("..", "10"),
        ] {
            try keeper.post("/admin/basemaps/upload", [("csrf", keeper.token), ("name", name), ("size", size)]).gets(
                422)
        }
        let fields = [("csrf", keeper.token), ("name", "a.pmtiles"), ("size", "10"), ("digest", "")]
        try keeper.post("/admin/basemaps/upload/finish", fields).gets(422).sees("a part of it is missing")
    }

    @Test func `names of files from browsers become harmless`() {
        for (sent, kept) in [
            ("a.pmtiles", "a.pmtiles"), ("../../etc/passwd.pmtiles", "etc-passwd.pmtiles"), (".pmtiles", "pmtiles."),
            ("Mäki & co.MBTILES", "M-ki-co.mbtiles"), ("", "map."), ("order", "order."),
        ] {
            #expect(BasemapDraft.fileName(sent) == kept, "\(sent)")
        }
    }
}
