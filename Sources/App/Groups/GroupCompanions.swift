import Database
import Proximity

extension Groups {
    /// Whom a person sees now, without themselves, for phone apps: the members of their running groups who share, as the
    /// groups' pages show them. Who is in two of the groups is listed twice.
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
