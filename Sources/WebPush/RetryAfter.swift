import CCurl
import Curl
import Foundation

/// The header by which a push service asks for patience (RFC 9110, 10.2.3).
enum RetryAfter {
    /// The longest wait that is kept, in seconds: a day.
    static let longest = 86_400

    /// The seconds to wait, 1…86,400. Nil for what asks for no wait: zero, a time that is over, or anything unreadable.
    ///
    /// - Parameters:
    ///   - value: seconds or an HTTP-date.
    ///   - now: seconds since 1970.
    static func seconds(_ value: String, now: Int) -> Int? {
        guard let first = value.utf8.first else { return nil }
        let seconds =
            if value.utf8.allSatisfy({ $0.isDigit }) {
                Int(value) ?? longest
            } else if first.isLetter, case let date = curl_getdate(value, nil), date >= 0 {
                date - now
            } else {
                0
            }
        return seconds > 0 ? min(seconds, longest) : nil
    }
}
