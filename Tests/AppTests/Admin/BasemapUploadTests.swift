import Crypto
import Foundation
import Proximity
import TestTools
import Testing

@testable import App

/// Maps that a script sends in parts.
struct BasemapUploadTests {
    private let site: TestSite
    private let keeper: Visitor
    private let folder: BasemapFolder

    /// A map of two parts: nothing reads what follows its tiles.
    private static let archive = BasemapAdminTests.archive + [UInt8](repeating: 7, count: 9 << 20)

    init() throws {
        site = try TestSite.empty()
        keeper = try site.administrator().get("/admin/basemaps")
        folder = site.app.basemaps.folder
    }

    private var names: [String] { site.app.basemaps.files.map { $0.name } }
    private var files: [String] { get throws { try FolderEntries.names(in: folder.path).sorted() } }

    /// What a script is told.
    private struct Answer: Decodable, Equatable {
        var offset: Int?
        var error: String?
    }

    private func about(_ name: String, _ size: Int) -> [(name: String, value: String)] {
        [("csrf", keeper.token), ("name", name), ("size", "\(size)")]
    }

    private var answer: Answer {
        get throws { try JSONDecoder().decode(Answer.self, from: Data(keeper.page.text.utf8)) }
    }

    private func begin(_ name: String, _ size: Int = archive.count) throws -> Answer {
        try keeper.post("/admin/basemaps/uploads", about(name, size))
        return try answer
    }

    private static func parts(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        stride(from: 0, to: bytes.count, by: BasemapUpload.partBytes).map {
            bytes[$0..<min(bytes.count, $0 + BasemapUpload.partBytes)]
        }
    }

    private func send(
        _ part: some Sequence<UInt8>, at offset: Int, of name: String, _ size: Int = archive.count
    ) throws -> Answer {
        try keeper.upload(
            "/admin/basemaps/uploads/part", "part", file: Array(part), named: "blob",
            about(name, size) + [("offset", "\(offset)")])
        return try answer
    }

    private func sendAll(_ bytes: [UInt8], as name: String) throws {
        for (number, part) in BasemapUploadTests.parts(bytes).enumerated() {
            let (start, next) = (
                number * BasemapUpload.partBytes, min(bytes.count, (number + 1) * BasemapUpload.partBytes)
            )
            #expect(try send(part, at: start, of: name, bytes.count) == Answer(offset: next))
        }
    }

    private func finish(_ name: String, _ bytes: [UInt8] = archive, digest: String? = nil) throws -> Answer {
        let whole = SHA256()
        for part in BasemapUploadTests.parts(bytes) { whole.update(SHA256.hash(Array(part))) }
        let digest = digest ?? SHA256.text(whole.finalize())
        try keeper.post("/admin/basemaps/uploads/finish", about(name, bytes.count) + [("digest", digest)])
        return try answer
    }

    @Test func `a map arrives in parts, goes on after a break and is on the map at the end`() throws {
        #expect(try begin("My town.pmtiles") == Answer(offset: 0))
        let parts = BasemapUploadTests.parts(BasemapUploadTests.archive)
        #expect(try send(parts[0], at: 0, of: "My town.pmtiles") == Answer(offset: BasemapUpload.partBytes))
        // The browser asks anew after a break.
        #expect(try begin("My town.pmtiles") == Answer(offset: BasemapUpload.partBytes))
        try keeper.get("/admin/basemaps").sees("My-town.pmtiles", "Incomplete: 8.4 MB of 9.4 MB were sent.")
        #expect(names.isEmpty)
        #expect(
            try send(parts[1], at: BasemapUpload.partBytes, of: "My town.pmtiles")
                == Answer(offset: BasemapUploadTests.archive.count))
        #expect(try finish("My town.pmtiles") == Answer(offset: BasemapUploadTests.archive.count))
        try keeper.get("/admin/basemaps").sees("My-town.pmtiles is on the map.").seesNot("Incomplete")
        #expect(names == ["My-town.pmtiles"])
        #expect(try files == ["My-town.pmtiles"])
        let stored = try Data(contentsOf: URL(filePath: "\(folder.path)/My-town.pmtiles"))
        #expect(stored == Data(BasemapUploadTests.archive))
        try keeper.get("/admin/audit").sees("added a map", "My-town.pmtiles")
    }

    @Test func `only the next part is taken, and only as long as a part is`() throws {
        let parts = BasemapUploadTests.parts(BasemapUploadTests.archive)
        let (first, end) = (Answer(offset: BasemapUpload.partBytes), BasemapUpload.partBytes)
        #expect(try send(parts[1], at: end, of: "a.pmtiles") == Answer(offset: 0))
        #expect(try send(parts[0].dropLast(), at: 0, of: "a.pmtiles") == Answer(offset: 0))
        #expect(try send(parts[0], at: 0, of: "a.pmtiles") == first)
        // Twice the same, as after an answer that was lost.
        #expect(try send(parts[0], at: 0, of: "a.pmtiles") == first)
        #expect(try send(parts[1] + [1], at: end, of: "a.pmtiles") == first)
        #expect(try finish("a.pmtiles").error == "a.pmtiles can’t be added: a part of it is missing.")
        #expect(try send(parts[1], at: end, of: "a.pmtiles") == Answer(offset: BasemapUploadTests.archive.count))
        #expect(try send(parts[1], at: BasemapUploadTests.archive.count, of: "a.pmtiles").error == nil)
        #expect(try finish("a.pmtiles").error == nil)
        #expect(names == ["a.pmtiles"])
    }

    /// The file of the one upload there is.
    private var stored: String { get throws { "\(folder.path)/.upload-\(try #require(folder.uploads().first).key)" } }

    @Test func `half a part that a kill left is written anew`() throws {
        let parts = BasemapUploadTests.parts(BasemapUploadTests.archive)
        _ = try send(parts[0], at: 0, of: "a.pmtiles")
        // Longer than the part that comes.
        let file = try #require(FileHandle(forWritingAtPath: try stored))
        try file.seekToEnd()
        try file.write(contentsOf: Data(repeating: 0, count: 3 << 20))
        #expect(try begin("a.pmtiles") == Answer(offset: BasemapUpload.partBytes))
        _ = try send(parts[1], at: BasemapUpload.partBytes, of: "a.pmtiles")
        #expect(try finish("a.pmtiles").error == nil)
        #expect(try Data(contentsOf: URL(filePath: "\(folder.path)/a.pmtiles")) == Data(BasemapUploadTests.archive))
    }

    @Test func `where listed bytes are gone, it begins anew`() throws {
        try sendAll(BasemapUploadTests.archive, as: "a.pmtiles")
        try #require(FileHandle(forWritingAtPath: try stored)).truncate(atOffset: 100)
        #expect(try begin("a.pmtiles") == Answer(offset: 0))
        try sendAll(BasemapUploadTests.archive, as: "a.pmtiles")
        #expect(try finish("a.pmtiles").error == nil)
        #expect(names == ["a.pmtiles"])
    }

    @Test func `parts of two files are not mixed`() throws {
        var other = BasemapUploadTests.archive
        other[100] = 8
        other[other.count - 1] = 8
        _ = try send(BasemapUploadTests.parts(BasemapUploadTests.archive)[0], at: 0, of: "a.pmtiles")
        _ = try send(BasemapUploadTests.parts(other)[1], at: BasemapUpload.partBytes, of: "a.pmtiles")
        let refusal = "a.pmtiles can’t be used: it is not the same file throughout, and has to be sent again."
        #expect(try finish("a.pmtiles", other).error == refusal)
        #expect(try files.isEmpty)
        #expect(try begin("a.pmtiles") == Answer(offset: 0))
    }

    @Test func `a map whose end is told twice is one map`() throws {
        try sendAll(BasemapAdminTests.archive, as: "a.pmtiles")
        let (file, list) = (try stored, try stored.replacing(".upload-", with: ".digests-"))
        let digests = try Data(contentsOf: URL(filePath: list))
        #expect(try finish("a.pmtiles", BasemapAdminTests.archive).error == nil)
        #expect(
            try finish("a.pmtiles", BasemapAdminTests.archive).error
                == "a.pmtiles can’t be added: a part of it is missing.")
        // As a kill leaves it, between the map and the end of the upload.
        #expect(link("\(folder.path)/a.pmtiles", file) == 0)
        try digests.write(to: URL(filePath: list))
        #expect(try finish("a.pmtiles", BasemapAdminTests.archive).error == nil)
        #expect(try files == ["a.pmtiles"])
    }

    @Test func `a map is not written over by what a kill left of its upload`() throws {
        try sendAll(BasemapAdminTests.archive, as: "a.pmtiles")
        let file = try stored
        #expect(try finish("a.pmtiles", BasemapAdminTests.archive).error == nil)
        #expect(link("\(folder.path)/a.pmtiles", file) == 0)
        let junk = [UInt8](repeating: 0, count: BasemapAdminTests.archive.count)
        #expect(try send(junk, at: 0, of: "a.pmtiles", junk.count) == Answer(offset: 0))
        #expect(try Data(contentsOf: URL(filePath: "\(folder.path)/a.pmtiles")) == Data(BasemapAdminTests.archive))
        #expect(try send(junk, at: 0, of: "a.pmtiles", junk.count) == Answer(offset: junk.count))
        #expect(names == ["a.pmtiles"])
    }

    @Test func `what is no map is told in words, and nothing of it stays`() throws {
        #expect(
            try begin("notes.txt", 100).error
                == "notes.txt can’t be used: its name does not end in .mbtiles, .pmtiles or .osm.pbf.")
        #expect(
            try begin("a.pmtiles", (4 << 30) + 1).error
                == "a.pmtiles can’t be used: a map has a byte at least, and at most 4 GB.")
        #expect(try begin("a.pmtiles", 0).error != nil)
        let junk = Array("PMTiles".utf8)
        try sendAll(junk, as: "a.pmtiles")
        #expect(try finish("a.pmtiles", junk).error?.hasPrefix("a.pmtiles can’t be used: ") == true)
        keeper.gets(422)
        #expect(try files.isEmpty)
    }

    @Test func `a map of a name that is taken gets another, also in parts`() throws {
        for kept in ["a.pmtiles", "a-2.pmtiles"] {
            try sendAll(BasemapAdminTests.archive, as: "a.pmtiles")
            #expect(try finish("a.pmtiles", BasemapAdminTests.archive).error == nil)
            try keeper.get("/admin/basemaps").sees("\(kept) is on the map.")
        }
    }

    @Test func `five maps that are not whole are too many, until one is deleted`() throws {
        for number in 1...4 { _ = try send([1], at: 0, of: "map\(number).pmtiles", 1) }
        let refusal = "map5.pmtiles can’t be added: 4 others are not whole yet: delete one."
        #expect(try begin("map5.pmtiles").error == refusal)
        #expect(try send([1], at: 0, of: "map5.pmtiles", 1).error == refusal)
        #expect(try begin("map4.pmtiles", 1) == Answer(offset: 1))
        try keeper.get("/admin/basemaps").submit("/admin/basemaps/uploads/1-map2.pmtiles/discard")
            .sees("What was there of map2.pmtiles is deleted.")
        #expect(try begin("map5.pmtiles") == Answer(offset: 0))
        try keeper.get("/admin/basemaps").post(
            "/admin/basemaps/uploads/1-map2.pmtiles/discard", [("csrf", keeper.token)]
        )
        .gets(404)
    }

    @Test func `what is written just now stays, and the next part waits`() throws {
        let parts = BasemapUploadTests.parts(BasemapUploadTests.archive)
        _ = try send(parts[0], at: 0, of: "a.pmtiles")
        let key = try #require(folder.uploads().first?.key)
        let other = open("\(folder.path)/.upload-\(key)", O_RDWR | O_CLOEXEC)
        #expect(flock(other, LOCK_EX) == 0)
        #expect(
            try send(parts[1], at: BasemapUpload.partBytes, of: "a.pmtiles") == Answer(offset: BasemapUpload.partBytes))
        try keeper.get("/admin/basemaps").submit("/admin/basemaps/uploads/\(key)/discard")
            .sees("a.pmtiles stays as it is: it is being sent just now.")
        close(other)
        try keeper.submit("/admin/basemaps/uploads/\(key)/discard")
        #expect(try files.isEmpty)
    }

    @Test func `what nobody goes on with is deleted after a week`() throws {
        _ = try send([1], at: 0, of: "a.pmtiles", 2)
        #expect(folder.uploads().isEmpty)
        _ = try send([1], at: 0, of: "a.pmtiles", 1)
        let written = try #require(FileMark.time("\(folder.path)/.upload-1-a.pmtiles"))
        folder.sweepUploads(written + 6.9 * 86_400)
        #expect(folder.uploads().map { $0.key } == ["1-a.pmtiles"])
        folder.sweepUploads(written + 7.1 * 86_400)
        #expect(try files.isEmpty)
    }

    @Test func `only administrators send parts`() throws {
        let member = try site.newAccount("kaisa_l")
        try member.post("/admin/basemaps/uploads", [("csrf", member.token), ("name", "a.pmtiles"), ("size", "1")]).gets(
            404)
        try member.upload("/admin/basemaps/uploads/part", "part", file: [1]).gets(404)
        try member.post("/admin/basemaps/uploads/finish", [("csrf", member.token)]).gets(404)
        #expect(folder.uploads().isEmpty)
    }
}
