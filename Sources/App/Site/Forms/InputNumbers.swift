import Foundation
import Proximity

/// Numbers as requests, cookies and files write them, bounded before anything is computed with them: arithmetic that
/// overflows ends the process.
enum InputNumber {
    /// A whole number within `bounds`, written in ASCII digits alone; nil for anything else.
    static func whole(_ text: (some StringProtocol)?, in bounds: ClosedRange<Int>) -> Int? {
        guard let text, (1...18).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int(text), bounds.contains(number)
        else { return nil }
        return number
    }

    /// A decimal number within `bounds`, by default larger than any length or angle on Earth; nil for anything else.
    ///
    /// A decimal comma is understood. Hexadecimal and exponents as scripts may write them are fine, words are not.
    static func decimal(_ text: String?, in bounds: ClosedRange<Double> = -1e9...1e9) -> Double? {
        guard let text = text?.trimmingCharacters(in: .whitespaces), text.utf8.count <= 40,
            let number = Double(text.replacing(",", with: ".")), bounds.contains(number)
        else { return nil }
        return number
    }
}

extension Timestamp {
    /// When anything that the site is told of can have happened: from 2000 on, and before 2100.
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

    /// A time that a parser has read out of a request; nil outside ``accepted``.
    init?(input date: Date) {
        let milliseconds = (date.timeIntervalSince1970 * 1_000).rounded()
        // A date may be so far away that its milliseconds are no `Int64`.
        guard let whole = Int64(exactly: milliseconds) else { return nil }
        self.init(input: whole)
    }
}
