import Foundation
import Synchronization
import TestTools
import Testing

@testable import Database

/// A database in its own folder, deleted with this object.
final class Folder: Sendable {
    let path: String
    let now = Mutex<Int64>(1_795_000_000_000)

    init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    /// Runs `body` on this many threads at once, and waits for all.
    func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Void) throws {
        let group = DispatchGroup()
        let errors = Mutex<[any Error]>([])
        for number in 0..<count {
            group.enter()
            Thread.detachNewThread {
                defer { group.leave() }
                do { try body(number) } catch { errors.withLock { $0.append(error) } }
            }
        }
        #expect(group.isLeft())
        if let error = errors.withLock({ $0.first }) { throw error }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    static let people = Migration(
        1, "2026-01-01 people",
        [
            """
            CREATE TABLE person (
              id BIGINT PRIMARY KEY, name TEXT NOT NULL UNIQUE CHECK (length(name) <= 40), height DOUBLE PRECISION,
              is_tall BIGINT, photo BLOB)
            """,
            "CREATE TABLE pet (owner_id BIGINT NOT NULL REFERENCES person (id))",
        ])

    var file: String { path + "/test.sqlite" }

    /// - Parameter longestCommit: nanoseconds; by default a commit takes all that wait, however busy the machine is.
    func open(
        _ migrations: [Migration] = [Folder.people], node: Int = 0, readers: Int = 8, longestCommit: UInt64 = .max,
        slowStatement: UInt64 = .max
    ) throws -> Database {
        try Database(
            path: file, migrations: migrations, node: node, readers: readers, longestCommit: longestCommit,
            slowStatement: slowStatement
        ) { self.now.withLock { $0 } }
    }

    func mode(_ name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")[.posixPermissions] as? Int
    }
}

enum Person {}

extension Database {
    @discardableResult
    func add(_ name: String) throws -> ID<Person> {
        try write { writer in
            let id = try writer.newID(Person.self)
            try writer.execute("INSERT INTO person (id, name) VALUES (\(id), \(name))")
            return id
        }
    }

    /// Runs writes so that they share a commit, in this order, each on its own thread.
    func inOneBatch(_ writes: [@Sendable () -> Void]) {
        let isIn = DispatchSemaphore(value: 0)
        let mayEnd = DispatchSemaphore(value: 0)
        let group = DispatchGroup()
        Thread.detachNewThread {
            try? self.write { _ in
                isIn.signal()
                _ = mayEnd.isSignalled()
            }
        }
        #expect(isIn.isSignalled())
        for (number, write) in writes.enumerated() {
            group.enter()
            Thread.detachNewThread {
                write()
                group.leave()
            }
            #expect(eventually { waitingCount > number })
        }
        mayEnd.signal()
        #expect(group.isLeft())
    }

    func names() throws -> [String] {
        try read { try $0.all("SELECT name FROM person ORDER BY id") { try $0["name"] } }
    }
}
