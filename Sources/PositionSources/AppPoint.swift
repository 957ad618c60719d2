import Proximity

/// A point as an app tells it, in the units of ``Fix``, not yet checked.
struct AppPoint: Sendable {
    /// Degrees.
    var latitude: Double?
    var longitude: Double?
    var time: Timestamp?
    /// Metres.
    var accuracy: Double?
    /// Metres per second.
    var speed: Double?
    /// Degrees clockwise from north.
    var heading: Double?
    /// Metres.
    var altitude: Double?
    /// 0…1
    var battery: Double?
    var isMock = false

    /// Half the Earth's circumference: a worse accuracy says nothing.
    private static let worstAccuracy = 20_100_000.0
    /// Anything beyond is not a speed, but a broken app: faster than what leaves the Earth for good.
    private static let speeds = 0...12_000.0
    /// From below the deepest sea to above any aeroplane and most balloons.
    private static let altitudes = -12_000...100_000.0

    /// - Throws: why it is no fix.
    func fix(_ source: Fix.Source) throws(ReportRefusal) -> Fix {
        guard let latitude, let longitude, let place = Coordinate(latitude: latitude, longitude: longitude) else {
            throw .noPlace
        }
        guard let time else { throw .noTime }
        do {
            return try Fix(
                coordinate: place, accuracy: accuracy.map { Metres(min($0, AppPoint.worstAccuracy)) }, time: time,
                source: source, isMock: isMock, speed: speed.flatMap { AppPoint.speeds.contains($0) ? $0 : nil },
                heading: heading.flatMap { (0...360).contains($0) ? Degrees($0) : nil },
                altitude: altitude.flatMap { AppPoint.altitudes.contains($0) ? Metres($0) : nil }, battery: battery)
        } catch {
            throw .nullIsland
        }
    }
}
