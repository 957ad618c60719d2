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
                Arrival(account: account, device: device.id, fix: fix, isPlausible: true, looks: false, now: time))
        }
    }

    /// The device by which somebody of the demo world walks about, the same after a restart: in groups another one would
    /// count only once it has moved.
    func demoDevice(_ database: Writer, of account: ID<Account>, _ now: Timestamp) throws -> ID<Device> {
        let devices = try PositionQueries.devices(database, of: account)
        if let known = devices.first(where: { $0.session == nil && $0.name == nil }) { return known.id }
        return try PositionQueries.insertDevice(database, of: account, session: nil, now).id
    }

    /// Takes a fix of somebody of the demo world who walks about. What lies there opens for those who play them alone.
    ///
    /// - Returns: false if the device has ended.
    func walkDemo(
        _ database: Writer, _ fix: Fix, from reporter: PositionReporter, _ now: Timestamp
    ) throws -> Bool {
        let reported = ReportedFix(fix: fix, isLate: false, reactions: [])
        return try take(database, [reported], from: reporter, now) != nil
    }
}
