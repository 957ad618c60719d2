import Foundation
import HTTP
import Media

/// What a person writes about themselves.
struct Profile: Sendable, Equatable {
    /// nil if they are called by their username.
    var displayName: DisplayName?
    var bio: String
    var phone: String

    static let maxBioLength = 300
    static let maxPhoneLength = 32

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
        errors.checkLength("bio", bio, max: Profile.maxBioLength)
        if Profile.phone(form["phone"]) == nil { errors.add("phone", Profile.wrongPhone) }
        try errors.check()
    }

    /// A phone number as typed, "" for none; nil for what is no number.
    static func phone(_ text: String?) -> String? {
        let phone = (text ?? "").trimmingCharacters(in: .whitespaces)
        let isNumber = phone.unicodeScalars.allSatisfy { "0123456789+-()./ ".unicodeScalars.contains($0) }
        return isNumber && phone.utf8.count <= maxPhoneLength ? phone : nil
    }

    static let wrongPhone = "Use only digits, spaces and + - ( ) . / (\(maxPhoneLength) characters at most)."
}
