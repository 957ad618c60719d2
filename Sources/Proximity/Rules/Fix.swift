/// One report of where a device is, or of where a person says they are.
public struct Fix: Hashable, Sendable, Codable {
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
    public enum Source: String, Hashable, Sendable, Codable, CaseIterable {
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

    /// Decodes through the initialiser, so that a stored fix obeys the same rules; throws the same errors.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        try self.init(
            coordinate: values.decode(Coordinate.self, forKey: .coordinate),
            accuracy: values.decodeIfPresent(Metres.self, forKey: .accuracy),
            time: values.decode(Timestamp.self, forKey: .time), source: values.decode(Source.self, forKey: .source),
            isMock: values.decode(Bool.self, forKey: .isMock),
            speed: values.decodeIfPresent(Double.self, forKey: .speed),
            heading: values.decodeIfPresent(Degrees.self, forKey: .heading),
            altitude: values.decodeIfPresent(Metres.self, forKey: .altitude),
            battery: values.decodeIfPresent(Double.self, forKey: .battery))
    }

    private static func known(_ value: Double?) -> Double? {
        guard let value, value >= 0, value.isFinite else { return nil }
        return value
    }
}
