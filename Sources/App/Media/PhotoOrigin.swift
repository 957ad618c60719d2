import Foundation
import HTTP
import Media
import Proximity

/// Where and when a photo says it was taken: a suggestion, carried only in the form and never stored.
struct PhotoOrigin: Sendable, Equatable {
    var place: Coordinate?
    var time: Timestamp?
    /// The camera's time zone is unknown: `time` is its clock read as UTC.
    var isLocalTime = false

    init(_ hints: MediaHints) {
        if let latitude = hints.latitude, let longitude = hints.longitude {
            place = Coordinate(latitude: latitude, longitude: longitude)
        }
        // Cameras whose clock was never set write years before 2000.
        time = hints.time.flatMap { Timestamp(input: $0) }
        isLocalTime = hints.isLocalTime
    }

    /// Parses `text`; ignores damaged parts.
    init(_ text: String) {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false).map { String($0) }
        guard parts.count == 4 else { return }
        place = try? PlaceFields.read(FormFields(values: [("lat", parts[0]), ("lon", parts[1])]))
        time = Timestamp(input: parts[2])
        isLocalTime = parts[3] == "local"
    }

    /// The value of a hidden field: latitude, longitude, milliseconds, `utc` or `local`.
    var text: String {
        let (latitude, longitude) = (place?.latitude, place?.longitude)
        let degrees = [latitude, longitude].map { $0.map { CoordinateFormatter.degrees($0) } ?? "" }
        return (degrees + [time.map { "\($0.milliseconds)" } ?? "", isLocalTime ? "local" : "utc"])
            .joined(separator: " ")
    }

    /// "12 June 2024, 14:05": by the camera's clock, or in the viewer's `zone`.
    func timeWords(_ zone: TimeZone, now: Timestamp) -> String {
        guard let time else { return "" }
        let times = RelativeTimeFormatter(isLocalTime ? .gmt : zone, now: now)
        return "\(times.date(time)), \(times.clock(time))"
    }
}
