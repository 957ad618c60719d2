import Proximity
import Safeguards

/// The counters and the queue priority of a password attempt.
struct PasswordTries {
    /// Reset after a correct password.
    let own: Throttles.Counter
    /// Also counted; a correct password gives one attempt back.
    var others: [Throttles.Counter] = []
    /// Whether the others count only once `own` has no free attempts left.
    var areOthersSpared = false
    let priority: HashPriority
}

extension Accounts {
    /// Checks a password. Counts the attempt first, so that concurrent attempts all count. Attempts that the busy
    /// hasher never started do not count.
    ///
    /// - Throws: `Failure.tooMany`, `Failure.unavailable`.
    func check(_ password: String, against stored: PasswordHash?, tries: PasswordTries, at now: Timestamp) throws
        -> Bool
    {
        try hasher.checkRoom(for: tries.priority)
        let counted =
            tries.areOthersSpared
            ? try site.throttles.attempt(tries.own, thenAlso: tries.others, now)
            : try site.throttles.attempt([tries.own] + tries.others, now)
        let isRight = try site.throttles.givingBack(counted, at: now) {
            try hasher.verify(password, against: stored, as: tries.priority)
        }
        guard isRight else { return false }
        try site.throttles.succeeded(forgotten: [tries.own], returned: Array(counted.dropFirst()), now)
        return true
    }
}
