import Database
import Proximity

extension Sharing {
    /// Shares Sofia's area of three hours ago with her friends.
    func addDemo(_ demo: DemoContext) throws {
        let (account, time) = (try demo.id("sofia"), demo.ago(hours: 3))
        let fix = try Fix(
            coordinate: DemoCast.Place.kaisaniemi.coordinate, accuracy: 12, time: time, source: .browser)
        let arrival = Arrival(
            account: account, device: ID(rawValue: 0), fix: fix, isPlausible: true, looks: true, now: time)
        _ = try site.database.write { try moved($0, [arrival]) }
    }
}
