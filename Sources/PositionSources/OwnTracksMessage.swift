import Proximity

/// A message of OwnTracks in HTTP mode: one JSON object. Only locations are points; what else the app tells, such as
/// waypoints and regions entered, is taken and ignored.
struct OwnTracksMessage: Decodable {
    let type: String?
    private let point: AppPoint

    /// The app is younger: an older date is that of a receiver that lost count of its weeks, or was never set.
    private static let earliest = Timestamp(milliseconds: 1_262_304_000_000)
    /// Overland in its OwnTracks mode counts seconds from 2001.
    private static let from1970To2001 = 978_307_200.0
    /// Seconds that a date of Overland may be from now: its clock is wrong, or the point waited in its queue. OwnTracks passes on
    /// the dates of receivers that lost count of their weeks, or count from 1980. If they were counted from 2001, they would be
    /// years from now.
    private static let mostApart = 366 * 86_400.0

    init(from decoder: any Decoder) throws {
        let fields = try JSONFields(decoder)
        type = fields.text("_type")
        point = AppPoint(
            latitude: fields.number("lat"), longitude: fields.number("lon"),
            time: AppTime.number(fields.number("tst")), accuracy: fields.number("acc"),
            speed: fields.number("vel").map { $0 / 3.6 }, heading: fields.number("cog"),
            altitude: fields.number("alt"), battery: fields.number("batt").map { $0 / 100 })
    }

    static func read(_ body: [UInt8], _ source: Fix.Source, now: Timestamp) -> AppReading {
        var reading = AppReading()
        // The app asks with an empty body what is new.
        guard !body.isEmpty else { return reading }
        guard let message = AppJSON.read(body, as: OwnTracksMessage.self), let type = message.type
        else {
            reading.refusals = [.malformed]
            return reading
        }
        switch type {
        case "location":
            var point = message.point
            if let time = overland(point.time, source, now: now) { (point.time, reading.isOverland) = (time, true) }
            reading.add(.success(point), source)
            if let fix = reading.fixes.first, fix.time < earliest {
                (reading.fixes, reading.refusals) = ([], [.impossibleTime])
            }
        case "encrypted": reading.refusals = [.encrypted]
        default: break
        }
        return reading
    }

    /// The time that Overland means, if it is Overland that sends it: it looks as if before 2010, and is near now when it is
    /// counted from 2001. At its own address no other app sends, and a point may have waited longer.
    private static func overland(_ time: Timestamp?, _ source: Fix.Source, now: Timestamp) -> Timestamp? {
        guard let time, time < earliest else { return nil }
        let counted = time + from1970To2001
        let oldest = source == .overland ? earliest : now - mostApart
        return counted >= oldest && counted <= now + mostApart ? counted : nil
    }
}
