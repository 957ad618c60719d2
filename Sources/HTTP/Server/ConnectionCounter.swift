import Foundation
import Synchronization

/// Counts connections in all and per network, and says when there are too many.
final class ConnectionCounter: Sendable {
    private struct State {
        var total = 0
        var networks: [ClientAddress: Int] = [:]
    }

    private let state = Mutex(State())
    private let maximum: Int
    private let maximumPerNetwork: Int

    init(maximum: Int, maximumPerNetwork: Int) {
        self.maximum = maximum
        self.maximumPerNetwork = maximumPerNetwork
    }

    var total: Int { state.withLock { $0.total } }

    /// False when the limit is reached; `isCounted` says whether the address counts on its own.
    func admit(_ address: ClientAddress, isCounted: Bool) -> Bool {
        state.withLock { state in
            guard state.total < maximum else { return false }
            if isCounted {
                let count = state.networks[address.network, default: 0]
                guard count < maximumPerNetwork else { return false }
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
