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
        // Pages and contacts give numbers as links.
        let number = plain.lowercased().hasPrefix("tel:") ? String(plain.dropFirst(4)) : plain
        let phone = number.trimmingCharacters(in: .whitespaces)
        let isNumber = phone.unicodeScalars.allSatisfy { "0123456789+-()./ ".unicodeScalars.contains($0) }
        return isNumber && phone.utf8.count <= longestPhone ? phone : nil
    }

    static let wrongPhone = "Use only digits, spaces and + - ( ) . / (32 characters at most)."
}
