import Foundation

/// Multiline text from forms.
enum MultilineText {
    /// Normalizes line breaks and trims whitespace.
    static func normalized(_ text: String?) -> String {
        (text ?? "").replacing("\r\n", with: "\n").replacing("\r", with: "\n")
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
