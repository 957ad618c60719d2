import Synchronization

/// Counts something that clients use, in all and by network, and enforces the limits on both: connections, or the bytes of bodies
/// that arrive at this time.
final class NetworkBudget: Sendable {
    private struct State {
        var total = 0
        var networks: [ClientAddress: Int] = [:]
    }

    private let state = Mutex(State())
    private let maxTotal: Int
    private let maxPerNetwork: Int

    init(maxTotal: Int, maxPerNetwork: Int) {
        self.maxTotal = maxTotal
        self.maxPerNetwork = maxPerNetwork
    }

    var total: Int { state.withLock { $0.total } }

    /// Counts; false when a limit is reached. `isCounted` tells whether the limit per network applies.
    func take(_ count: Int, from client: ClientAddress, isCounted: Bool) -> Bool {
        state.withLock { state in
            guard state.total + count <= maxTotal else { return false }
            if isCounted {
                let sum = state.networks[client.network, default: 0] + count
                guard sum <= maxPerNetwork else { return false }
                state.networks[client.network] = sum
            }
            state.total += count
            return true
        }
    }

    func giveBack(_ count: Int, from client: ClientAddress, isCounted: Bool) {
        state.withLock { state in
            state.total -= count
            guard isCounted, let sum = state.networks[client.network] else { return }
            state.networks[client.network] = sum > count ? sum - count : nil
        }
    }
}
