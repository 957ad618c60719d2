import Foundation
import Synchronization
import TestTools
import Testing

@testable import Safeguards

struct AdmissionQueueTests {
    @Test func `at most as many as there are slots run, the others in order of arrival`() throws {
        let queue = AdmissionQueue(slots: 1, maxWaiting: 2)
        let order = Mutex<[Int]>([])
        let (open, done) = (DispatchSemaphore(value: 0), DispatchGroup())
        let tickets = (0..<3).map { _ in AdmissionTicket() }
        for number in 0..<3 {
            done.enter()
            Thread.detachNewThread {
                try? queue.pass(tickets[number]) {
                    if number == 0 { open.wait() }
                    order.withLock { $0.append(number) }
                }
                done.leave()
            }
            if number > 0 { #expect(eventually { queue.waitingBefore(tickets[number]) == number - 1 }) }
            if number == 0 { #expect(eventually { queue.isFull }) }
        }
        #expect(queue.waitingBefore(tickets[0]) == nil)
        #expect(queue.waiting == 2)
        #expect(throws: AdmissionRefused()) { try queue.pass(AdmissionTicket()) {} }
        open.signal()
        #expect(done.isLeft())
        #expect(order.withLock { $0 } == [0, 1, 2])
        #expect(queue.waiting == 0 && !queue.isFull)
    }

    @Test func `failing work frees its slot`() throws {
        let queue = AdmissionQueue(slots: 1, maxWaiting: 0)
        struct Failure: Error {}
        #expect(throws: Failure.self) { try queue.pass(AdmissionTicket()) { throw Failure() } }
        #expect(try queue.pass(AdmissionTicket()) { 5 } == 5)
    }

    @Test func `an owner with one request runs between those of a busy owner, or displaces the last of them`() throws {
        let queue = AdmissionQueue(slots: 1, maxWaiting: 3)
        let order = Mutex<[String]>([])
        let (open, done) = (DispatchSemaphore(value: 0), DispatchGroup())
        func start(_ name: String, waiting: Int) {
            done.enter()
            let ticket = AdmissionTicket(owner: String(name.prefix(1)))
            Thread.detachNewThread {
                do {
                    try queue.pass(ticket) {
                        if name == "a1" { open.wait() }
                        order.withLock { $0.append(name) }
                    }
                } catch { order.withLock { $0.append("\(name) refused") } }
                done.leave()
            }
            #expect(eventually { queue.isFull && queue.waiting == waiting })
        }
        for (count, name) in ["a1", "a2", "a3", "a4"].enumerated() { start(name, waiting: count) }
        start("b1", waiting: 3)
        #expect(eventually { order.withLock { $0 } == ["a4 refused"] })
        open.signal()
        #expect(done.isLeft())
        #expect(order.withLock { $0 } == ["a4 refused", "a1", "b1", "a2", "a3"])
    }
}
