import Foundation
import HTTP
import Media

/// What a person writes about themselves.
struct Profile: Sendable, Equatable {
    var bio: String
    var phone: String

    static let longestBio = 300
    static let longestPhone = 32

    init(bio: String, phone: String) {
        self.bio = bio
        self.phone = phone
    }

    /// Parses the form.
    ///
    /// - Throws: a problem for each field that is too long or is no telephone number.
    init(_ form: FormFields) throws(ValidationErrors) {
        var errors = ValidationErrors()
        // Browsers send a line break as two characters but count it as one.
        bio = (form["bio"] ?? "").replacing("\r\n", with: "\n").trimmingCharacters(in: .whitespacesAndNewlines)
        phone = (form["phone"] ?? "").trimmingCharacters(in: .whitespaces)
        if bio.unicodeScalars.count > Profile.longestBio {
            errors.add("bio", "That is too long: 300 characters at most.")
        }
        let isNumber = phone.unicodeScalars.allSatisfy { "0123456789+-()./ ".unicodeScalars.contains($0) }
        if !isNumber || phone.utf8.count > Profile.longestPhone {
            errors.add("phone", "Only digits, spaces and + - ( ) . / are possible, 32 of them at most.")
        }
        try errors.check()
    }
}
