import Database
import Proximity

extension Positions {
    /// Aino was in the middle of the town a minute ago, in a browser in which she has signed out since.
    func addDemo(_ demo: DemoContext) throws {
        let (account, time) = (try demo.id("aino_k"), demo.ago(hours: 1.0 / 60))
        let fix = try Fix(coordinate: DemoCast.centre, accuracy: 9, time: time, source: .browser)
        try site.database.write { database in
            let device = try PositionQueries.insertDevice(database, of: account, session: nil, time)
            try PositionQueries.insert(
                database,
                PositionSubmission(
                    account: account, device: device.id, fix: fix, isPlausible: true, looks: false, now: time))
        }
    }
}
