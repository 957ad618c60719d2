/// An instant: whole milliseconds since 1970-01-01T00:00:00Z, leap seconds not counted (POSIX time).
///
/// Every function that depends on "now" takes it as a parameter; this module never reads a clock. Range ±292 million
/// years; arithmetic saturates at the ends of that range instead of trapping.
public struct Timestamp: Comparable, Hashable, Sendable, Codable {
    /// Milliseconds since 1970 UTC; negative before.
    public let milliseconds: Int64

    /// The instant `milliseconds` after (negative: before) 1970-01-01T00:00:00Z.
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// The instant `seconds` after 1970-01-01T00:00:00Z, the form file systems use; saturates like all arithmetic here.
    public init(seconds: Int) {
        self = Timestamp(milliseconds: 0).adding(seconds: Double(seconds))
    }

    /// Earlier is less.
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.milliseconds < right.milliseconds
    }

    /// The instant `seconds` later (negative: earlier), rounded to the nearest millisecond.
    ///
    /// Saturates at the ends of the range; `nan` changes nothing.
    public func adding(seconds: Double) -> Timestamp {
        let step = (seconds * 1000).rounded()
        if step.isNaN { return self }
        guard let whole = Int64(exactly: step) else { return Timestamp(milliseconds: step < 0 ? .min : .max) }
        let (sum, overflow) = milliseconds.addingReportingOverflow(whole)
        return Timestamp(milliseconds: overflow ? (whole < 0 ? .min : .max) : sum)
    }

    /// Seconds from `earlier` to this instant; negative when `earlier` is later.
    ///
    /// Exact to the millisecond for spans under 285,000 years (2⁵³ ms).
    public func seconds(since earlier: Timestamp) -> Double {
        let (difference, overflow) = milliseconds.subtractingReportingOverflow(earlier.milliseconds)
        if overflow { return (Double(milliseconds) - Double(earlier.milliseconds)) / 1000 }
        return Double(difference) / 1000
    }

    /// `instant.adding(seconds:)`.
    public static func + (instant: Timestamp, seconds: Double) -> Timestamp {
        instant.adding(seconds: seconds)
    }

    /// `instant.adding(seconds: -seconds)`.
    public static func - (instant: Timestamp, seconds: Double) -> Timestamp {
        instant.adding(seconds: -seconds)
    }

    /// `later.seconds(since: earlier)`.
    public static func - (later: Timestamp, earlier: Timestamp) -> Double {
        later.seconds(since: earlier)
    }
}
