import Foundation
import Synchronization
import Testing

@testable import Database

struct IDTests {
    @Test func `ids always increase: within a millisecond, when the clock steps back, after a restart`() throws {
        let folder = try Folder()
        var last: Int64 = 0
        for (round, step) in [0, 0, -3_600_000, 5, -1].enumerated() {
            let database = try folder.open(node: [3, 3, 0, 7, 1][round])
            folder.now.withLock { $0 += Int64(step) }
            for number in 0..<50 {
                let id = try database.add("\(round)-\(number)")
                #expect(id.rawValue > last)
                last = id.rawValue
            }
            database.close()
        }
    }

    @Test func `ids made by concurrent threads differ, and increase in each`() throws {
        let folder = try Folder()
        let database = try folder.open()
        let all = Mutex<[[ID<Person>]]>([])
        try folder.onThreads(16) { thread in
            var own: [ID<Person>] = []
            for _ in 0..<20 {
                own.append(try database.write { try $0.newID(Person.self) })
                folder.now.withLock { $0 -= 1 }
            }
            all.withLock { $0.append(own) }
        }
        let made = all.withLock { $0 }
        #expect(made.allSatisfy { $0 == $0.sorted() })
        #expect(Set(made.flatMap(\.self)).count == 16 * 20)
    }

    @Test func `two processes on one file make different ids, each after the other's`() throws {
        let folder = try Folder()
        let (one, other) = (try folder.open(), try folder.open())
        var last = ID<Person>(rawValue: 0)
        for number in 0..<20 {
            let id = try (number % 2 == 0 ? one : other).add("\(number)")
            #expect(id > last)
            last = id
        }
    }

    @Test func `the id of a write that was rolled back is not reused`() throws {
        struct Refused: Error {}
        let folder = try Folder()
        let database = try folder.open()
        let lost = Mutex<Int64>(0)
        #expect(throws: Refused.self) {
            try database.write { writer in
                let id = try writer.newID(Person.self)
                lost.withLock { $0 = id.rawValue }
                throw Refused()
            }
        }
        database.close()
        #expect(try folder.open().add("next").rawValue > lost.withLock { $0 })
    }

    @Test func `an unordered id tells neither time nor order`() throws {
        let sequence = try IDSequence(node: 5, after: 0, random: { 6 })
        #expect(sequence.unordered() == 3)
        let database = try Folder().open()
        let ids = try database.write { writer in (0..<64).map { _ in writer.newUnorderedID(Person.self) } }
        #expect(Set(ids).count == 64)
        #expect(ids.allSatisfy { $0.rawValue > 0 })
        #expect(ids.sorted() != ids)
    }

    @Test func `the parts of an id have their places`() throws {
        let now = IDSequence.epoch + 1_000
        #expect(try IDSequence(node: 5, after: 0).next(now: now) == 1_000 << 22 | 5 << 13)
        let sequence = try IDSequence(node: 511, after: 0)
        var last: Int64 = 0
        for _ in 0..<20_000 {
            let id = try sequence.next(now: now)
            #expect(id > last)
            last = id
        }
        #expect(last >> 22 == 1_002)
        #expect(last >> 13 & 511 == 511)
    }

    @Test func `a lower node never makes an id below another node's`() throws {
        let now = IDSequence.epoch + 1_000
        let theirs = try IDSequence(node: 9, after: 0).next(now: now)
        let sequence = try IDSequence(node: 2, after: theirs)
        let ours = try sequence.next(now: now)
        #expect(ours > theirs && ours >> 13 & 511 == 2)
        #expect(try sequence.next(now: now) == ours + 1)
    }

    @Test func `the first and the last id are positive, and there is none after`() throws {
        #expect(try IDSequence(node: 0, after: 0).next(now: .min) > 0)
        let last = try IDSequence(node: 511, after: Int64.max - 1)
        #expect(try last.next(now: 0) == .max)
        #expect(throws: DatabaseError.self) { try last.next(now: 0) }
        #expect(throws: DatabaseError.self) { try IDSequence(node: 0, after: 0).next(now: .max) }
        #expect(throws: DatabaseError.self) { try IDSequence(node: 512, after: 0) }
    }
}
