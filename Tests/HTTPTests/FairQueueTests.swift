import Foundation
import Synchronization
import TestTools
import Testing

@testable import HTTP

/// Requests of one owner never hold all threads.
struct FairQueueTests {
    @Test func `owners take turns, and each keeps its own order`() {
        var queue = FairQueue<String>(mostRunning: 10)
        for job in ["a1", "a2", "a3", "a4"] { queue.append(job, of: 1) }
        for job in ["b1", "b2"] { queue.append(job, of: 2) }
        queue.append("n", of: nil)
        var order: [String] = []
        while let next = queue.next() {
            order.append(next.job)
            queue.ended(of: next.owner)
        }
        #expect(order == ["a1", "b1", "n", "a2", "b2", "a3", "a4"] && queue.waiting == 0 && !queue.hasNext)
    }

    @Test func `one owner has only so many that run, nobody's have no limit`() throws {
        var queue = FairQueue<Int>(mostRunning: 2)
        for job in 1...4 { queue.append(job, of: 7) }
        for job in 11...14 { queue.append(job, of: nil) }
        var running: [Int] = []
        while let next = queue.next() { running.append(next.job) }
        #expect(running == [1, 11, 2, 12, 13, 14] && queue.waiting == 2 && queue.waiting(of: 7) == 2 && !queue.hasNext)
        queue.ended(of: 7)
        #expect(queue.hasNext && queue.next()?.job == 3 && !queue.hasNext)
        for _ in 0..<2 { queue.ended(of: 7) }
        #expect(queue.next()?.job == 4)
    }

    @Test func `slow requests of one owner leave threads for others, who need not wait for them`() throws {
        let pool = WorkerPool(name: "test", maxThreads: 4, maxWaiting: 100)
        let gate = DispatchSemaphore(value: 0)
        let started = Atomic(0)
        let others = Atomic(0)
        for _ in 0..<50 {
            #expect(
                pool.submit(of: 1) {
                    started.add(1, ordering: .relaxed)
                    gate.wait()
                })
        }
        #expect(eventually { started.load(ordering: .relaxed) == 3 })
        for owner in [2, 3, nil] {
            for _ in 0..<10 { #expect(pool.submit(of: owner) { others.add(1, ordering: .relaxed) }) }
        }
        #expect(eventually { others.load(ordering: .relaxed) == 30 })
        #expect(started.load(ordering: .relaxed) == 3)
        // Nor do they fill the queue.
        var isTaken = true
        for _ in 0..<50 where isTaken { isTaken = pool.submit(of: 1) {} }
        #expect(!isTaken && pool.submit(of: 2) {})
        for _ in 0..<50 { gate.signal() }
        #expect(eventually { pool.use.running + pool.use.waiting == 0 })
        #expect(started.load(ordering: .relaxed) == 50)
        pool.stop()
    }
}
