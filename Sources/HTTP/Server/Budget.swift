import Synchronization

/// Counts something that clients use, in all and for each of those who use it, and enforces the limits on both: connections, or
/// the bytes of bodies that arrive at this time.
final class Budget: Sendable {
    /// Who uses something.
    enum Owner: Hashable, Sendable {
        case network(ClientAddress)
        /// As `Handler.owner` says.
        case person(Int)
    }

    private struct State {
        var total = 0
        var owners: [Owner: Int] = [:]
    }

    private let state = Mutex(State())
    private let maxTotal: Int
    private let maxPerOwner: Int

    init(maxTotal: Int, maxPerOwner: Int) {
        self.maxTotal = maxTotal
        self.maxPerOwner = maxPerOwner
    }

    var total: Int { state.withLock { $0.total } }

    /// Counts for each of the owners; false, and nothing is counted, when a limit is reached. Without owners only the limit in
    /// all applies.
    func take(_ count: Int, for owners: [Owner]) -> Bool {
        state.withLock { state in
            guard state.total + count <= maxTotal,
                owners.allSatisfy({ state.owners[$0, default: 0] + count <= maxPerOwner })
            else { return false }
            for owner in owners { state.owners[owner, default: 0] += count }
            state.total += count
            return true
        }
    }

    func giveBack(_ count: Int, for owners: [Owner]) {
        state.withLock { state in
            state.total -= count
            for owner in owners {
                guard let sum = state.owners[owner] else { continue }
                state.owners[owner] = sum > count ? sum - count : nil
            }
        }
    }
}
