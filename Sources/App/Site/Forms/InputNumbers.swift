import Foundation
import Proximity
import Text

/// Numbers from requests, cookies and files, bounded before any arithmetic: an overflow would end the process.
enum InputNumber {
    /// In bytes.
    private static let longestDecimal = 40

    /// A whole number within `bounds`, ASCII digits only; nil for anything else.
    static func whole(_ text: (some StringProtocol)?, in bounds: ClosedRange<Int>) -> Int? {
        guard let text, (1...18).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int(text), bounds.contains(number)
        else { return nil }
        return number
    }

    /// A decimal number within `bounds`, by default larger than any length or angle on Earth; nil for anything else.
    ///
    /// Accepts what `WrittenNumber` reads; in what is pasted, also another dash for the minus, and characters that cannot
    /// be seen.
    static func decimal(_ text: String?, in bounds: ClosedRange<Double> = -1e9...1e9) -> Double? {
        guard let text, text.utf8.count <= longestDecimal,
            let number = WrittenNumber.read(text)
                ?? WrittenNumber.read(TypedText.plain(text, mostBytes: longestDecimal)),
            bounds.contains(number)
        else { return nil }
        return number
    }
}

extension Timestamp {
    /// The range of times accepted from outside: from 2000 on and before 2100.
    static let accepted = Timestamp(milliseconds: 946_684_800_000)..<Timestamp(milliseconds: 4_102_444_800_000)

    /// A time from a request, a cookie or a file; nil outside ``accepted``.
    ///
    /// - Parameter milliseconds: since 1970.
    init?(input milliseconds: Int64) {
        self.init(milliseconds: milliseconds)
        guard Timestamp.accepted.contains(self) else { return nil }
    }

    /// A time from a request, a cookie or a file, as ASCII digits: milliseconds since 1970; nil outside ``accepted``.
    init?(input text: some StringProtocol) {
        guard let milliseconds = InputNumber.whole(text, in: 0...Int.max) else { return nil }
        self.init(input: Int64(milliseconds))
    }

    /// A time parsed from a request; nil outside ``accepted``.
    init?(input date: Date) {
        let milliseconds = (date.timeIntervalSince1970 * 1_000).rounded()
        // The milliseconds of a far date may not fit an `Int64`.
        guard let whole = Int64(exactly: milliseconds) else { return nil }
        self.init(input: whole)
    }
}
