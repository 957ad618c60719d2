import Proximity

/// A message of OwnTracks in HTTP mode: one JSON object. Only locations are points; what else the app tells, such as
/// waypoints and regions entered, is taken and ignored.
struct OwnTracksMessage: Decodable {
    let type: String?
    let point: AppPoint

    /// Overland in its OwnTracks mode counts seconds from 2001, so that its times look as if before 2010. What is still before
    /// 2010 when counted so is no time at all.
    private let isOverland: Bool
    private static let year2010 = Timestamp(milliseconds: 1_262_304_000_000)
    private static let from1970To2001 = 978_307_200.0

    init(from decoder: any Decoder) throws {
        let fields = try JSONFields(decoder)
        type = fields.text("_type")
        let time = AppTime.number(fields.number("tst"))
        isOverland =
            time.map {
                $0 < OwnTracksMessage.year2010
                    && $0 + OwnTracksMessage.from1970To2001 >= OwnTracksMessage.year2010
            } ?? false
        point = AppPoint(
            latitude: fields.number("lat"), longitude: fields.number("lon"),
            time: isOverland ? time.map { $0 + OwnTracksMessage.from1970To2001 } : time,
            accuracy: fields.number("acc"), speed: fields.number("vel").map { $0 / 3.6 },
            heading: fields.number("cog"), altitude: fields.number("alt"),
            battery: fields.number("batt").map { $0 / 100 })
    }

    static func read(_ body: [UInt8], _ source: Fix.Source) -> AppReading {
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
            reading.isOverland = message.isOverland
            reading.add(.success(message.point), source)
        case "encrypted": reading.refusals = [.encrypted]
        default: break
        }
        return reading
    }
}
