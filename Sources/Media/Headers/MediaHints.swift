import Foundation

/// Where and when a file was taken, according to its metadata: a suggestion for a form, stored only if the person
/// confirms it.
public struct MediaHints: Sendable, Equatable {
    /// Degrees north, -90…90; nil together with `longitude`.
    public var latitude: Double?
    /// Degrees east, -180…180.
    public var longitude: Double?
    /// Milliseconds since 1970. When `isLocalTime`, the camera's clock read as if it were UTC.
    public var time: Int64?
    /// The file gives no time zone for the camera's clock.
    public var isLocalTime = false

    /// No hints.
    public init() {}

    /// Ignores 0, 0, positions rounded to a pole, and invalid numbers.
    mutating func setPlace(_ latitude: Double?, _ longitude: Double?) {
        guard let latitude, let longitude, latitude.isFinite, longitude.isFinite, abs(latitude) <= 90,
            abs(longitude) <= 180, abs(latitude) > 0.000_1 || abs(longitude) > 0.000_1
        else { return }
        (self.latitude, self.longitude) = (latitude, longitude)
    }

    /// Reads an EXIF block (CIPA DC-008). Damaged fields count as missing.
    init(exif bytes: FileBytes) {
        guard let reader = TIFFDirectory.Reader(bytes), let first = reader.directory(at: reader.firstOffset) else {
            return
        }
        let camera = first.integer(0x8769).flatMap { reader.directory(at: $0) }
        let satellite = first.integer(0x8825).flatMap { reader.directory(at: $0) }
        if let satellite {
            setPlace(
                MediaHints.degrees(satellite, value: 2, reference: 1, positive: "N", negative: "S"),
                MediaHints.degrees(satellite, value: 4, reference: 3, positive: "E", negative: "W"))
        }
        if let text = camera?.text(0x9003) ?? camera?.text(0x9004) {
            time = MediaTime.milliseconds(text)
            isLocalTime = time != nil
            if let zone = camera?.text(0x9011) ?? camera?.text(0x9010), let offset = MediaTime.offset(zone) {
                time = time.map { $0 - offset }
                isLocalTime = false
            }
        }
        // GPS time is UTC, so it is better than a clock without zone. No zone is more than 14 hours from UTC: a larger
        // difference means that the GPS time is that of an earlier fix, or of another picture.
        if time == nil || isLocalTime, let instant = satellite.flatMap(MediaHints.satelliteTime),
            abs((time ?? instant) - instant) <= 14 * 3_600_000
        {
            (time, isLocalTime) = (instant, false)
        }
    }

    private static func degrees(
        _ directory: TIFFDirectory, value: Int, reference: Int, positive: String, negative: String
    ) -> Double? {
        guard let parts = directory.triple(value), parts[1] < 60.001, parts[2] < 60.001,
            let side = directory.text(reference)?.uppercased(), side == positive || side == negative
        else { return nil }
        let degrees = parts[0] + parts[1] / 60 + parts[2] / 3_600
        return side == positive ? degrees : -degrees
    }

    private static func satelliteTime(_ directory: TIFFDirectory) -> Int64? {
        guard let date = directory.text(29), let clock = directory.triple(7), clock[0] < 24, clock[1] < 60,
            clock[2] < 61
        else { return nil }
        let midnight = MediaTime.milliseconds("\(date) 00:00:00")
        return midnight.map { $0 + Int64((clock[0] * 3_600 + clock[1] * 60 + clock[2]) * 1_000) }
    }
}

/// Parses times in metadata.
enum MediaTime {
    /// `2024:06:30 12:34:56`, also with `-` in the date and `T` between, as if it were UTC. Nil before 1990 and after
    /// 2100: clocks that were never set.
    static func milliseconds(_ text: String) -> Int64? {
        let parts = text.prefix(19).split { !$0.isASCII || !$0.isNumber }.compactMap { Int($0) }
        guard text.utf8.count >= 19, parts.count == 6, 1990...2100 ~= parts[0], 1...12 ~= parts[1],
            1...length(parts[0], parts[1]) ~= parts[2], 0...23 ~= parts[3], 0...59 ~= parts[4], 0...60 ~= parts[5]
        else { return nil }
        let seconds =
            days(year: parts[0], month: parts[1], day: parts[2]) * 86_400 + parts[3] * 3_600 + parts[4] * 60 + parts[5]
        return Int64(seconds) * 1_000
    }

    /// `+02:00`, `-0530` or `Z` in milliseconds.
    static func offset(_ text: String) -> Int64? {
        if text.hasPrefix("Z") { return 0 }
        let digits = text.dropFirst().filter { $0.isASCII && $0.isNumber }
        guard let sign = text.first, sign == "+" || sign == "-", digits.count == 4, let number = Int64(digits),
            number / 100 <= 14, number % 100 < 60
        else { return nil }
        let minutes = number / 100 * 60 + number % 100
        return (sign == "-" ? -minutes : minutes) * 60_000
    }

    private static func length(_ year: Int, _ month: Int) -> Int {
        days(year: month == 12 ? year + 1 : year, month: month % 12 + 1, day: 1)
            - days(year: year, month: month, day: 1)
    }

    /// Days since 1970 in the Gregorian calendar, counted from March so that the leap day comes last.
    private static func days(year: Int, month: Int, day: Int) -> Int {
        let (year, month) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
        return year * 365 + year / 4 - year / 100 + year / 400 + (month * 153 + 2) / 5 + day - 1 - 719_468
    }
}
