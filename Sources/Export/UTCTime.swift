import Foundation

/// Date and time of an instant in UTC.
struct UTCTime {
    let year, month, day, hour, minute, second, millisecond: Int

    /// From milliseconds since 1970, which may be negative.
    init(_ milliseconds: Int64) {
        let rest = (milliseconds % 1_000 + 1_000) % 1_000
        // Rounded down without overflow at Int64.min.
        var seconds = time_t(milliseconds / 1_000 - (milliseconds % 1_000 < 0 ? 1 : 0))
        var parts = tm()
        gmtime_r(&seconds, &parts)
        year = Int(parts.tm_year) + 1900
        month = Int(parts.tm_mon) + 1
        day = Int(parts.tm_mday)
        hour = Int(parts.tm_hour)
        minute = Int(parts.tm_min)
        second = Int(parts.tm_sec)
        millisecond = Int(rest)
    }

    /// "2026-11-21T08:06:26.123Z" (RFC 3339), without the fraction when it is zero.
    var extended: String {
        let fraction = millisecond == 0 ? "" : "." + padded(millisecond, 3)
        let date = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
        return "\(date)T\(padded(hour, 2)):\(padded(minute, 2)):\(padded(second, 2))\(fraction)Z"
    }

    /// "20261121T080626Z" (RFC 5545, 3.3.5).
    var basic: String {
        let date = padded(year, 4) + padded(month, 2) + padded(day, 2)
        return "\(date)T\(padded(hour, 2))\(padded(minute, 2))\(padded(second, 2))Z"
    }
}

/// A number with leading zeros.
func padded(_ value: Int, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
}

/// A number of degrees or metres with at most `digits` decimals and no exponent, which neither format allows.
func decimal(_ value: Double, digits: Int) -> String {
    var scale = 1
    for _ in 0..<digits { scale *= 10 }
    // Beyond 1e9 a Double has no decimals worth rounding.
    let scaled = Int((min(max(value, -1e9), 1e9) * Double(scale)).rounded())
    let whole = scaled.magnitude / UInt(scale)
    var fraction = padded(Int(scaled.magnitude % UInt(scale)), digits)
    while fraction.hasSuffix("0") { fraction.removeLast() }
    return (scaled < 0 ? "-" : "") + String(whole) + (fraction.isEmpty ? "" : "." + fraction)
}
