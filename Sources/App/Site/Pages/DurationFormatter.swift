/// How long a sound takes.
enum DurationFormatter {
    /// "3:20", "1:02:05"; of more than a hundred hours, a hundred.
    ///
    /// - Parameter seconds: whatever it is: no number is none.
    static func clock(_ seconds: Double) -> String {
        let whole = seconds.isNaN ? 0 : Int(min(max(seconds, 0), 360_000))
        let (hours, minutes, rest) = (whole / 3_600, whole / 60 % 60, whole % 60)
        let tail = rest < 10 ? "0\(rest)" : "\(rest)"
        return hours > 0 ? "\(hours):\(minutes < 10 ? "0" : "")\(minutes):\(tail)" : "\(minutes):\(tail)"
    }
}
