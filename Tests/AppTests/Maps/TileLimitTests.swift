import Atlas
import Database
import Foundation
import HTTP
import Proximity
import TestTools
import Testing

@testable import App

/// The cost of tiles when visitors request any number of them.
struct TileLimitTests {
    /// The tile files of a site.
    private func files(_ site: TestSite) -> Set<String> {
        let walk = FileManager.default.enumerator(atPath: "\(site.folder)/cache/tiles")
        let names = (walk?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".gz") }
        return Set(names.map { $0.split(separator: "/").dropFirst().joined(separator: "/") })
    }

    private func get(_ visitor: Visitor, _ tile: String) throws -> Int {
        try visitor.get("/atlas/\(tile).svg").page.status
    }

    @Test func `tiles of background, of the built-in world and of too high zooms leave no file`() throws {
        let site = try TestSite.demo()
        let visitor = Visitor(site)
        // The area of the demo world's map, too close; other places, near and far; the sea.
        for tile in ["19/298437/151772", "17/74609/37943", "19/1/1", "14/0/0", "10/300/300", "9/100/200", "6/1/1"] {
            #expect(try get(visitor, tile) == 200)
        }
        #expect(files(site) == [])
        for tile in ["14/9326/4742", "4/8/4"] { #expect(try get(visitor, tile) == 200) }
        #expect(files(site) == ["light/14/9326-4742.svg.gz", "light/4/8-4.svg.gz"])
    }

    @Test(arguments: [TileFiles.Usage(bytes: 20 * 4_096, files: 1_000), TileFiles.Usage(bytes: 1 << 30, files: 20)])
    func `files are limited in blocks and number, and a job makes room`(
        _ limit: TileFiles.Usage
    ) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-tiles-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let files = TileFiles(folder: folder, version: "a", limit: limit)
        var random = SeededGenerator()
        func write(_ x: Int, bytes: Int = 2_000) throws {
            let letters = (0..<bytes).map { _ in UInt8.random(in: 65...126, using: &random) }
            let tile = try #require(CompressedBody(compressing: letters))
            files.write(tile, try tileAddress(zoom: 9, x: x, y: 0, theme: .light))
            // File systems have coarse clocks.
            let time = timeval(tv_sec: 1_000 + x, tv_usec: 0)
            _ = utimes("\(folder)/a/light/9/\(x)-0.svg.gz", [time, time])
        }
        /// The usage measured in the folder.
        func onDisk() throws -> TileFiles.Usage {
            let root = "\(folder)/a/light/9"
            return try FileManager.default.contentsOfDirectory(atPath: root).reduce(TileFiles.Usage()) { sum, name in
                var status = stat()
                #expect(stat("\(root)/\(name)", &status) == 0)
                return sum + TileFiles.Usage(bytes: Int(status.st_blocks) * 512, files: 1)
            }
        }
        for x in 0..<60 { try write(x) }
        let full = try onDisk()
        #expect(files.usage == full && !full.exceeds(limit) && full.files >= 15)
        files.thin()
        let thinned = try onDisk()
        #expect(files.usage == thinned && thinned.files > 0)
        #expect(!thinned.exceeds(TileFiles.Usage(bytes: limit.bytes / 2, files: limit.files / 2)))
        // The newest tile stays, and there is room again.
        #expect(files.read(try tileAddress(zoom: 9, x: full.files - 1, y: 0, theme: .light)) != nil)
        #expect(files.read(try tileAddress(zoom: 9, x: 0, y: 0, theme: .light)) == nil)
        try write(100)
        #expect(try onDisk().files == thinned.files + 1)
        // Too small for a block.
        try write(101, bytes: 300)
        #expect(try onDisk().files == thinned.files + 1)
    }

    @Test func `a job makes room for tiles`() throws {
        let site = try TestSite.empty()
        site.sweep()
        let jobs = try site.app.site.database.read {
            try $0.value("SELECT count(*) FROM job WHERE kind = 'tiles.thin'", as: Int.self)
        }
        #expect(jobs == 1)
    }

    @Test func `drawings are limited per network and minute, except for members and cached tiles`() throws {
        let site = try TestSite.demo()
        let (visitor, aino) = (Visitor(site), try site.member("aino_k"))
        try aino.get("/archive")
        #expect(try get(visitor, "14/9326/4742") == 200)
        for _ in 0..<299 { try site.app.maps.drawing.pass(for: nil, from: "127.0.0.1", site.now) {} }
        #expect(try get(visitor, "14/9327/4742") == 429)
        #expect(visitor.page.headers["retry-after"] == "60" && visitor.page.headers["cache-control"] == "no-store")
        #expect(try get(Visitor(site, cookies: ["session": "invented"]), "14/9327/4742") == 429)
        // A cached tile costs nothing, another network is another visitor, and a signed-in viewer is no visitor.
        #expect(try get(visitor, "14/9326/4742") == 200)
        try site.app.maps.drawing.pass(for: nil, from: "192.0.2.7", site.now) {}
        #expect(try get(aino, "14/9327/4742") == 200)
        site.wait(seconds: 60)
        #expect(try get(visitor, "14/9328/4742") == 200)
    }

    @Test func `visitors have slots of their own and a short queue, further ones get Retry-After`() throws {
        let site = try TestSite.demo()
        let drawing = TileDrawing(processors: 2)
        let account = try site.account("aino_k")
        let (open, done) = (DispatchSemaphore(value: 0), DispatchGroup())
        func start(_ network: String) {
            done.enter()
            Thread.detachNewThread {
                try? drawing.pass(for: nil, from: network, site.now) {
                    open.wait()
                    open.signal()
                }
                done.leave()
            }
        }
        for number in 0...20 {
            start("192.0.2.\(number)")
            #expect(eventually { drawing.waiting == (visitors: number, members: 0) })
        }
        #expect(throws: Failure.unavailable(retryAfter: 1)) {
            try drawing.pass(for: nil, from: "192.0.2.99", site.now) {}
        }
        // Both of a member's slots are free.
        let isDrawn = try drawing.pass(for: account, from: "192.0.2.99", site.now) {
            try drawing.pass(for: account, from: "192.0.2.99", site.now) { true }
        }
        #expect(isDrawn)
        open.signal()
        #expect(done.isLeft())
    }

    @Test func `a tile needs no database, not even for signed-in people`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        try aino.get("/archive")
        site.app.close()
        #expect(try get(aino, "14/9326/4742") == 200)
        #expect(try get(Visitor(site), "14/9327/4742") == 200)
        #expect(try get(Visitor(site, cookies: ["session": "invented"]), "14/9328/4742") == 200)
    }

    @Test func `a session counts as recent for a quarter of an hour, an invented one never`() throws {
        let site = try TestSite.demo()
        let (sessions, account) = (RecentTokens(), try site.account("aino_k"))
        sessions.record("secret", of: account, site.now)
        #expect(sessions.account("secret", site.now + 899) == account)
        #expect(sessions.account("secret", site.now + 900) == nil)
        for token in [nil, "", "invented", String(repeating: "x", count: 65)] {
            #expect(sessions.account(token, site.now) == nil)
        }
    }
}
