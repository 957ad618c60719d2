/// One report of where a device is, or of where a person says they are.
public struct Fix: Hashable, Sendable {
    /// The reported position.
    public let coordinate: Coordinate
    /// Radius of 95 % confidence in metres, as the W3C Geolocation API defines `accuracy`; nil = *typed*: entered by a
    /// person, or sent by a device that did not give its accuracy.
    public let accuracy: Metres?
    /// When the position was taken, by the device's clock.
    public let time: Timestamp
    /// The protocol that delivered it.
    public let source: Source
    /// Whether the source itself says that the position is simulated.
    public let isMock: Bool
    /// Speed over ground in metres per second, if known.
    public let speed: Double?
    /// Direction of movement clockwise from north, 0 ..< 360, if known.
    public let heading: Degrees?
    /// Height in metres above the ellipsoid or the sea (sources differ), if known.
    public let altitude: Metres?
    /// Charge of the battery, 0…1, if known.
    public let battery: Double?

    /// The protocol by which a fix arrived.
    public enum Source: String, Hashable, Sendable, CaseIterable {
        case browser, typed, owntracks, overland, osmand, traccar, gpslogger

        /// Whether a device measured the position; false only for ``typed``.
        public var isDevice: Bool { self != .typed }
    }

    /// Why a report is not a fix at all.
    public enum Refusal: Error, Hashable, Sendable {
        /// A device reported latitude 0, longitude 0: broken receivers send it before they have a position.
        case nullIsland
    }

    /// A fix. Values that say "unknown" become nil: a negative or non-finite `accuracy`, `speed`, `heading` or
    /// `battery`, a non-finite `altitude`; a `source` of ``Source/typed`` has no accuracy whatever it claims. A battery
    /// above 1 becomes 1; a heading is normalized to 0 ..< 360.
    ///
    /// Throws ``Refusal/nullIsland`` for exactly 0, 0 from any source but ``Source/typed``.
    public init(
        coordinate: Coordinate, accuracy: Metres?, time: Timestamp, source: Source, isMock: Bool = false,
        speed: Double? = nil, heading: Degrees? = nil, altitude: Metres? = nil, battery: Double? = nil
    ) throws(Refusal) {
        if source.isDevice && coordinate.isNullIsland { throw .nullIsland }
        self.coordinate = coordinate
        self.accuracy = source.isDevice ? Fix.known(accuracy?.value).map { Metres($0) } : nil
        self.time = time
        self.source = source
        self.isMock = isMock
        self.speed = Fix.known(speed)
        self.heading = Fix.known(heading?.value).map { Degrees($0).normalized }
        self.altitude = altitude.flatMap { $0.value.isFinite ? $0 : nil }
        self.battery = Fix.known(battery).map { min(1, $0) }
    }

    /// Whether this is a claim without accuracy. It may open notes and relics where the site allows that, and never
    /// counts for fences, groups or votes.
    public var isTyped: Bool { accuracy == nil }

    /// Age in seconds; negative when the device's clock runs ahead.
    public func age(at now: Timestamp) -> Double { now.seconds(since: time) }

    private static func known(_ value: Double?) -> Double? {
        guard let value, value >= 0, value.isFinite else { return nil }
        return value
    }
}

/// Stored as text: latitude, longitude, accuracy, time, source, whether it is simulated, speed, heading, altitude,
/// battery.
extension Fix: LosslessStringConvertible {
    /// Reads what ``description`` wrote, by the rules of the initialiser: nil for anything else.
    public init?(_ description: String) {
        var fields = StateFields(description)
        guard let fix = try? Fix(&fields), fields.isAtEnd else { return nil }
        self = fix
    }

    /// The stored text.
    public var description: String {
        var text = StateText()
        add(to: &text)
        return text.text
    }

    init(_ fields: inout StateFields) throws {
        let (coordinate, accuracy) = (try fields.coordinate(), try fields.optionalNumber())
        let (time, name, isMock) = (try fields.time(), try fields.word(), try fields.flag())
        guard let source = Source(rawValue: String(name)) else { throw StateFields.Malformed() }
        let (speed, heading) = (try fields.optionalNumber(), try fields.optionalNumber())
        let (altitude, battery) = (try fields.optionalNumber(), try fields.optionalNumber())
        try self.init(
            coordinate: coordinate, accuracy: accuracy.map { Metres($0) }, time: time, source: source, isMock: isMock,
            speed: speed, heading: heading.map { Degrees($0) }, altitude: altitude.map { Metres($0) }, battery: battery)
    }

    func add(to text: inout StateText) {
        text.add(coordinate)
        text.add(accuracy?.value)
        text.add(time.milliseconds)
        text.add(source.rawValue)
        text.add(isMock)
        for value in [speed, heading?.value, altitude?.value, battery] { text.add(value) }
    }
}
