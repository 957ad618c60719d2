import Foundation
import Synchronization
import Testing

@testable import Database

/// Whose write is next.
struct TurnTests {
    private func entry(_ owner: Int64?, isUrgent: Bool = false) -> any CommitQueue.Waiting {
        CommitQueue.Entry<Void>(of: owner, isUrgent: isUrgent) { _ in }
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

    @Test func `an owner is that of a thread, for as long as it says`() throws {
        let owner = try ThreadOwner()
        #expect(owner.current == nil)
        owner.being(.max) {
            #expect(owner.current == .max)
            owner.being(7) { #expect(owner.current == 7) }
            #expect(owner.current == .max)
        }
        #expect(owner.current == nil)
    }
}
