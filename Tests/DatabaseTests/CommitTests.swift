import Foundation
import GRDB
import Synchronization
import TestTools
import Testing

@testable import Database

/// Holds commits open: SQLite calls it before it writes a commit.
private final class CommitHold: TransactionObserver, Sendable {
    let isCommitting = DispatchSemaphore(value: 0)
    let mayCommit = DispatchSemaphore(value: 0)

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }
    func databaseDidChange(with event: DatabaseEvent) {}

    func databaseWillCommit() throws {
        isCommitting.signal()
        _ = mayCommit.isSignalled()
    }

    func databaseDidCommit(_ db: GRDB.Database) {}
    func databaseDidRollback(_ db: GRDB.Database) {}
}

struct CommitTests {
    @Test func `a write is answered after its commit and not before, and so are those that share one`() throws {
        let folder = try Folder()
        let database = try folder.open()
        let hold = CommitHold()
        database.pool.add(transactionObserver: hold, extent: .databaseLifetime)
        let answered = Mutex<[String]>([])
        let group = DispatchGroup()
        func write(_ name: String) {
            group.enter()
            Thread.detachNewThread {
                defer { group.leave() }
                guard (try? database.add(name)) != nil else { return }
                // A write that has returned is visible to everybody.
                guard (try? database.names().contains(name)) == true else { return }
                answered.withLock { $0.append(name) }
            }
        }
        write("alone")
        #expect(hold.isCommitting.isSignalled())
        write("first of two")
        #expect(eventually { database.waitingCount == 1 })
        write("second of two")
        #expect(eventually { database.waitingCount == 2 })
        for (committed, all) in [([], 0), (["alone"], 1)] {
            #expect(eventually { answered.withLock { $0.count } == all })
            // Gives a premature return time to happen; waiting longer never fails a correct one.
            usleep(100_000)
            #expect(answered.withLock { $0 } == committed)
            #expect(try database.names() == committed)
            hold.mayCommit.signal()
            if committed.isEmpty { #expect(hold.isCommitting.isSignalled()) }
        }
        #expect(group.isLeft())
        #expect(answered.withLock { Set($0) } == ["alone", "first of two", "second of two"])
        #expect(try database.names() == ["alone", "first of two", "second of two"])
    }
}
