import Foundation
import Synchronization

/// Counts all connections and those of each network, and enforces the limits on both.
final class ConnectionCounter: Sendable {
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

    /// Counts a connection; false when a limit is reached. `isCounted` tells whether the limit per network applies.
    func admit(_ address: ClientAddress, isCounted: Bool) -> Bool {
        state.withLock { state in
            guard state.total < maxTotal else { return false }
            if isCounted {
                let count = state.networks[address.network, default: 0]
                guard count < maxPerNetwork else { return false }
                state.networks[address.network] = count + 1
            }
            state.total += 1
            return true
        }
    }

    func release(_ address: ClientAddress, isCounted: Bool) {
        state.withLock { state in
            state.total -= 1
            guard isCounted, let count = state.networks[address.network] else { return }
            state.networks[address.network] = count > 1 ? count - 1 : nil
        }
    }
}
