import Proximity

/// A point in the fields of a query or a form, one for each request.
struct FieldPoint {
    private let fields: [String: String]

    private static let metresPerSecondOfKnot = 1_852 / 3_600.0

    init(_ fields: [(name: String, value: String)]) {
        self.fields = Dictionary(fields.map { ($0.name, $0.value) }) { first, _ in first }
    }

    /// The fields of OsmAnd and of the Traccar protocol of that name.
    ///
    /// - Parameter speedIsInKnots: Traccar Client sends knots, the OsmAnd app metres per second.
    func osmand(speedIsInKnots: Bool, _ now: Timestamp) -> Result<AppPoint, ReportRefusal> {
        // Traccar's own words for it.
        if let valid = fields["valid"], ["false", "0", "V"].contains(valid) { return .failure(.invalid) }
        var point = AppPoint()
        (point.latitude, point.longitude) = (number("lat"), number("lon"))
        if let location = fields["location"], point.latitude == nil {
            let parts = location.split(separator: ",", omittingEmptySubsequences: false).map { String($0) }
            if parts.count == 2 {
                (point.latitude, point.longitude) = (WrittenNumber.read(parts[0]), WrittenNumber.read(parts[1]))
            }
        }
        point.time = time("timestamp", otherwise: now)
        point.speed = number("speed").map { speedIsInKnots ? $0 * FieldPoint.metresPerSecondOfKnot : $0 }
        point.heading = number("bearing", "heading")
        point.altitude = number("altitude")
        // The OsmAnd app puts metres into this field.
        point.accuracy = number("accuracy", "hdop")
        point.battery = number("batt").map { $0 / 100 }
        point.isMock = fields["mock"].map { ["true", "1"].contains($0) } ?? false
        return .success(point)
    }

    /// The fields of GPSLogger's custom address.
    func gpslogger(_ now: Timestamp) -> Result<AppPoint, ReportRefusal> {
        var point = AppPoint()
        (point.latitude, point.longitude) = (number("lat", "latitude"), number("lon", "longitude"))
        point.time = time("timestamp", "time", otherwise: now)
        point.speed = number("spd", "speed", "s") ?? number("spd_kph").map { $0 / 3.6 }
        point.heading = number("dir", "bearing")
        point.altitude = number("alt")
        point.accuracy = number("acc", "accuracy")
        point.battery = number("batt", "bat").map { $0 / 100 }
        return .success(point)
    }

    /// The first of some fields that is a number.
    private func number(_ names: String...) -> Double? {
        for name in names {
            if let number = WrittenNumber.read(fields[name]) { return number }
        }
        return nil
    }

    /// The first of some fields that is there; nil if it is no time.
    private func time(_ names: String..., otherwise now: Timestamp) -> Timestamp? {
        for name in names {
            if let text = fields[name], !text.isEmpty { return AppTime.text(text) }
        }
        return now
    }
}
