import Foundation
import Synchronization

/// Hashes passwords on two threads of its own, so that logins never take more than two cores and 64 MiB, and request
/// threads only wait.
final class PasswordHasher: Sendable {
    /// How many may wait before others are turned away: at 0.3 s each, two at a time, the last waits three seconds.
    static let mostWaiting = 20

    let cost: PasswordHash.Cost
    private let randomBytes: @Sendable (Int) -> [UInt8]
    private let work = Mutex<[@Sendable () -> Void]>([])
    private let available = DispatchSemaphore(value: 0)
    /// What a login with an unknown name is compared with, so that it takes as long as any other.
    private let dummy: PasswordHash

    init(cost: PasswordHash.Cost, randomBytes: @escaping @Sendable (Int) -> [UInt8]) throws {
        self.cost = cost
        self.randomBytes = randomBytes
        dummy = try PasswordHash("nobody's password", cost: cost, salt: randomBytes(16))
        for number in 1...2 {
            let thread = Thread { [weak self, available] in
                while true {
                    available.wait()
                    guard let self else { return }
                    self.work.withLock { $0.isEmpty ? nil : $0.removeFirst() }?()
                }
            }
            thread.name = "password \(number)"
            thread.start()
        }
    }

    deinit { for _ in 1...2 { available.signal() } }

    /// The hash of a new password.
    ///
    /// - Throws: `Failure.unavailable` when too many wait.
    func hash(_ password: String) throws -> PasswordHash {
        try run { [cost, randomBytes] in try PasswordHash(password, cost: cost, salt: randomBytes(16)) }
    }

    /// Whether `password` is the one of `stored`; with nil, a name nobody has, it takes as long and is false.
    ///
    /// - Throws: `Failure.unavailable` when too many wait.
    func verify(_ password: String, against stored: PasswordHash?) throws -> Bool {
        let hash = stored ?? dummy
        let matches = try run { try hash.matches(password) }
        return matches && stored != nil
    }

    private func run<Value: Sendable>(_ job: @escaping @Sendable () throws -> Value) throws -> Value {
        let answer = Answer<Value>()
        let isAccepted = work.withLock { waiting in
            if waiting.count >= PasswordHasher.mostWaiting { return false }
            waiting.append { answer.give(Result { try job() }) }
            return true
        }
        guard isAccepted else { throw Failure.unavailable(retryAfter: 3) }
        available.signal()
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
