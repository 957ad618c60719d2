import Foundation
import GRDB
import Synchronization
import TestTools
import Testing

@testable import Database

/// Refuses every commit.
private final class CommitRefusal: TransactionObserver, Sendable {
    struct Refused: Error {}

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }
    func databaseDidChange(with event: DatabaseEvent) {}
    func databaseWillCommit() throws { throw Refused() }
    func databaseDidCommit(_ db: GRDB.Database) {}
    func databaseDidRollback(_ db: GRDB.Database) {}
}

struct AfterCommitTests {
    private struct Refused: Error {}

    /// What reactions have noted.
    private final class Notes: Sendable {
        private let all = Mutex<[String]>([])
        var texts: [String] { all.withLock { $0 } }
        func add(_ text: String) { all.withLock { $0.append(text) } }
    }

    @Test func `a reaction runs after the commit, before the write returns, in the order of the reactions`() throws {
        let folder = try Folder()
        let database = try folder.open()
        let notes = Notes()
        // Another connection sees only what is committed.
        let other = try folder.open()
        try database.write { writer in
            writer.afterCommit { notes.add("first: \((try? other.names()) ?? [])") }
            try writer.execute("INSERT INTO person (id, name) VALUES (1, 'aino')")
            writer.afterCommit { notes.add("second") }
            #expect(notes.texts == [])
        }
        #expect(notes.texts == ["first: [\"aino\"]", "second"])
    }

    @Test func `in a shared commit only the reactions of the writes that succeeded run`() throws {
        let folder = try Folder()
        let database = try folder.open()
        let notes = Notes()
        func write(_ name: String, fails: Bool) -> @Sendable () -> Void {
            {
                try? database.write { writer in
                    writer.afterCommit { notes.add(name) }
                    try writer.execute("INSERT INTO person (id, name) VALUES (\(Int64(name.count)), \(name))")
                    if fails { throw Refused() }
                }
            }
        }
        database.inOneBatch([write("a", fails: false), write("bb", fails: true), write("ccc", fails: false)])
        #expect(notes.texts == ["a", "ccc"])
        #expect(try database.names() == ["a", "ccc"])
    }

    @Test func `no reaction runs when the commit fails`() throws {
        let folder = try Folder()
        let database = try folder.open()
        let notes = Notes()
        let refusal = CommitRefusal()
        database.pool.add(transactionObserver: refusal, extent: .observerLifetime)
        #expect(throws: (any Error).self) {
            try database.write { writer in
                writer.afterCommit { notes.add("lost") }
                try writer.execute("INSERT INTO person (id, name) VALUES (1, 'aino')")
            }
        }
        #expect(notes.texts == [])
        #expect(try database.names() == [])
        database.pool.remove(transactionObserver: refusal)
        try database.write { $0.afterCommit { notes.add("next") } }
        #expect(notes.texts == ["next"])
    }
}
