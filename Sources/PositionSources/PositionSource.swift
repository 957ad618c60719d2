import Proximity

/// A protocol by which a phone app sends positions. The shapes are those of the apps' own sources and manuals.
public enum PositionSource: String, Sendable, CaseIterable {
    case owntracks, overland, osmand, traccar, gpslogger

    /// What a request of an app says. Never fails: what cannot be read is refused, with the reason.
    ///
    /// - Parameter now: the time of a point that names none, for the protocols that allow it; and what tells counts of seconds apart.
    public func read(_ message: AppMessage, now: Timestamp) -> AppReading {
        switch self {
        case .owntracks: OwnTracksMessage.read(message.body, .owntracks, now: now)
        case .overland: OverlandBatch.read(message.body, now: now)
        case .osmand: message.isJSON ? TraccarMessage.read(message.body, .osmand) : osmand(message, now)
        case .traccar: message.isJSON ? TraccarMessage.read(message.body, .traccar) : osmand(message, now)
        // The app can send the JSON of OwnTracks too.
        case .gpslogger:
            message.isJSON ? OwnTracksMessage.read(message.body, .gpslogger, now: now) : gpslogger(message, now)
        }
    }

    private func osmand(_ message: AppMessage, _ now: Timestamp) -> AppReading {
        var reading = AppReading()
        reading.add(FieldPoint(message.fields).osmand(speedIsInKnots: self == .traccar, now), fixSource)
        return reading
    }

    private func gpslogger(_ message: AppMessage, _ now: Timestamp) -> AppReading {
        var reading = AppReading()
        reading.add(FieldPoint(message.fields).gpslogger(now), fixSource)
        return reading
    }

    /// The source of its fixes.
    public var fixSource: Fix.Source {
        switch self {
        case .owntracks: .owntracks
        case .overland: .overland
        case .osmand: .osmand
        case .traccar: .traccar
        case .gpslogger: .gpslogger
        }
    }
}

/// A request of a phone app.
public struct AppMessage: Sendable {
    /// The fields of the query, then those of the form in the body; of a name that occurs twice the first counts.
    public let fields: [(name: String, value: String)]
    /// The body; empty if it was a form.
    public let body: [UInt8]

    /// A request with these fields and this body.
    public init(fields: [(name: String, value: String)] = [], body: [UInt8] = []) {
        self.fields = fields
        self.body = body
    }

    /// Whether the body begins like a JSON object.
    var isJSON: Bool { body.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "{") }
}

/// What a request of a phone app says.
public struct AppReading: Sendable, Equatable {
    /// More points of one request are refused; Overland sends at most 1,000.
    public static let mostFixes = 2_000

    /// The points that are fixes, in the order in which they stand in the request.
    public var fixes: [Fix] = []
    /// Why points are no fixes, one reason for each.
    public var refusals: [ReportRefusal] = []
    /// Whether the app is Overland in its OwnTracks mode, which waits for another answer.
    public var isOverland = false

    /// Nothing.
    public init() {}

    mutating func add(_ point: Result<AppPoint, ReportRefusal>, _ source: Fix.Source) {
        guard fixes.count < AppReading.mostFixes else { return refusals.append(.tooMany) }
        do throws(ReportRefusal) {
            fixes.append(try point.get().fix(source))
        } catch {
            refusals.append(error)
        }
    }
}

/// Why a report, or a point of one, is not taken.
public enum ReportRefusal: String, Error, Sendable, CaseIterable {
    /// Not what the protocol says.
    case malformed
    /// Compressed, which no app does by itself.
    case compressed
    /// Encrypted with a key that the site does not have.
    case encrypted
    /// Without a place on Earth.
    case noPlace = "no-place"
    /// Latitude 0, longitude 0.
    case nullIsland = "null-island"
    /// Without a time, or with one that cannot be read.
    case noTime = "no-time"
    /// The app itself says that the point is not valid.
    case invalid
    /// Dated before 2000 or in the future.
    case impossibleTime = "impossible-time"
    /// Farther from the last points than one can travel.
    case implausible
    /// More points in one request than any app sends.
    case tooMany = "too-many"
    /// More requests than the site takes.
    case tooOften = "too-often"
    /// The owner paused the device.
    case paused
}
