import Foundation
import Synchronization

@testable import Database

/// A database in a folder of its own, which goes with it.
final class Folder: Sendable {
    let path: String
    let now = Mutex<Int64>(1_795_000_000_000)

    init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    static let people = Migration(
        "2026-01-01 people",
        [
            """
            CREATE TABLE person (
              id BIGINT PRIMARY KEY, name TEXT NOT NULL UNIQUE CHECK (length(name) <= 40), height DOUBLE PRECISION,
              is_tall BIGINT, photo BLOB)
            """,
            "CREATE TABLE pet (owner_id BIGINT NOT NULL REFERENCES person (id))",
        ])

    func open(_ migrations: [Migration] = [Folder.people]) throws -> Database {
        try Database(path: path + "/test.sqlite", migrations: migrations, clock: { self.now.withLock { $0 } })
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

    func names() throws -> [String] {
        try read { try $0.all("SELECT name FROM person ORDER BY id") { try $0["name"] } }
    }
}
