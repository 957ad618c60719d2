import Database
import Foundation
import Synchronization
import TestTools
import Testing

@testable import App

/// The queue for hashing passwords: its order and whom it refuses.
struct HashQueueTests {
    private func filled(_ strangers: Int, _ known: Int = 0, room: Int = 20) -> HashQueue<String> {
        var queue = HashQueue<String>(maxWaiting: room)
        for number in 0..<strangers { _ = queue.add("s\(number)", .stranger) }
        for number in 0..<known { _ = queue.add("k\(number)", .known(Int64(number))) }
        return queue
    }

    private func order(_ queue: HashQueue<String>) -> [String] {
        var queue = queue
        return (0..<queue.count).compactMap { _ in queue.next() }
    }

    @Test func `known people go first, and every third turn is a stranger's`() {
        #expect(order(filled(3, 5)) == ["k0", "k1", "s0", "k2", "k3", "s1", "k4", "s2"])
        #expect(order(filled(0, 3)) == ["k0", "k1", "k2"])
        #expect(order(filled(2)) == ["s0", "s1"])
        var empty = filled(0)
        #expect(empty.next() == nil)
    }

    @Test func `in a full queue a known person replaces the last stranger`() {
        var queue = filled(20)
        #expect(!queue.hasRoom(for: .stranger) && queue.hasRoom(for: .known(1)))
        guard case .refused = queue.add("late", .stranger) else { return #expect(Bool(false), "not refused") }
        guard case .replaced(let left) = queue.add("k", .known(1)) else { return #expect(Bool(false), "not replaced") }
        #expect(left == "s19" && queue.count == 20)
        #expect(order(queue).prefix(2) == ["k", "s0"])
    }

    @Test func `known people do not replace each other`() {
        var queue = filled(0, 20)
        guard case .refused = queue.add("late", .known(99)) else { return #expect(Bool(false), "not refused") }
        #expect(!queue.hasRoom(for: .known(99)) && !order(queue).contains("late"))
    }

    @Test func `two items of one account go first, the others queue with strangers`() {
        var queue = filled(18)
        for number in 0..<2 { _ = queue.add("k\(number)", .known(1)) }
        guard case .refused = queue.add("third", .known(1)) else { return #expect(Bool(false), "not refused") }
        var roomy = filled(1)
        for number in 0..<4 { _ = roomy.add("k\(number)", .known(1)) }
        #expect(order(roomy) == ["k0", "k1", "s0", "k2", "k3"])
    }
}

/// Logins while the hasher is overloaded.
struct BusyHasherTests {
    /// Occupies both threads and some of the queue.
    private final class Jam: Sendable {
        private let hasher: PasswordHasher
        private let gate = DispatchSemaphore(value: 0)
        private let waiting: Int

        init(_ hasher: PasswordHasher, waiting: Int) {
            self.hasher = hasher
            self.waiting = waiting
            let started = DispatchSemaphore(value: 0)
            for _ in 0..<2 { hold { started.signal() } }
            for _ in 0..<2 { #expect(started.isSignalled()) }
            for _ in 0..<waiting { hold {} }
            wait { hasher.waitingCount == waiting }
        }

        private func hold(_ begin: @escaping @Sendable () -> Void) {
            let (hasher, gate) = (hasher, gate)
            Thread.detachNewThread {
                _ = try? hasher.run(as: .stranger) {
                    begin()
                    gate.wait()
                }
            }
        }

        /// Polls until a condition that other threads fulfil is true.
        func wait(for condition: () -> Bool) {
            let isTrue = eventually(condition)
            #expect(isTrue)
        }

        func release() {
            for _ in 0..<waiting + 2 { gate.signal() }
            wait { hasher.waitingCount == 0 }
        }
    }

    /// Signs in on another thread.
    private func logIn(_ site: TestSite, cookies: [String: String] = [:]) -> Answer {
        let answer = Answer()
        Thread.detachNewThread {
            let status = try? site.signIn("aino_k", "demo-password", cookies: cookies).page.status
            answer.status.withLock { $0 = status ?? 0 }
        }
        return answer
    }

    private final class Answer: Sendable {
        let status = Mutex<Int?>(nil)
        var isThere: Bool { status.withLock { $0 != nil } }
    }

    @Test func `tries that the busy hasher refused are not counted`() throws {
        let site = try TestSite.demo()
        let jam = Jam(site.app.accounts.hasher, waiting: PasswordHasher.maxWaiting)
        for _ in 0..<12 { #expect(try site.signIn("aino_k", "demo-password").page.status == 503) }
        for number in 0..<12 { try site.signUp("person\(number)", email: "a@example.org").gets(503) }
        jam.release()
        #expect(try site.signIn("aino_k", "demo-password").page.status == 200)
        let counted = try site.app.site.database.read {
            try $0.value("SELECT count(*) FROM throttle WHERE attempts > 0", as: Int.self)
        }
        #expect(counted == 0)
    }

    @Test func `a known person replaces the last stranger, whose try is given back`() throws {
        let site = try TestSite.demo()
        let known = try site.member("aino_k").cookies.filter { $0.key == "device" }
        let hasher = site.app.accounts.hasher
        let jam = Jam(hasher, waiting: PasswordHasher.maxWaiting - 1)
        let stranger = logIn(site)
        jam.wait { hasher.waitingCount == PasswordHasher.maxWaiting }
        let owner = logIn(site, cookies: known)
        jam.wait { stranger.isThere }
        #expect(stranger.status.withLock { $0 } == 503)
        let account = "\(try site.account("aino_k"))"
        let attempts = try site.app.site.database.read {
            try $0.value("SELECT attempts FROM throttle WHERE subject = \(account)", as: Int.self)
        }
        #expect(attempts == 0)
        jam.release()
        jam.wait { owner.isThere }
        #expect(owner.status.withLock { $0 } == 200)
    }

    @Test(arguments: [
        "ln=0,r=8,p=3", "ln=64,r=8,p=3", "ln=15,r=-8,p=3", "ln=15,r=9223372036854775807,p=3", "ln=15,r=8,p=0",
    ])
    func `a stored hash with absurd factors is invalid`(factors: String) {
        let good = "$scrypt$ln=4,r=1,p=1$AAAA$AAAA"
        #expect(PasswordHash(good)?.text == good)
        #expect(PasswordHash("$scrypt$\(factors)$AAAA$AAAA") == nil)
    }
}
