import Foundation
import Synchronization
import Testing

@testable import Database

struct WriteTests {
    private struct Refused: Error {}

    @Test func `a write is all or nothing`() throws {
        let folder = try Folder()
        let database = try folder.open()
        #expect(throws: Refused.self) {
            try database.write { writer in
                try writer.execute("INSERT INTO person (id, name) VALUES (1, 'half')")
                throw Refused()
            }
        }
        #expect(try database.names() == [])
    }

    @Test func `many writers: all acknowledged writes are stored, and one that fails does not affect others`() throws {
        let folder = try Folder()
        let database = try folder.open()
        let ids = Mutex<[ID<Person>]>([])
        try folder.onThreads(32) { thread in
            for number in 0..<50 {
                do {
                    let id = try database.write { writer in
                        let id = try writer.newID(Person.self)
                        try writer.execute("INSERT INTO person (id, name) VALUES (\(id), \("\(thread)-\(number)"))")
                        if number % 5 == 4 { throw Refused() }
                        return id
                    }
                    ids.withLock { $0.append(id) }
                } catch is Refused {}
            }
        }
        let answered = ids.withLock { $0 }
        #expect(answered.count == 32 * 40 && Set(answered).count == answered.count)
        let stored = try database.read { try $0.all("SELECT id FROM person") { try $0["id"] as ID<Person> } }
        #expect(Set(stored) == Set(answered))
        try database.checkIntegrity()
    }

    @Test func `writes that arrive during a commit share the next one`() throws {
        let folder = try Folder()
        let database = try folder.open()
        let before = database.commitCount
        database.inOneBatch((0..<10).map { number in { _ = try? database.add("writer \(number)") } })
        #expect(try database.names().count == 10)
        #expect(database.commitCount - before == 2)
    }

    @Test func `in one batch each write sees those before it, and none that was rolled back`() throws {
        let folder = try Folder()
        let database = try folder.open()
        let seen = Mutex<[Int]>([])
        database.inOneBatch(
            (0..<6).map { number in
                {
                    try? database.write { writer in
                        let count = try writer.value("SELECT count(*) FROM person", as: Int.self) ?? -1
                        try writer.execute("INSERT INTO person (id, name) VALUES (\(number), \("\(number)"))")
                        if number % 2 == 1 { throw Refused() }
                        seen.withLock { $0.append(count) }
                    }
                }
            })
        #expect(seen.withLock { $0 } == [0, 1, 2])
        #expect(try database.names() == ["0", "2", "4"])
    }

    @Test func `when the commit fails, the whole batch fails and nothing is stored`() throws {
        let folder = try Folder()
        let late = Migration(
            2, id: "2026-02-01 late",
            statements: ["CREATE TABLE late (id BIGINT REFERENCES person (id) DEFERRABLE INITIALLY DEFERRED)"]
        )
        let database = try folder.open([Folder.people, late])
        let kinds = Mutex<[DatabaseError.Kind]>([])
        let note: @Sendable (() throws -> Void) -> Void = { body in
            do { try body() } catch { kinds.withLock { $0.append((error as? DatabaseError)?.kind ?? .other) } }
        }
        database.inOneBatch([
            { note { try database.add("a") } },
            { note { _ = try database.write { try $0.execute("INSERT INTO late VALUES (1)") } } },
            { note { try database.add("b") } },
        ])
        #expect(kinds.withLock { $0 } == [.foreignKey, .foreignKey, .foreignKey])
        #expect(try database.names() == [])
        try database.add("after")
        #expect(try database.names() == ["after"])
    }

    @Test func `when a statement ends the transaction, nothing of the batch is stored or reported as stored`() throws {
        let folder = try Folder()
        let database = try folder.open()
        try database.add("there")
        let kinds = Mutex<[String: DatabaseError.Kind]>([:])
        let tried: @Sendable (String, SQL) -> @Sendable () -> Void = { name, sql in
            {
                do { try database.write { try $0.execute(sql) } } catch {
                    kinds.withLock { $0[name] = (error as? DatabaseError)?.kind }
                }
            }
        }
        database.inOneBatch([
            tried("before", "INSERT INTO person (id, name) VALUES (1, 'a')"),
            tried("cause", "INSERT OR ROLLBACK INTO person (id, name) VALUES (2, 'there')"),
            tried("after", "INSERT INTO person (id, name) VALUES (3, 'c')"),
        ])
        #expect(kinds.withLock { $0 } == ["before": .other, "cause": .unique, "after": .other])
        #expect(try database.names() == ["there"])
        try database.add("after")
    }

    @Test func `a full disk is reported, and stored data stays intact`() throws {
        let folder = try Folder()
        let database = try folder.open()
        try database.add("there")
        _ = try database.pragma("max_page_count = 40")
        let photo = [UInt8](repeating: 7, count: 1_000_000)
        let error = #expect(throws: DatabaseError.self) {
            try database.write { try $0.execute("UPDATE person SET photo = \(photo)") }
        }
        #expect(error?.kind == .full)
        try database.add("small")
        #expect(try database.names() == ["there", "small"])
        try database.checkIntegrity()
    }

    @Test func `a read or write inside another is refused instead of deadlocking`() throws {
        let folder = try Folder()
        let database = try folder.open()
        func kind(_ body: () throws -> Void) -> DatabaseError.Kind? {
            #expect(throws: DatabaseError.self, performing: body)?.kind
        }
        #expect(kind { try database.write { _ in _ = try database.add("x") } } == .reentrant)
        #expect(kind { try database.write { _ in _ = try database.names() } } == .reentrant)
        #expect(kind { try database.read { _ in _ = try database.add("x") } } == .reentrant)
        #expect(kind { try database.read { _ in _ = try database.names() } } == .reentrant)
        #expect(kind { try database.read { _ in try database.checkIntegrity() } } == .reentrant)
        try database.read { _ in database.close() }
        try database.add("after")
        #expect(try database.names() == ["after"])
    }

    @Test func `reads in one snapshot do not see what is written meanwhile`() throws {
        let folder = try Folder()
        let database = try folder.open()
        try database.add("before")
        let seen = database.inOneSnapshot {
            let first = try? database.names()
            let isWritten = (try? database.add("meanwhile")) != nil
            let error = #expect(throws: DatabaseError.self) { try database.read { _ in _ = try database.names() } }
            database.close()
            let inner = database.inOneSnapshot { try? database.names() }
            return (first, isWritten, error?.kind, inner, try? database.names())
        }
        #expect(seen == (["before"], true, .reentrant, ["before"], ["before"]))
        #expect(try database.names() == ["before", "meanwhile"])
        #expect(try database.read { _ in database.inOneSnapshot { 1 } } == 1)
        database.close()
        #expect(database.inOneSnapshot { try? database.names() } == nil)
    }

    @Test func `one snapshot keeps one connection, and gives it back`() throws {
        let folder = try Folder()
        let database = try folder.open(readers: 1)
        for number in 1...3 {
            try database.add("\(number)")
            let counts = database.inOneSnapshot { (0..<3).map { _ in try? database.names().count } }
            #expect(counts == [number, number, number])
        }
        #expect(try database.names().count == 3)
    }

    @Test func `another database may be used inside`() throws {
        let (one, other) = (try Folder(), try Folder())
        let (first, second) = (try one.open(), try other.open())
        try first.write { _ in try second.add("copied") }
        #expect(try first.read { _ in try second.names() } == ["copied"])
    }

    @Test func `a task that a write starts may write later`() async throws {
        let folder = try Folder()
        let database = try folder.open()
        let task = try database.write { _ in Task { try database.add("later") } }
        _ = try await task.value
        #expect(try database.names() == ["later"])
    }
}
