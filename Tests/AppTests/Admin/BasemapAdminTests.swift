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

    /// Sixteen tiles with water around Tampere at each of the zooms 0 to 9.
    static let archive: [UInt8] = {
        let water = MapFolder.bytes(MapFolder.water)
        let tiles = (0...9).flatMap { zoom in
            let (count, side) = (1 << zoom, min(4, 1 << zoom))
            let corner = (x: max(0, 579 * count / 1_024 - 2), y: max(0, 287 * count / 1_024 - 2))
            return (0..<side * side).map { number in
                TestArchive.Tile(
                    zoom, x: corner.x + number % side, y: corner.y + number / side,
                    bytes: water + [0x78, UInt8(number + zoom)])
            }
        }
        var maker = TestArchive()
        maker.bounds = [220_000_000, 600_000_000, 250_000_000, 620_000_000]
        return maker.bytes(tiles)
    }()

    init() throws {
        server = try MapServer(BasemapAdminTests.archive)
        site = try BasemapAdminTests.site(server, way: "good")
        keeper = try site.administrator()
    }

    /// An empty site that gets maps from a server of the test.
    private static func site(
        _ server: MapServer, way: String, pause: @escaping @Sendable (Int) -> Void = { _ in }
    ) throws -> TestSite {
        let trusted = try TrustedHosts("127.0.0.1:\(server.port)")
        let source = try #require(BasemapDownload.Source(try server.url(way).url, trusting: trusted))
        return try TestSite.empty { options in
            options.basemapSource = source
            options.basemapDownloads.pause = pause
        }
    }

    private var names: [String] { site.app.basemaps.files.map { $0.name } }

    @discardableResult
    private func upload(_ name: String, _ bytes: [UInt8] = archive) throws -> Visitor {
        try keeper.get("/admin/basemaps").upload("/admin/basemaps", "file", file: bytes, named: name)
    }

    private func ask(_ keeper: Visitor, _ box: String = "23.6,61.4,24.0,61.6", title: String = "Tampere") throws {
        let fields = [("bbox", box), ("title", title)]
        try keeper.get("/admin/basemaps").post("/admin/basemaps/get", [("csrf", keeper.token)] + fields)
    }

    private func isOver(_ site: TestSite) -> Bool { eventually { !site.app.admin.loader.isBusy } }

    @Test func `a map of a town is found, loaded and drawn`() throws {
        try keeper.get("/admin/basemaps").sees("No map yet", "at http://127.0.0.1:\(server.port). ")
            .fill("place", "Tampere").submit("/admin/basemaps/find")
            .sees("Tampere, Finland: 24 × 24 km around 61.", "zoom 0–9, about", "Get this map")
        try keeper.submit("/admin/basemaps/get")
        #expect(isOver(site))
        try keeper.get("/admin/basemaps").sees("tampere.pmtiles", "Tampere, Finland is on the map.", "zoom 0 to 9")
        #expect(site.app.basemaps.covers(try #require(Coordinate(latitude: 61.5, longitude: 23.76))))
        try keeper.get("/admin/audit").sees("asked for a map", "Tampere, Finland")
    }

    @Test func `a map of a rectangle is found by its edges, which count more than the place`() throws {
        try keeper.get("/admin/basemaps").fill("place", "Sydney").fill("bbox", " 23.6, 61.4,24.0,61.6 ")
            .submit("/admin/basemaps/find").sees("61.50, 23.80: 21 × 22 km, zoom 0–9, about")
        try keeper.submit("/admin/basemaps/get")
        #expect(isOver(site))
        try keeper.get("/admin/basemaps").sees("map-61.50-23.80.pmtiles")
    }

    @Test(arguments: [
        "24.0,61.4,23.6,61.6", "23.6,61.6,24.0,61.4", "23.6,61.4,24.0", "a,b,c,d", "179,60,181,61", "23.6,61.4,24.0,95",
        // Too narrow, too low, too wide, too high.
        "23.600,61.40,23.601,61.60", "23.60,61.400,24.00,61.401", "20,61.4,30,61.6", "23.6,60,24.0,65",
    ])
    func `edges of no rectangle are told at their field`(box: String) throws {
        try keeper.get("/admin/basemaps").fill("bbox", box).submit("/admin/basemaps/find").gets(422)
            .sees("Give west, south, east and north in degrees, 1 to 500 km apart")
        #expect(keeper.page.text.contains("value=\"\(box)\""))
        #expect(server.answers().isEmpty)
    }

    @Test func `the map of an area without one leads to the form with its place`() throws {
        let links = try keeper.get("/?lat=61.498&lon=23.761&z=13").page.links
        let link = try #require(links.first { $0.hasPrefix("/admin/basemaps") })
        try keeper.get(link).submit("/admin/basemaps/find").sees("24 × 24 km around 61.50, 23.76", "Get this map")
    }

    @Test func `how the last one ended is told for an hour`() throws {
        try ask(keeper)
        #expect(isOver(site))
        site.wait(seconds: 3_500)
        try keeper.get("/admin/basemaps").sees("Tampere is on the map.")
        site.wait(seconds: 200)
        try keeper.get("/admin/basemaps").seesNot("Tampere is on the map.").sees("tampere.pmtiles")
    }

    @Test func `loading is stopped by its form, and goes on when it is asked for again`() throws {
        let (waits, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        // Breaks every second answer off; what comes after a break waits for the test.
        let site = try BasemapAdminTests.site(server, way: "breaks") { _ in
            waits.signal()
            gate.wait()
            gate.signal()
        }
        let keeper = try site.administrator()
        try ask(keeper)
        #expect(waits.wait(timeout: .now() + 60) == .success)
        try keeper.get("/admin/basemaps").sees("Tampere: asking").post("/admin/basemaps/get", [("csrf", keeper.token)])
            .gets(422)
        try ask(keeper)
        try keeper.sees("Another map is being loaded or made.").submit("/admin/basemaps/stop").sees("Stopping.")
        gate.signal()
        #expect(isOver(site))
        try keeper.get("/admin/basemaps").sees("Tampere: stopped.", "Go on")
        #expect(site.app.basemaps.files.isEmpty)
        try keeper.submit("/admin/basemaps/get")
        #expect(isOver(site))
        try keeper.get("/admin/basemaps").sees("Tampere is on the map.").seesNot("Go on")
        try keeper.post("/admin/basemaps/stop", [("csrf", keeper.token)]).sees("Nothing is being loaded or made.")
    }

    /// Leaves what is there of a map whose loading broke off.
    private func leavePart(of name: String) throws -> String {
        try site.app.basemaps.folder.make()
        let part = "\(site.app.basemaps.folder.path)/.part-\(name)"
        try Data("a part".utf8).write(to: URL(filePath: part))
        return part
    }

    @Test func `what is there of a map whose loading broke off is deleted alone`() throws {
        try upload("tampere.pmtiles")
        _ = try leavePart(of: "tampere.pmtiles")
        try keeper.get("/admin/basemaps").sees("Incomplete: ").submit("/admin/basemaps/tampere.pmtiles/discard")
            .sees("What was there of tampere.pmtiles is deleted.")
        #expect(try FolderEntries.names(in: site.app.basemaps.folder.path) == ["tampere.pmtiles"])
        #expect(names == ["tampere.pmtiles"])
        try keeper.post("/admin/basemaps/tampere.pmtiles/discard", [("csrf", keeper.token)]).gets(404)
    }

    @Test func `what another process loads is told, and stays`() throws {
        let part = try leavePart(of: "tampere.pmtiles")
        let other = open(part, O_RDWR | O_CLOEXEC)
        #expect(flock(other, LOCK_EX) == 0)
        try keeper.get("/admin/basemaps").sees("Being loaded: ").seesNot("Incomplete")
        try keeper.post("/admin/basemaps/tampere.pmtiles/discard", [("csrf", keeper.token)])
            .sees("tampere.pmtiles stays as it is: it is being loaded already.")
        close(other)
        try keeper.get("/admin/basemaps").sees("Incomplete: ")
    }

    @Test func `what nobody knows or no server has is told at the field`() throws {
        try keeper.get("/admin/basemaps").fill("place", "Xanadoria").submit("/admin/basemaps/find").gets(422)
            .sees("Nothing found by that name")
        try keeper.fill("place", "Sydney").submit("/admin/basemaps/find").gets(422).sees(
            "No map of Sydney, Australia: ")
        try keeper.fill("place", "  ").submit("/admin/basemaps/find").gets(422).sees("Name a town")
        let deaf = try TestSite.empty()
        let other = try deaf.administrator()
        try other.get("/admin/basemaps").fill("place", "Tampere").submit("/admin/basemaps/find").gets(422)
            .sees("No map of Tampere, Finland: the server does not answer")
        try ask(other)
        #expect(isOver(deaf))
        try other.get("/admin/basemaps").sees("Tampere: the server does not answer", "Try again")
    }

    @Test func `two places of one name have a map each, and the same place has one`() throws {
        for box in ["23.60,61.40,23.70,61.50", "23.90,61.50,24.00,61.60", "23.60,61.40,23.70,61.50"] {
            try ask(keeper, box, title: "Springfield, Finland")
            #expect(isOver(site))
            try keeper.get("/admin/basemaps").sees("Springfield, Finland is on the map.")
        }
        #expect(names.sorted() == ["springfield-61.55-23.95.pmtiles", "springfield.pmtiles"])
    }

    @Test func `a rectangle replaces what lies in it, and no larger map`() throws {
        // The same middle: once more, smaller, larger.
        for box in ["23.6,61.4,24.0,61.6", "23.6,61.4,24.0,61.6", "23.7,61.45,23.9,61.55", "23.5,61.35,24.1,61.65"] {
            try ask(keeper, box, title: "")
            #expect(isOver(site))
        }
        #expect(names.sorted() == ["map-61.50-23.80-11x11.pmtiles", "map-61.50-23.80.pmtiles"])
        let large = try #require(site.app.basemaps.files.first { $0.name == "map-61.50-23.80.pmtiles" })
        #expect(large.bounds.south < 61.36)
    }

    @Test func `a file is added, moved up, removed and brought back to its place`() throws {
        try upload("My town!.pmtiles").sees("My-town.pmtiles is on the map.")
        try upload("b.pmtiles").sees("b.pmtiles is on the map.")
        #expect(names == ["My-town.pmtiles", "b.pmtiles"])
        try keeper.submit("/admin/basemaps/b.pmtiles/raise")
        #expect(names == ["b.pmtiles", "My-town.pmtiles"])
        try keeper.get("/admin/basemaps").submit("/admin/basemaps/b.pmtiles/remove").sees("b.pmtiles is off the map.")
        #expect(names == ["My-town.pmtiles"])
        try keeper.submit("/admin/basemaps/b.pmtiles/restore").sees("b.pmtiles is back.")
        #expect(names == ["b.pmtiles", "My-town.pmtiles"])
        #expect(try keeper.get("/admin/audit").page.text.ranges(of: "a map").count == 5)
    }

    @Test func `a removed map comes back for a minute, and then leaves the disk`() throws {
        let folder = site.app.basemaps.folder.path
        try upload("a.pmtiles")
        try keeper.get("/admin/basemaps").submit("/admin/basemaps/a.pmtiles/remove")
        site.wait(seconds: 61)
        try keeper.submit("/admin/basemaps/a.pmtiles/restore").sees("That can’t be undone any more.")
        site.app.beginJobs()
        site.app.runJobs([.bulk])
        #expect(try FolderEntries.names(in: folder).count == 1)
        site.wait(seconds: 90)
        site.app.runJobs([.bulk])
        #expect(try FolderEntries.names(in: folder).isEmpty)
    }

    @Test func `what a killed upload left goes after a day`() throws {
        let folder = site.app.basemaps.folder
        try folder.make()
        try Data("half".utf8).write(to: URL(filePath: "\(folder.path)/.new-1-a.pmtiles"))
        var status = stat()
        #expect(stat("\(folder.path)/.new-1-a.pmtiles", &status) == 0)
        let written = Timestamp(seconds: status.st_ctim.tv_sec)
        folder.sweepTemporary(written + 86_000)
        #expect(try FolderEntries.names(in: folder.path).count == 1)
        folder.sweepTemporary(written + 87_000)
        #expect(try FolderEntries.names(in: folder.path).isEmpty)
    }

    @Test func `a map of a name that is taken gets another`() throws {
        try upload("Москва.pmtiles").sees("map.pmtiles is on the map.")
        try upload("Казань.pmtiles").sees("map-2.pmtiles is on the map.")
        #expect(names.sorted() == ["map-2.pmtiles", "map.pmtiles"])
    }

    @Test func `a map that was removed does not replace a new one of its name`() throws {
        try upload("a.pmtiles")
        try keeper.get("/admin/basemaps").submit("/admin/basemaps/a.pmtiles/remove")
        let undo = keeper.token
        try upload("a.pmtiles")
        try keeper.post("/admin/basemaps/a.pmtiles/restore", [("csrf", undo)]).sees("That can’t be undone any more.")
        #expect(names == ["a.pmtiles"])
    }

    @Test func `a file that cannot be used is listed with its reason, and removed and brought back like a map`() throws
    {
        try upload("a.pmtiles")
        // Cut off by a full disk, as a copy by hand leaves it.
        let half = Data(BasemapAdminTests.archive.prefix(BasemapAdminTests.archive.count / 2))
        try half.write(to: URL(filePath: "\(site.app.basemaps.folder.path)/half.pmtiles"))
        site.app.basemaps.refresh()
        try keeper.get("/admin/basemaps").sees("half.pmtiles", "Can’t be used: ")
        try keeper.submit("/admin/basemaps/half.pmtiles/remove").sees("half.pmtiles is off the map.")
        #expect(site.app.basemaps.unusable.isEmpty)
        try keeper.submit("/admin/basemaps/half.pmtiles/restore").sees("half.pmtiles is back.")
        #expect(site.app.basemaps.unusable.map { $0.name } == ["half.pmtiles"])
    }

    @Test func `what is not there is neither moved nor removed`() throws {
        try upload("a.pmtiles")
        let token = try keeper.get("/admin/basemaps").token
        for name in ["b.pmtiles", "order", ".new-a.pmtiles"] {
            for action in ["raise", "remove"] {
                try keeper.post("/admin/basemaps/\(name)/\(action)", [("csrf", token)]).gets(404)
            }
        }
        try keeper.post("/admin/basemaps/a.pmtiles/raise", [("csrf", token)])
        #expect(names == ["a.pmtiles"])
    }

    @Test func `a file that is no map is told in words`() throws {
        try upload("notes.txt", [1, 2, 3]).gets(422)
            .sees("notes.txt can’t be used: its name does not end in .mbtiles, .pmtiles or .osm.pbf.")
        try upload("a.pmtiles", Array("PMTiles".utf8)).gets(422).sees("a.pmtiles can’t be used: ")
        try upload("a.mbtiles", Array(repeating: 65, count: 500)).gets(422).sees("it is no SQLite database")
        try keeper.get("/admin/basemaps").post("/admin/basemaps", [("csrf", keeper.token)]).gets(422)
            .sees("Choose a file.")
        #expect(try FolderEntries.names(in: site.app.basemaps.folder.path).isEmpty)
    }

    @Test func `only administrators get maps`() throws {
        let member = try site.newAccount("kaisa_l")
        try member.get("/admin/basemaps").gets(404)
        for way in ["find", "get", "stop", "a.pmtiles/remove"] {
            try member.post("/admin/basemaps/\(way)", [("csrf", member.token), ("place", "Tampere")]).gets(404)
        }
        #expect(server.answers().isEmpty)
    }

    @Test(arguments: [
        ("a.pmtiles", "a.pmtiles"), ("../../etc/passwd.pmtiles", "etc-passwd.pmtiles"), (".pmtiles", "map.pmtiles"),
        ("Mäki & co.MBTILES", "Maki-co.mbtiles"), ("", "map"), ("order", "order"), (".", "map"),
        (String(repeating: "ab", count: 200) + ".pmtiles", String(repeating: "ab", count: 30) + ".pmtiles"),
    ])
    func `names of files from browsers become harmless`(sent: String, kept: String) {
        #expect(BasemapDraft.fileName(sent) == kept)
    }
}
