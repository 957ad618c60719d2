import Database
import Foundation
import HTTP
import Proximity
import Synchronization
import TestTools
import Testing

@testable import App

/// Data exports.
struct ExportTests {
    private func ask(_ visitor: Visitor, password: String = "demo-password") throws {
        try visitor.get("/settings/export").fill("password", password).submit("/settings/export")
    }

    private func link(_ visitor: Visitor) throws -> String {
        try #require(visitor.get("/settings/export").page.links.first { $0.hasPrefix("/settings/export/") })
    }

    /// The files that `unzip` lists in a finished export, with their texts.
    static func unpacked(_ visitor: Visitor, _ path: String) throws -> [String: String] {
        let response = try visitor.fetch(path)
        #expect(response.status == .ok)
        let folder = visitor.site.folder + "/unpacked"
        let file = visitor.site.folder + "/exports/" + path.split(separator: "/").last! + ".zip"
        #expect(try Tool.run(Tool.python, ["-m", "zipfile", "-e", file, folder]).status == 0)
        var texts: [String: String] = [:]
        for case let name as String in try #require(FileManager.default.enumerator(atPath: folder)) {
            guard let data = FileManager.default.contents(atPath: "\(folder)/\(name)") else { continue }
            texts[name] = String(decoding: data, as: UTF8.self)
        }
        try FileManager.default.removeItem(atPath: folder)
        return texts
    }

    @Test func `an export contains all of a person's data in one file`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        try aino.stand(at: DemoCast.Place.oodi.coordinate)
        try aino.get("/people/mikko").fill("reason", "was rude").submit("/people/mikko/report")
        try ask(aino)
        aino.isAt("/settings/export").sees("Preparing your export: 0 %", "Check again")
        #expect(aino.page.text.contains("every 2s"))
        site.app.runJobs([.long])
        aino.forget("flash")
        let path = try link(aino)
        aino.sees("Your export is ready", "Download")
        #expect(!aino.page.text.contains("every 2s"))
        let files = try ExportTests.unpacked(aino, path)
        let names = [
            "README.txt", "account.json", "preferences.json", "sessions.json", "friends/friends.json",
            "friends/requests.json", "friends/blocked.json", "friends/removed.json", "friends/ways-to-me.json",
            "positions/devices.json", "positions/positions.json", "positions/positions.gpx", "notes/sent.json",
            "notes/found.json", "notes/found.gpx", "media/media.json", "reports.json",
        ]
        for name in names { #expect(files[name] != nil, "\(name) in \(files.keys.sorted())") }
        #expect(try #require(files["account.json"]).contains("\"username\":\"aino_k\""))
        let preferences = try #require(files["preferences.json"])
        for name in ["area", "positions_kept_hours", "receipts", "theme", "time_zone", "units"] {
            #expect(preferences.contains("\"\(name)\":"), "\(name) is not among the preferences")
        }
        #expect(try #require(files["friends/friends.json"]).contains("mikko"))
        #expect(try #require(files["reports.json"]).contains("was rude"))
        for (name, text) in files where name.hasSuffix(".json") {
            #expect(throws: Never.self, "\(name): \(text)") {
                try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
            }
        }
        // The export contains no secrets.
        let all = files.values.joined()
        #expect(!all.contains("scrypt") && !all.contains("token_hash"))
    }

    @Test func `an export is served uncached to its owner and nobody else`() throws {
        let site = try TestSite.demo()
        let (aino, mikko) = (try site.member("aino_k"), try site.member("mikko"))
        try ask(aino)
        site.app.runJobs([.long])
        let path = try link(aino)
        let answer = try aino.fetch(path)
        #expect(answer.headers["content-disposition"] == "attachment; filename=\"cairn-aino_k-2026-11-21.zip\"")
        #expect(answer.headers["cache-control"] == "private, no-store")
        #expect(try mikko.fetch(path).status == .notFound)
        try ask(mikko)
        site.app.runJobs([.long])
        #expect(try mikko.fetch(path).status == .notFound)
        #expect(try Visitor(site).get(path).page.path.hasPrefix("/login"))
        #expect(try aino.fetch("/settings/export/secret.key").status == .notFound)
        let file = site.folder + "/exports/" + path.split(separator: "/").last! + ".zip"
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        // Noon in UTC, on the clock in Helsinki.
        let listed = try Tool.run(Tool.python, ["-m", "zipfile", "-l", file]).output.split(separator: "\n")
        #expect(listed.contains { $0.hasPrefix("README.txt") && $0.contains("2026-11-21 14:00:00") })
    }

    @Test func `an export needs the password, one runs at a time, and the number per day is limited`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        try ask(aino, password: "not mine")
        aino.gets(422).sees("That's not your password.")
        try ask(aino, password: "")
        aino.gets(422)
        #expect(try site.app.site.database.read { try !$0.exists("SELECT 1 FROM export") })
        // Another form of the same page, sent while the first export is being made.
        try aino.get("/settings/export")
        let fields = [("csrf", aino.token), ("password", "demo-password")].map { (name: $0.0, value: $0.1) }
        try aino.post("/settings/export", fields).post("/settings/export", fields)
        let count = try site.app.site.database.read { try $0.value("SELECT count(*) FROM export", as: Int.self) }
        #expect(count == 1)
        site.app.runJobs([.long])
        for _ in 0..<4 { try aino.post("/settings/export", fields) }
        try aino.post("/settings/export/remove", fields).post("/settings/export", fields)
        for _ in 0..<5 {
            site.app.runJobs([.long])
            try aino.post("/settings/export", fields)
        }
        aino.gets(429)
        try aino.post("/settings/export", [("csrf", "no"), ("password", "demo-password")])
        aino.gets(403)
    }

    @Test func `an export is deleted after a week or by its owner`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        let folder = site.folder + "/exports"
        try ask(aino)
        site.app.runJobs([.long])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 1)
        try aino.get("/settings/export").submit("/settings/export/remove").sees("Export deleted.")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
        try ask(aino)
        site.app.runJobs([.long])
        // Left by a killed process, without a row.
        _ = FileManager.default.createFile(atPath: folder + "/left.part", contents: Data([1]))
        site.wait(seconds: 6 * 86_400)
        try site.app.accountData.sweep(site.now)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 1)
        site.wait(seconds: 2 * 86_400)
        try site.app.accountData.sweep(site.now)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
    }

    @Test func `a killed run starts again, and the page reports a full disk`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        try ask(aino)
        let id = try site.account("aino_k")
        let file = try #require(try site.app.site.database.read { try ExportQueries.export($0, of: id)?.file })
        for attempt in [1, 7] {
            let part = site.app.accountData.partialPath(file, attempt: attempt)
            _ = FileManager.default.createFile(atPath: part, contents: Data([1, 2, 3]))
        }
        site.app.runJobs([.long])
        #expect(try aino.fetch(link(aino)).status == .ok)
        #expect(try FileManager.default.contentsOfDirectory(atPath: site.folder + "/exports") == ["\(file).zip"])
        try aino.get("/settings/export").submit("/settings/export/remove")
        try ask(aino)
        let full = try AccountData(
            site: site.app.site, accounts: site.app.accounts, notices: site.app.notices,
            dataFolder: site.folder, hasRoom: { _ in false })
        let other = try #require(try site.app.site.database.read { try ExportQueries.export($0, of: id)?.file })
        let kind = try #require(full.jobKinds.first { $0.name == AccountData.making })
        try kind.run(
            Job(id: ID(rawValue: 1), kind: kind.name, payload: other, attempt: 1, now: site.now))
        try aino.get("/settings/export").sees("The last export failed")
        #expect(try FileManager.default.contentsOfDirectory(atPath: site.folder + "/exports") == [])
    }

    @Test func `of two concurrent runs the first to finish makes the file and the other leaves nothing`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        try ask(aino)
        let id = try site.account("aino_k")
        let file = try #require(try site.app.site.database.read { try ExportQueries.export($0, of: id)?.file })
        let second = try #require(site.app.accountData.jobKinds.first { $0.name == AccountData.making })
        let isUnderWay = Mutex(false)
        // The first checks the room repeatedly; at the second check another process has taken its job over.
        let slow = try AccountData(
            site: site.app.site, accounts: site.app.accounts, notices: site.app.notices,
            dataFolder: site.folder,
            hasRoom: { _ in
                let isFirst = isUnderWay.withLock { was in
                    defer { was = true }
                    return !was
                }
                guard isFirst else { return true }
                let job = Job(id: ID(rawValue: 2), kind: second.name, payload: file, attempt: 2, now: site.now)
                return (try? second.run(job)) != nil
            })
        let first = try #require(slow.jobKinds.first { $0.name == AccountData.making })
        try first.run(Job(id: ID(rawValue: 1), kind: first.name, payload: file, attempt: 1, now: site.now))
        #expect(isUnderWay.withLock { $0 })
        #expect(try FileManager.default.contentsOfDirectory(atPath: site.folder + "/exports") == ["\(file).zip"])
        #expect(try ExportTests.unpacked(aino, link(aino))["account.json"]?.contains("aino_k") == true)
    }

    @Test func `a cancelled export is not finished`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        try ask(aino)
        try aino.get("/settings/export").post("/settings/export/remove", [("csrf", aino.token)])
        site.app.runJobs([.long])
        #expect(try FileManager.default.contentsOfDirectory(atPath: site.folder + "/exports") == [])
        try aino.get("/settings/export").sees("Export")
    }

    @Test func `a hundred thousand positions are split into several files`() throws {
        let site = try TestSite.demo()
        let aino = try site.member("aino_k")
        try aino.stand(at: DemoCast.Place.oodi.coordinate)
        let id = try site.account("aino_k")
        try site.app.site.database.write { database in
            let device: ID<Device> = try #require(try database.value("SELECT id FROM device WHERE account_id = \(id)"))
            try database.execute(
                """
                WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
                INSERT INTO position (id, account_id, device_id, lat, lon, accuracy, source, taken_at)
                SELECT i, \(id), \(device), 60.17, 24.94, 8, 'browser', \(site.now) - i / 3 FROM n
                """)
        }
        try ask(aino)
        site.app.runJobs([.long])
        let files = try ExportTests.unpacked(aino, link(aino))
        let points = files.filter { $0.key.hasPrefix("positions/") && $0.key.hasSuffix(".gpx") }.values
            .reduce(0) { $0 + $1.components(separatedBy: "<trkpt ").count - 1 }
        #expect(points >= 100_000 && files["positions/positions-5.gpx"] != nil)
        let lines = try #require(files["positions/positions.json"]).split(separator: "\n").count
        #expect(lines == points + 2)
    }

    @Test func `every table that refers to a person is exported or left out with a reason`() throws {
        let site = try TestSite.empty()
        let decided = site.app.accountData.all.flatMap { $0.exported.union($0.leftOut.keys) }
        #expect(Set(decided).count == decided.count, "a table is decided on twice")
        let links = try site.app.site.database.read { database in
            try database.all(
                """
                SELECT child.name AS child, link."table" AS parent
                FROM sqlite_master AS child, pragma_foreign_key_list(child.name) AS link WHERE child.type = 'table'
                """
            ) { (child: try $0["child"] as String, parent: try $0["parent"] as String) }
        }
        var reached: Set = ["account"]
        while true {
            let more = reached.union(links.filter { reached.contains($0.parent) }.map { $0.child })
            if more == reached { break }
            reached = more
        }
        #expect(reached.subtracting(decided).sorted() == [])
        #expect(Set(decided).subtracting(reached).sorted() == [])
        #expect(site.app.accountData.all.flatMap { $0.leftOut.values }.allSatisfy { $0.count > 20 })
    }
}
