import Foundation

/// Dates in HTTP format (IMF-fixdate, RFC 9110, 5.6.7), faster than a formatter.
enum HTTPDate {
    private static let days: [StaticString] = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months: [StaticString] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// "Sun, 06 Nov 1994 08:49:37 GMT" for seconds since 1970.
    static func format(_ seconds: Int) -> String {
        var time = time_t(seconds)
        var parts = tm()
        gmtime_r(&time, &parts)
        func two(_ value: Int32) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let clock = "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))"
        let day = "\(days[Int(parts.tm_wday)]), \(two(parts.tm_mday)) \(months[Int(parts.tm_mon)])"
        return "\(day) \(Int(parts.tm_year) + 1900) \(clock) GMT"
    }

    /// Seconds since 1970 of an IMF-fixdate; nil for anything else, also for the two obsolete formats. A condition with
    /// an unknown date is ignored, which is always correct (RFC 9110, 13.1.3).
    static func parse(_ text: String) -> Int? {
        let bytes = Array(text.utf8)
        guard bytes.count == 29, bytes[3] == Byte.comma, text.hasSuffix(" GMT") else { return nil }
        func number(_ range: Range<Int>) -> Int? {
            var value = 0
            for byte in bytes[range] {
                guard isDigit(byte) else { return nil }
                value = value * 10 + Int(byte - 0x30)
            }
            return value
        }
        let name = bytes[8..<11]
        guard let month = months.firstIndex(where: { $0.description.utf8.elementsEqual(name) }),
            let day = number(5..<7), let year = number(12..<16), let hour = number(17..<19),
            let minute = number(20..<22), let second = number(23..<25), 1...31 ~= day, hour < 24, minute < 60,
            second < 61, bytes[19] == Byte.colon, bytes[22] == Byte.colon
        else { return nil }
        var parts = tm()
        parts.tm_year = Int32(year - 1900)
        parts.tm_mon = Int32(month)
        parts.tm_mday = Int32(day)
        parts.tm_hour = Int32(hour)
        parts.tm_min = Int32(minute)
        parts.tm_sec = Int32(second)
        return timegm(&parts)
    }
}
