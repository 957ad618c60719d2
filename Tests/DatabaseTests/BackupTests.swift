import Foundation
import Testing

@testable import Database

struct BackupTests {
    @Test func `a copy made during writes is complete, private and one file`() throws {
        let folder = try Folder()
        let database = try folder.open()
        for number in 0..<200 { try database.add("before \(number)") }
        let copy = folder.path + "/copy.sqlite"
        try folder.onThreads(4) { thread in
            if thread == 0 { return try database.backup(to: copy) }
            for number in 0..<100 { try database.add("\(thread)-\(number)") }
        }
        #expect(try folder.mode("copy.sqlite") == 0o600)
        #expect(!FileManager.default.fileExists(atPath: copy + "-wal"))
        let restored = try Database(path: copy, migrations: [Folder.people]) { 0 }
        try restored.checkIntegrity()
        #expect(try restored.names().count >= 200)
        let last = try restored.read { try $0.value("SELECT max(id) FROM person", as: ID<Person>.self) }
        #expect(try restored.add("after").rawValue > last?.rawValue ?? .max)
    }

    @Test func `deleted data is not in the copy`() throws {
        let folder = try Folder()
        let database = try folder.open()
        for number in 0..<50 { try database.add("secret place \(number)") }
        try database.write { try $0.execute("DELETE FROM person") }
        try database.backup(to: folder.path + "/copy.sqlite")
        let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/copy.sqlite"))
        #expect(bytes.range(of: Data("secret place".utf8)) == nil)
        #expect(bytes.range(of: Data("CREATE TABLE person".utf8)) != nil)
    }

    @Test func `an existing file is not replaced, and a failed copy leaves no file`() throws {
        let folder = try Folder()
        let database = try folder.open()
        let taken = folder.path + "/taken"
        try Data("mine".utf8).write(to: URL(fileURLWithPath: taken))
        #expect(throws: DatabaseError.self) { try database.backup(to: taken) }
        #expect(try Data(contentsOf: URL(fileURLWithPath: taken)) == Data("mine".utf8))
        #expect(throws: DatabaseError.self) { try database.backup(to: folder.path + "/nowhere/copy") }

        _ = try database.pragma("foreign_keys = OFF")
        try database.write { try $0.execute("INSERT INTO pet VALUES (7)") }
        let error = #expect(throws: DatabaseError.self) { try database.backup(to: folder.path + "/copy") }
        #expect(error?.kind == .corrupt && error?.message.contains("pet of person") == true)
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/copy"))
        #expect(throws: DatabaseError.self) { try database.checkIntegrity() }
    }

    @Test func `damage is detected`() throws {
        let folder = try Folder()
        let database = try folder.open()
        for number in 0..<2_000 { try database.add("person \(number)") }
        database.close()
        let handle = try FileHandle(forUpdating: URL(fileURLWithPath: folder.file))
        try handle.seek(toOffset: 4_096 * 12)
        try handle.write(contentsOf: Data(repeating: 0xA5, count: 4_096 * 4))
        try handle.close()
        let error = #expect(throws: DatabaseError.self) { try folder.open().checkIntegrity() }
        #expect(error?.kind == .corrupt)
    }
}
