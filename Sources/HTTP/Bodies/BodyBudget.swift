import Synchronization

/// Counts the bytes of all bodies that arrive at this time, and those of each network, and enforces the limits on both.
final class BodyBudget: Sendable {
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

    /// The bytes that arrive now.
    var total: Int { state.withLock { $0.total } }

    /// Counts bytes; false when a limit is reached. The limit per network does not apply to this machine.
    func take(_ count: Int, from client: ClientAddress) -> Bool {
        state.withLock { state in
            guard state.total + count <= maxTotal else { return false }
            if !client.isLoopback {
                let sum = state.networks[client.network, default: 0] + count
                guard sum <= maxPerNetwork else { return false }
                state.networks[client.network] = sum
            }
            state.total += count
            return true
        }
    }

    func giveBack(_ count: Int, from client: ClientAddress) {
        state.withLock { state in
            state.total -= count
            guard !client.isLoopback, let sum = state.networks[client.network] else { return }
            state.networks[client.network] = sum > count ? sum - count : nil
        }
    }
}
