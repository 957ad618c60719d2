import Foundation
import Synchronization
import Testing

@testable import Database

/// Whose write is next.
struct TurnTests {
    private func entry(_ owner: Int64?, isUrgent: Bool = false) -> any CommitQueue.Waiting {
        CommitQueue.Entry<Void>(of: ThreadWork.Work(owner: owner, name: ""), isUrgent: isUrgent) { _ in }
    }

    @Test func `an urgent write of each owner goes first, then one of each, in the order in which they came`() {
        let waiting = [
            entry(1), entry(1), entry(1), entry(2), entry(nil), entry(nil), entry(1, isUrgent: true), entry(3),
            entry(2, isUrgent: true), entry(1, isUrgent: true),
        ]
        let order = CommitQueue.inTurns(waiting).map { one in waiting.firstIndex { $0 === one } }
        #expect(order == [6, 8, 0, 3, 4, 7, 1, 5, 2, 9])
    }

    @Test(arguments: [UInt64.max, 0])
    func `one who writes much is not before another with a single write`(longestCommit: UInt64) throws {
        let folder = try Folder()
        let database = try folder.open(longestCommit: longestCommit)
        let order = Mutex<[String]>([])
        func write(_ name: String, of owner: Int64, isUrgent: Bool = false) -> @Sendable () -> Void {
            {
                database.onBehalf(of: owner) {
                    _ = try? database.write(isUrgent: isUrgent) { _ in order.withLock { $0.append(name) } }
                }
            }
        }
        let before = database.commitCount
        let many = (0..<5).map { write("much \($0)", of: 1) }
        database.inOneBatch(many + [write("little", of: 2), write("help", of: 1, isUrgent: true)])
        #expect(order.withLock { $0 } == ["help", "much 0", "little", "much 1", "much 2", "much 3", "much 4"])
        // A commit that has taken long enough leaves the others to the next one.
        #expect(database.commitCount - before == (longestCommit == 0 ? 8 : 2))
    }

    @Test func `work is that of a thread, for as long as it says`() throws {
        let work = try ThreadWork()
        #expect(work.current == nil)
        work.doing("GET /", of: nil) {
            #expect(work.current?.name == "GET /" && work.current?.owner == nil)
            work.doing(nil, of: .max) { #expect(work.current?.name == "GET /" && work.current?.owner == .max) }
            work.doing("a job", of: 7) { #expect(work.current?.name == "a job" && work.current?.owner == 7) }
            #expect(work.current?.owner == nil)
        }
        #expect(work.current == nil)
    }

    @Test func `a slow statement is told of with what it was a part of, whoever ran it, and without its values`() throws
    {
        let folder = try Folder()
        let database = try folder.open(slowStatement: 0)
        let told = Mutex<[String]>([])
        database.reportSlowStatements { slow in told.withLock { $0.append("\(slow.work): \(slow.sql)") } }
        try database.onBehalf(of: nil, doing: "GET /") {
            _ = try database.read { try $0.value("SELECT \(4711)", as: Int.self) }
        }
        #expect(told.withLock { $0 } == ["GET /: SELECT ?"])
        try database.write { try $0.execute("CREATE TABLE t (a BIGINT)") }
        told.withLock { $0 = [] }
        database.inOneBatch(
            (0..<3).map { number in
                {
                    database.onBehalf(of: Int64(number), doing: "job \(number)") {
                        _ = try? database.write { try $0.execute("INSERT INTO t (a) VALUES (\(number))") }
                    }
                }
            })
        #expect(told.withLock { $0.sorted() } == (0..<3).map { "job \($0): INSERT INTO t (a) VALUES (?)" })
    }
}
