import Foundation
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

    @Test func `many writers share commits, and one that fails takes nobody along`() throws {
        let folder = try Folder()
        let database = try folder.open()
        let before = database.commitCount
        DispatchQueue.concurrentPerform(iterations: 32) { thread in
            for number in 0..<20 {
                do {
                    try database.write { writer in
                        let id = try writer.newID(Person.self)
                        try writer.execute("INSERT INTO person (id, name) VALUES (\(id), \("\(thread)-\(number)"))")
                        if number % 5 == 4 { throw Refused() }
                    }
                } catch is Refused {} catch { Issue.record(error) }
            }
        }
        #expect(try database.names().count == 32 * 16)
        #expect(try !database.names().contains { $0.hasSuffix("-4") })
        #expect(database.commitCount - before <= 32 * 20)
    }

    @Test func `writes that come during a commit are gathered into the next`() throws {
        let folder = try Folder()
        let database = try folder.open()
        let before = database.commitCount
        let isIn = DispatchSemaphore(value: 0)
        let mayEnd = DispatchSemaphore(value: 0)
        let group = DispatchGroup()
        Thread.detachNewThread {
            try? database.write { _ in
                isIn.signal()
                mayEnd.wait()
            }
        }
        isIn.wait()
        for number in 0..<10 {
            group.enter()
            Thread.detachNewThread {
                _ = try? database.add("writer \(number)")
                group.leave()
            }
        }
        while database.waitingCount < 10 { usleep(1_000) }
        mayEnd.signal()
        group.wait()
        #expect(try database.names().count == 10)
        #expect(database.commitCount - before == 2)
    }

    @Test func `a write inside a write is refused instead of waiting for itself`() throws {
        let folder = try Folder()
        let database = try folder.open()
        let error = #expect(throws: DatabaseError.self) { try database.write { _ in try database.add("x") } }
        #expect(error?.kind == .nested)
        #expect(throws: DatabaseError.self) { try database.write { _ in try database.names() } }
        try database.add("after")
        #expect(try database.names() == ["after"])
    }

    @Test func `a reader cannot write`() throws {
        let folder = try Folder()
        let database = try folder.open()
        #expect(throws: DatabaseError.self) {
            try database.read { _ = try $0.all("DELETE FROM person RETURNING id") { _ in } }
        }
    }

    @Test func `ids only go up: within a millisecond, when the clock steps back, after a restart`() throws {
        let folder = try Folder()
        var last: Int64 = 0
        for (round, step) in [0, 0, -3_600_000, 5, -1].enumerated() {
            let database = try folder.open()
            folder.now.withLock { $0 += Int64(step) }
            for number in 0..<50 {
                let id = try database.add("\(round)-\(number)")
                #expect(id.rawValue > last)
                last = id.rawValue
            }
            database.close()
        }
    }

    @Test func `a full counter borrows from the next millisecond`() {
        var generator = IDGenerator(node: 3, after: 0)
        let now = IDGenerator.epoch + 1_000
        var last: Int64 = 0
        for _ in 0..<20_000 {
            let id = generator.next(now: now)
            #expect(id > last)
            last = id
        }
        #expect(last >> 22 == 1_002)
        #expect(last >> 13 & 511 == 3)
    }
}
