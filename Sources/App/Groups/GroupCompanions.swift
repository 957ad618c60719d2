import Database
import Proximity

extension Groups: CompanionSource {
    /// The members of a person's running groups who share, as its page shows them.
    func companions(_ database: Reader, of account: ID<Account>, _ now: Timestamp) throws -> [Companion] {
        try GroupView.running(database, of: account, now).flatMap { view -> [Companion] in
            view.others.filter { !$0.isPaused(now) }.compactMap { member in
                view.state.fix(of: member.id.rawValue).map {
                    Companion(
                        person: member.person, coordinate: $0.coordinate, accuracy: $0.accuracy, time: $0.time,
                        battery: member.battery)
                }
            }
        }
    }
}
