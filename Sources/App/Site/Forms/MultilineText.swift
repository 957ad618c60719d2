import Foundation

/// Text of several lines, as forms send it.
enum MultilineText {
    /// Line ends as one character, nothing invisible at either end.
    static func normalized(_ text: String?) -> String {
        (text ?? "").replacing("\r\n", with: "\n").replacing("\r", with: "\n")
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
