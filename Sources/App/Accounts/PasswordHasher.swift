import Foundation
import Synchronization

/// Hashes passwords on two threads of its own: logins use at most two cores and 64 MiB, and request threads only wait.
final class PasswordHasher: Sendable {
    /// Most waiting items: at 0.3 s each and two at a time, the last one waits three seconds.
    static let maxWaiting = 20

    let cost: PasswordHash.Cost
    private let randomBytes: @Sendable (Int) -> [UInt8]
    private let queue = Mutex(HashQueue<Waiting>(maxWaiting: PasswordHasher.maxWaiting))
    private let available = DispatchSemaphore(value: 0)
    /// Compared with at a login with an unknown name, so that it takes as long as any other.
    private let dummy: PasswordHash

    /// An item of the queue.
    private struct Waiting: Sendable {
        let run: @Sendable () -> Void
        /// Tells the waiting thread that its item was dropped.
        let turnAway: @Sendable () -> Void
    }

    /// The answer when the queue is full.
    private static let busy = Failure.unavailable(retryAfter: 3)

    init(cost: PasswordHash.Cost, randomBytes: @escaping @Sendable (Int) -> [UInt8]) {
        self.cost = cost
        self.randomBytes = randomBytes
        dummy = PasswordHash(ofNothing: cost, randomBytes: randomBytes)
        for number in 1...2 {
            let thread = Thread { [weak self, available] in
                PasswordHasher.standBack()
                while true {
                    available.wait()
                    guard let self else { return }
                    self.queue.withLock { $0.next() }?.run()
                }
            }
            thread.name = "password \(number)"
            thread.start()
        }
    }

    deinit { for _ in 1...2 { available.signal() } }

    /// Lowers the priority of the calling thread: two hashes at once use both processors of a small machine, and pages
    /// must not wait for a flood of logins. On Linux, niceness is per thread.
    private static func standBack() { setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 15) }

    /// Hashes a new password.
    ///
    /// - Throws: `Failure.unavailable` if the queue is full.
    func hash(_ password: String, as priority: HashPriority) throws -> PasswordHash {
        try run(as: priority) { [cost, randomBytes] in
            try PasswordHash(password, cost: cost, salt: randomBytes(16))
        }
    }

    /// Whether `password` matches `stored`. With nil (an unknown name) it takes as long and returns false.
    ///
    /// - Throws: `Failure.unavailable` if the queue is full.
    func verify(_ password: String, against stored: PasswordHash?, as priority: HashPriority) throws -> Bool {
        let hash = stored ?? dummy
        let matches = try run(as: priority) { try hash.matches(password) }
        return matches && stored != nil
    }

    /// Called before an attempt is counted, so that most refused attempts cost no write.
    ///
    /// - Throws: `Failure.unavailable` if the queue is full.
    func checkRoom(for priority: HashPriority) throws {
        guard queue.withLock({ $0.hasRoom(for: priority) }) else { throw PasswordHasher.busy }
    }

    /// Number of waiting items.
    var waitingCount: Int { queue.withLock { $0.count } }

    /// Runs work on one of the two threads and waits for its result.
    ///
    /// - Throws: `Failure.unavailable` if the queue is full; errors of the work.
    func run<Value: Sendable>(
        as priority: HashPriority, _ job: @escaping @Sendable () throws -> Value
    ) throws -> Value {
        let answer = Answer<Value>()
        let waiting = Waiting(
            run: { answer.give(Result { try job() }) }, turnAway: { answer.give(.failure(PasswordHasher.busy)) })
        switch queue.withLock({ $0.add(waiting, priority) }) {
        case .accepted: available.signal()
        // The queue is as long as before, so the threads need no further signal.
        case .replaced(let stranger): stranger.turnAway()
        case .refused: throw PasswordHasher.busy
        }
        return try answer.wait().get()
    }
}

/// A result that one thread waits for and another sets.
private final class Answer<Value: Sendable>: Sendable {
    private let result = Mutex<Result<Value, any Error>?>(nil)
    private let isThere = DispatchSemaphore(value: 0)

    func give(_ value: Result<Value, any Error>) {
        result.withLock { $0 = value }
        isThere.signal()
    }

    func wait() -> Result<Value, any Error> {
        isThere.wait()
        return result.withLock { $0 } ?? .failure(Failure.unavailable(retryAfter: 3))
    }
}

extension Accounts: QueueSource {
    var queues: [QueueLength] { [QueueLength(name: "passwords", waiting: hasher.waitingCount)] }
}
