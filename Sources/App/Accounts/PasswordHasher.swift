import Foundation
import Synchronization

/// Hashes passwords on two threads of its own, so that logins never take more than two cores and 64 MiB, and request
/// threads only wait.
final class PasswordHasher: Sendable {
    /// How many may wait before others are turned away: at 0.3 s each, two at a time, the last waits three seconds.
    static let maxWaiting = 20

    let cost: PasswordHash.Cost
    private let randomBytes: @Sendable (Int) -> [UInt8]
    private let queue = Mutex(HashQueue<Waiting>(maxWaiting: PasswordHasher.maxWaiting))
    private let available = DispatchSemaphore(value: 0)
    /// What a login with an unknown name is compared with, so that it takes as long as any other.
    private let dummy: PasswordHash

    /// A piece of work in the queue.
    private struct Waiting: Sendable {
        let run: @Sendable () -> Void
        /// Tells who waits that it will not be done.
        let turnAway: @Sendable () -> Void
    }

    /// What is answered to those who are turned away.
    private static let busy = Failure.unavailable(retryAfter: 3)

    init(cost: PasswordHash.Cost, randomBytes: @escaping @Sendable (Int) -> [UInt8]) throws {
        self.cost = cost
        self.randomBytes = randomBytes
        dummy = try PasswordHash("nobody's password", cost: cost, salt: randomBytes(16))
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

    /// Lets everything else go first: two hashes at once take both processors of a small machine, and pages must not wait
    /// for a flood of logins. On Linux a niceness is the calling thread's alone.
    private static func standBack() { setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 15) }

    /// The hash of a new password.
    ///
    /// - Throws: `Failure.unavailable` when too many wait.
    func hash(_ password: String, as priority: HashPriority) throws -> PasswordHash {
        try run(as: priority) { [cost, randomBytes] in
            try PasswordHash(password, cost: cost, salt: randomBytes(16))
        }
    }

    /// Whether `password` is the one of `stored`; with nil, a name nobody has, it takes as long and is false.
    ///
    /// - Throws: `Failure.unavailable` when too many wait.
    func verify(_ password: String, against stored: PasswordHash?, as priority: HashPriority) throws -> Bool {
        let hash = stored ?? dummy
        let matches = try run(as: priority) { try hash.matches(password) }
        return matches && stored != nil
    }

    /// Asked before a try is counted: most of those that would be turned away then cost no write.
    ///
    /// - Throws: `Failure.unavailable` when too many wait.
    func checkRoom(for priority: HashPriority) throws {
        guard queue.withLock({ $0.hasRoom(for: priority) }) else { throw PasswordHasher.busy }
    }

    /// How many wait.
    var waitingCount: Int { queue.withLock { $0.count } }

    /// Does a job on one of the two threads, and waits for it.
    ///
    /// - Throws: `Failure.unavailable` when too many wait; what the job throws.
    func run<Value: Sendable>(
        as priority: HashPriority, _ job: @escaping @Sendable () throws -> Value
    ) throws -> Value {
        let answer = Answer<Value>()
        let waiting = Waiting(
            run: { answer.give(Result { try job() }) }, turnAway: { answer.give(.failure(PasswordHasher.busy)) })
        switch queue.withLock({ $0.add(waiting, priority) }) {
        case .accepted: available.signal()
        // As many wait as before: the threads have been told of that number already.
        case .replaced(let stranger): stranger.turnAway()
        case .refused: throw PasswordHasher.busy
        }
        return try answer.wait().get()
    }
}

/// A value that one thread waits for and another gives.
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
