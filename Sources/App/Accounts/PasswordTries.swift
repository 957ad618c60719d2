import Proximity
import Safeguards

/// Whose counters a try of a password moves, and where it stands in the hasher's queue.
struct PasswordTries {
    /// Begins anew once the password was right.
    let own: Throttles.Counter
    /// Counted as well; one try is given back once the password was right.
    var others: [Throttles.Counter] = []
    /// Whether the others count only the tries beyond those that `own` leaves free.
    var areOthersSpared = false
    let priority: HashPriority
}

extension Accounts {
    /// Whether a password is right. The try is counted before it is made, so that many at once count as many; what the
    /// busy hasher never began does not count.
    ///
    /// - Throws: `Failure.tooMany`, `Failure.unavailable`.
    func check(_ password: String, against stored: PasswordHash?, _ tries: PasswordTries, _ now: Timestamp) throws
        -> Bool
    {
        try hasher.checkRoom(for: tries.priority)
        let counted =
            tries.areOthersSpared
            ? try site.throttles.attempt(tries.own, thenAlso: tries.others, now)
            : try site.throttles.attempt([tries.own] + tries.others, now)
        let isRight = try site.throttles.givingBack(counted, now) {
            try hasher.verify(password, against: stored, as: tries.priority)
        }
        guard isRight else { return false }
        try site.throttles.succeeded(forgotten: [tries.own], returned: Array(counted.dropFirst()), now)
        return true
    }
}
