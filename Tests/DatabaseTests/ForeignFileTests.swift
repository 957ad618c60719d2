import Foundation
import Synchronization
import Testing

@testable import Database

struct ForeignFileTests {
    private func file(_ folder: Folder) throws -> ForeignFile {
        let database = try folder.open()
        for name in ["a", "b", "c"] { try database.add(name) }
        try database.backup(to: folder.path + "/map.mbtiles")
        return try ForeignFile(path: folder.path + "/map.mbtiles", limits: .none)
    }

    @Test func `is read by several at once and never written`() throws {
        let folder = try Folder()
        let file = try file(folder)
        let counts = Mutex<Set<Int?>>([])
        try folder.onThreads(8) { thread in
            for _ in 0..<20 {
                let count = try file.read { try $0.value("SELECT count(*) FROM person", as: Int.self) }
                _ = counts.withLock { $0.insert(count) }
            }
        }
        #expect(counts.withLock { $0 } == [3])
        #expect(throws: DatabaseError.self) {
            try file.read { _ = try $0.all("DELETE FROM person RETURNING id") { _ in } }
        }
        #expect(throws: DatabaseError.self) { try file.read { _ = try $0.all("SELECT load_extension('x')") { _ in } } }
        for key in [0, 1, -1, .min, .max] {
            #expect(try file.read(spread: key) { try $0.exists("SELECT 1 FROM person") })
        }
    }

    @Test func `is opened without trust`() throws {
        let folder = try Folder()
        let file = try file(folder)
        for (name, value) in [("trusted_schema", 0), ("cell_size_check", 1), ("query_only", 1), ("mmap_size", 0)] {
            for key in 0..<2 {
                let found = try file.read(spread: key) { reader in
                    try reader.value(SQL(text: "PRAGMA \(name)", values: [], isKept: true), as: Int.self)
                }
                #expect(found == value, "\(name)")
            }
        }
    }

    @Test(.timeLimit(.minutes(2))) func `a read that costs too much is ended, and the next one begins anew`() throws {
        let folder = try Folder()
        _ = try file(folder)
        let limits = ForeignFile.Limits(steps: 100_000, valueBytes: 1_000)
        let bounded = try ForeignFile(path: folder.path + "/map.mbtiles", readers: 1, limits: limits)
        let endless: SQL = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
        for query in [endless, "SELECT length(hex(zeroblob(600)))"] {
            let error = #expect(throws: DatabaseError.self) { try bounded.read { try $0.value(query, as: Int.self) } }
            #expect(error?.kind == .limit)
        }
        for _ in 0..<50 {
            #expect(
                try bounded.read { try $0.value("SELECT count(*) FROM person, person, person", as: Int.self) } == 27)
        }
    }

    @Test func `a read inside a read is refused`() throws {
        let folder = try Folder()
        let file = try file(folder)
        let error = #expect(throws: DatabaseError.self) { try file.read { _ in try file.read { _ in } } }
        #expect(error?.kind == .reentrant)
    }

    @Test func `must exist and be a database`() throws {
        let folder = try Folder()
        #expect(throws: DatabaseError.self) { try ForeignFile(path: folder.path + "/nothing", limits: .none) }
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/nothing"))
        let text = folder.path + "/text"
        try Data(String(repeating: "no database at all ", count: 100).utf8).write(to: URL(fileURLWithPath: text))
        let error = #expect(throws: DatabaseError.self) { try ForeignFile(path: text, limits: .none) }
        #expect(error?.kind == .corrupt)
    }
}
