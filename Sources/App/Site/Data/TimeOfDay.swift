import Foundation

/// Times of a day, as forms and settings have them.
public enum TimeOfDay {
    /// Minutes after midnight of "22:00"; nil for anything that is no time of a day.
    public static func minutes(_ text: String) -> Int? {
        let parts = text.trimmingCharacters(in: .whitespaces).split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].utf8.count == 2, let hour = InputNumber.whole(parts[0], in: 0...23),
            let minute = InputNumber.whole(parts[1], in: 0...59)
        else { return nil }
        return hour * 60 + minute
    }

    /// "07:00", the value of a time field.
    static func text(_ minutes: Int) -> String {
        [minutes / 60, minutes % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }
}
