import Database
import Proximity
import Synchronization

/// What the demo world's people are about. A restart may lose it: they begin where they were seen last.
final class DemoState: Sendable {
    struct Walk: Sendable {
        var walkers: [ID<Account>: DemoWalker] = [:]
        /// Around where they stroll; nil at first.
        var meeting: Coordinate?
        /// When somebody last had a page open as one of them.
        var played: [ID<Account>: Timestamp] = [:]
        /// When they moved last.
        var time: Timestamp?
    }

    let walk = Mutex(Walk())
    let talk = Mutex(DemoTalk())
    /// By which device each of them walks.
    private let devices = Mutex<[ID<Account>: ID<Device>]>([:])
    /// Where people were last whose own devices said it, in the town.
    private let visits = Mutex<[ID<Account>: Arrival]>([:])

    /// Most people of whom that is kept.
    private static let mostVisits = 200

    func device(of account: ID<Account>) -> ID<Device>? { devices.withLock { $0[account] } }

    func setDevice(_ device: ID<Device>?, of account: ID<Account>) { devices.withLock { $0[account] = device } }

    /// Forgets those of people who are there no more.
    func keepDevices(of accounts: some Collection<ID<Account>>) {
        let kept = Set(accounts)
        devices.withLock { $0 = $0.filter { kept.contains($0.key) } }
    }

    /// Whether one of them walks by a device, and nobody carries it.
    func isWalking(_ device: ID<Device>) -> Bool { devices.withLock { $0.values.contains(device) } }

    func visit(of account: ID<Account>) -> Arrival? { visits.withLock { $0[account] } }

    /// Keeps where somebody is; nil for somewhere else.
    func setVisit(_ arrival: Arrival?, of account: ID<Account>) {
        visits.withLock { visits in
            if visits.count >= DemoState.mostVisits { visits = [:] }
            visits[account] = arrival
        }
    }
}
