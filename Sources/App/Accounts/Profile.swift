import Foundation
import HTTP
import Media
import Text

/// What a person writes about themselves.
struct Profile: Sendable, Equatable {
    /// nil if they are called by their username.
    var displayName: DisplayName?
    var bio: String
    var phone: String

    static let longestBio = 300
    static let longestPhone = 32
    /// In bytes: wide digits have three.
    private static let longestTypedPhone = 200

    init(displayName: DisplayName?, bio: String, phone: String) {
        self.displayName = displayName
        self.bio = bio
        self.phone = phone
    }

    /// Parses the form.
    ///
    /// - Throws: a problem for each field that is too long, hides its characters or is not a phone number.
    init(_ form: FormFields) throws(ValidationErrors) {
        var errors = ValidationErrors()
        do { displayName = try DisplayName(typed: form["display_name"] ?? "") } catch {
            displayName = nil
            errors.add("display_name", error["display_name"])
        }
        // Browsers send a line break as two characters but count it as one.
        bio = (form["bio"] ?? "").replacing("\r\n", with: "\n").trimmingCharacters(in: .whitespacesAndNewlines)
        phone = Profile.phone(form["phone"]) ?? ""
        if bio.unicodeScalars.count > Profile.longestBio {
            errors.add("bio", "That's too long: 300 characters at most.")
        }
        if Profile.phone(form["phone"]) == nil { errors.add("phone", Profile.wrongPhone) }
        try errors.check()
    }

    /// A phone number as typed or pasted, "" for none; nil for what is no number.
    static func phone(_ text: String?) -> String? {
        guard let plain = TypedText.plain(text ?? "", mostBytes: longestTypedPhone) else { return nil }
        let typed = plain.trimmingCharacters(in: .whitespaces)
        guard !typed.isEmpty else { return "" }
        let phone = typed.lowercased().hasPrefix("tel:") ? number(ofLink: typed) : typed
        return isNumber(phone) ? phone : nil
    }

    /// The number of a link, which pages and contacts give (RFC 3966), without its parameters.
    private static func number(ofLink text: String) -> String {
        let written = String(text.dropFirst(4))
        let decoded = TypedText.plain(written.removingPercentEncoding ?? written, mostBytes: longestTypedPhone) ?? ""
        return decoded.drop { $0 == "/" }.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces)
    }

    /// Whether a text has digits, and a plus at most before all but a bracket.
    private static func isNumber(_ text: String) -> Bool {
        let scalars = text.unicodeScalars
        let digits: ClosedRange<Unicode.Scalar> = "0"..."9"
        let isPlain = scalars.allSatisfy { digits.contains($0) || "+-()./ ".unicodeScalars.contains($0) }
        guard isPlain, text.utf8.count <= longestPhone else { return false }
        let start = scalars.drop(while: { $0 == "(" || $0 == " " })
        return start.contains { digits.contains($0) } && !start.dropFirst().contains("+")
    }

    static let wrongPhone = "Use only digits, a + at the start, spaces and - ( ) . / (32 characters at most)."
}
