import Foundation
import Testing

@testable import Database

struct FileTests {
    @Test func `the writer's settings are what durability needs`() throws {
        let folder = try Folder()
        let database = try folder.open()
        try database.add("Aino")
        #expect(try database.pragma("synchronous") == "2")
        #expect(try database.pragma("foreign_keys") == "1")
        #expect(try database.pragma("journal_mode") == "wal")
        #expect(try database.pragma("busy_timeout") == "5000")
        #expect(try database.pragma("journal_size_limit") == "67108864")
    }

    @Test func `the files are their owner's alone`() throws {
        let folder = try Folder()
        let database = try folder.open()
        try database.add("Aino")
        for name in ["test.sqlite", "test.sqlite-wal", "test.sqlite-shm"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/\(name)")
            #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
        }
    }

    @Test func `migrations run once each, in the order of their ids`() throws {
        let folder = try Folder()
        let later = Migration("2026-02-01 nickname", ["ALTER TABLE person ADD COLUMN nickname TEXT"])
        let database = try folder.open([later, Folder.people])
        try database.add("Aino")
        database.close()
        let again = try folder.open([Folder.people, later])
        #expect(try again.names() == ["Aino"])
        #expect(try again.read { try $0.value("SELECT nickname FROM person", as: String?.self) } == .some(nil))
    }

    @Test func `two migrations of one name are refused`() throws {
        let error = #expect(throws: DatabaseError.self) { try Folder().open([Folder.people, Folder.people]) }
        #expect(error?.kind == .migration)
    }

    @Test func `a newer program's database is refused`() throws {
        let folder = try Folder()
        try folder.open([Folder.people, Migration("2027-01-01 future", ["CREATE TABLE future (id BIGINT)"])]).close()
        let error = #expect(throws: DatabaseError.self) { try folder.open() }
        #expect(error?.kind == .migration)
    }

    @Test func `what is no database is refused`() throws {
        let folder = try Folder()
        try Data("hello, this is no database at all, not even a bit of one".utf8)
            .write(to: URL(fileURLWithPath: folder.path + "/test.sqlite"))
        #expect(throws: DatabaseError.self) { try folder.open() }
    }

    @Test func `a plan tells how rows are found`() throws {
        let folder = try Folder()
        let database = try folder.open()
        let plan = try database.read { try $0.plan("SELECT id FROM person WHERE name = \("Aino")") }
        #expect(plan.count == 1 && plan[0].hasPrefix("SEARCH person"))
    }
}
