import Foundation
import TestTools
import Testing

@testable import Database

struct FileTests {
    @Test func `the writer's settings give durability`() throws {
        let folder = try Folder()
        let database = try folder.open()
        try database.add("Aino")
        #expect(try database.pragma("synchronous") == "2")
        #expect(try database.pragma("foreign_keys") == "1")
        #expect(try database.pragma("journal_mode") == "wal")
        #expect(try database.pragma("busy_timeout") == "5000")
        #expect(try database.pragma("journal_size_limit") == "67108864")
    }

    @Test func `readers cannot write, and run as many at once as configured`() throws {
        let folder = try Folder()
        let database = try folder.open(readers: 2)
        #expect(try database.read { try $0.value("PRAGMA query_only") } == 1)
        #expect(throws: DatabaseError.self) {
            try database.read { _ = try $0.all("DELETE FROM person RETURNING id") { _ in } }
        }
        let bothIn = DispatchSemaphore(value: 0)
        let maySee = DispatchSemaphore(value: 0)
        let group = DispatchGroup()
        for _ in 0..<2 {
            group.enter()
            Thread.detachNewThread {
                try? database.read { _ in
                    bothIn.signal()
                    _ = maySee.isSignalled()
                }
                group.leave()
            }
        }
        for _ in 0..<2 { #expect(bothIn.isSignalled()) }
        #expect(try database.readUnlessBusy { _ in true } == nil)
        try database.add("while they read")
        for _ in 0..<2 { maySee.signal() }
        #expect(group.isLeft())
        #expect(try database.names() == ["while they read"])
        #expect(try database.readUnlessBusy { try $0.value("SELECT count(*) FROM person") } == 1)
    }

    @Test func `a snapshot does not change while it is read`() throws {
        let folder = try Folder()
        let database = try folder.open()
        try database.add("before")
        let count: SQL = "SELECT count(*) FROM person"
        try database.read { (reader: Reader) throws -> Void in
            #expect(try reader.value(count) == 1)
            let done = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                _ = try? database.add("meanwhile")
                done.signal()
            }
            #expect(done.isSignalled())
            #expect(try reader.value(count) == 1)
        }
        #expect(try database.read { try $0.value(count) } == 2)
    }

    @Test func `only the owner can access the files and the created folder`() throws {
        let folder = try Folder()
        let path = folder.path + "/new/deep/site.sqlite"
        let database = try Database(path: path, migrations: [Folder.people]) { 0 }
        try database.add("Aino")
        for name in ["", "-wal", "-shm"] { #expect(try folder.mode("new/deep/site.sqlite" + name) == 0o600, "\(name)") }
        #expect(try folder.mode("new/deep") == 0o700)
        #expect(try folder.mode("new") == 0o700)
    }

    @Test func `a file that others can read loses that permission`() throws {
        let folder = try Folder()
        try folder.open().close()
        #expect(chmod(folder.file, 0o644) == 0)
        let database = try folder.open()
        try database.add("Aino")
        for name in ["", "-wal", "-shm"] { #expect(try folder.mode("test.sqlite" + name) == 0o600, "\(name)") }
    }

    @Test func `a second opening does not release the locks of the first`() throws {
        let folder = try Folder()
        let first = try folder.open()
        let second = try folder.open()
        try second.add("second")
        second.close()
        try first.add("first")
        #expect(try first.names().sorted() == ["first", "second"])
        try first.checkIntegrity()
    }

    @Test func `nothing is read or written after closing`() throws {
        let folder = try Folder()
        let database = try folder.open()
        try database.add("Aino")
        database.close()
        database.close()
        #expect(throws: DatabaseError.self) { try database.names() }
        #expect(throws: DatabaseError.self) { try database.add("late") }
        #expect(!FileManager.default.fileExists(atPath: folder.file + "-wal"))
        #expect(try folder.open().names() == ["Aino"])
    }

    @Test func `migrations run once each, in the order of their ids`() throws {
        let folder = try Folder()
        let later = Migration(2, id: "2026-02-01 nickname", statements: ["ALTER TABLE person ADD COLUMN nickname TEXT"])
        let database = try folder.open([later, Folder.people])
        try database.add("Aino")
        database.close()
        let again = try folder.open([Folder.people, later])
        #expect(try again.names() == ["Aino"])
        #expect(try again.read { try $0.value("SELECT nickname FROM person", as: String?.self) } == .some(nil))
    }

    @Test func `two migrations with one id are refused`() throws {
        let error = #expect(throws: DatabaseError.self) { try Folder().open([Folder.people, Folder.people]) }
        #expect(error?.kind == .migration)
    }

    @Test func `a newer program's database is refused`() throws {
        let folder = try Folder()
        try folder.open([
            Folder.people, Migration(9, id: "2027-01-01 future", statements: ["CREATE TABLE future (id BIGINT)"]),
        ]).close()
        let error = #expect(throws: DatabaseError.self) { try folder.open() }
        #expect(error?.kind == .migration && error?.message.contains("2027-01-01 future") == true)
        #expect(error?.message.contains("people") == false)
    }

    @Test func `a newer program's database keeps the names of its steps`() throws {
        let folder = try Folder()
        let table: SQL = "CREATE TABLE two (id BIGINT)"
        let newer = [
            Folder.people, Migration(2, id: "2026-02-01 two", statements: [table]),
            Migration(9, id: "2027-01-01 future", statements: ["CREATE TABLE future (id BIGINT)"]),
        ]
        try folder.open(newer).close()
        let renamed = Migration(2, id: "2026-02-01 second", otherID: "2026-02-01 two", statements: [table])
        #expect(throws: DatabaseError.self) { try folder.open([Folder.people, renamed]) }
        try folder.open(newer).close()
    }

    @Test func `a step that fails is named, leaves nothing behind and may be tried again`() throws {
        let folder = try Folder()
        let half: SQL = "CREATE TABLE half (id BIGINT)"
        let broken = Migration(3, id: "2026-03-01 broken", statements: [half, "CREATE TABLE person (id BIGINT)"])
        let error = #expect(throws: DatabaseError.self) { try folder.open([Folder.people, broken]) }
        #expect(error?.kind == .migration && error?.message.contains("2026-03-01 broken") == true)
        let mended = Migration(3, id: "2026-03-01 broken", statements: [half])
        #expect(try folder.open([Folder.people, mended]).read { try !$0.exists("SELECT 1 FROM half") })
    }

    @Test func `two steps of one number or one id are refused`() throws {
        let folder = try Folder()
        for (number, id) in [(1, "another"), (2, "2026-01-01 people")] {
            let error = #expect(throws: DatabaseError.self) {
                try folder.open([
                    Folder.people, Migration(number, id: id, statements: ["CREATE TABLE other (id BIGINT)"]),
                ])
            }
            #expect(error?.kind == .migration, "\(number) \(id)")
        }
    }

    @Test func `a step that was added late runs too`() throws {
        let folder = try Folder()
        try folder.open([Folder.people, Migration(5, id: "2026-05-01 b", statements: ["CREATE TABLE b (id BIGINT)"])])
            .close()
        let all = [
            Folder.people, Migration(5, id: "2026-05-01 b", statements: ["CREATE TABLE b (id BIGINT)"]),
            Migration(4, id: "2026-04-01 a", statements: ["CREATE TABLE a (id BIGINT)"]),
        ]
        #expect(try folder.open(all).read { try !$0.exists("SELECT 1 FROM a, b") })
    }

    @Test func `a file that is not a database is refused`() throws {
        let folder = try Folder()
        try Data("hello, this is no database at all, not even a bit of one".utf8)
            .write(to: URL(fileURLWithPath: folder.path + "/test.sqlite"))
        let error = #expect(throws: DatabaseError.self) { try folder.open() }
        #expect(error?.kind == .corrupt)
    }

    @Test func `a query plan is available`() throws {
        let folder = try Folder()
        let database = try folder.open()
        let plan = try database.read { try $0.plan("SELECT id FROM person WHERE name = \("Aino")") }
        #expect(plan.count == 1 && plan[0].hasPrefix("SEARCH person"))
    }
}
