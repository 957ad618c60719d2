import Foundation
import HTTP
import Mail
import Proximity
import Safeguards

/// The rules for a new password.
struct PasswordRules: Sendable {
    private let policy: PasswordPolicy
    /// Whether the common passwords are known.
    let knowsCommonPasswords: Bool

    static let minimum = 8
    static let tooShort = "Your password needs at least \(minimum) characters."
    /// Longer passwords are refused before hashing, which is slow.
    static let maximumBytes = 1_024

    /// - Parameter common: the file with the common passwords; without one, no password counts as common.
    init(common file: String?, siteNames: [String]) {
        let bytes = file.flatMap { FileManager.default.contents(atPath: $0) }.map { Array($0) }
        let common = bytes.flatMap { CommonPasswords($0) }
        policy = PasswordPolicy(common: common, siteNames: siteNames)
        knowsCommonPasswords = common != nil
    }

    /// Adds the problems of a password and its repetition.
    func check(_ password: String, confirmation: String, username: String, into errors: inout ValidationErrors) {
        if password.count < PasswordRules.minimum {
            errors.add("password", PasswordRules.tooShort)
        } else if password.utf8.count > PasswordRules.maximumBytes {
            errors.add("password", "That's too long: 1,024 bytes at most.")
        } else if let weakness = policy.weakness(of: password, username: username) {
            switch weakness {
            case .common:
                errors.add("password", "Too many people use that password. Choose another.")
            case .name: errors.add("password", "Don't use only your name or the site's.")
            }
        } else if confirmation != password {
            errors.add("password_confirmation", "The passwords don't match.")
        }
    }
}

/// Parses e-mail addresses of forms.
enum EmailRules {
    /// The message below a field whose text is not an email address.
    static let wrong = "That doesn't look like an email address."

    /// Parses the field `email`.
    ///
    /// - Throws: `ValidationErrors` on `email`.
    static func address(_ form: FormFields) throws(ValidationErrors) -> EmailAddress {
        let typed = (form["email"] ?? "").trimmingCharacters(in: .whitespaces)
        if typed.isEmpty {
            throw ValidationErrors("email", "Enter your email address. You'll need it if you forget your password.")
        }
        guard let address = EmailAddress(typed) else {
            throw ValidationErrors("email", wrong)
        }
        return address
    }
}

/// A date of birth, proleptic Gregorian.
struct BirthDate: Sendable, Equatable {
    /// "2001-05-31".
    let text: String

    /// Minimum age to sign up, and maximum age accepted.
    static let ages = 13...120

    /// Parses a date field and checks the age on the day of `today`.
    ///
    /// - Throws: `ValidationErrors` on `birth_date`.
    init(_ typed: String, today: Timestamp, _ zone: TimeZone) throws(ValidationErrors) {
        let typed = typed.trimmingCharacters(in: .whitespaces)
        if typed.isEmpty { throw ValidationErrors("birth_date", "Enter your date of birth. Nobody else sees it.") }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        guard let match = typed.wholeMatch(of: #/([0-9]{4})-([0-9]{2})-([0-9]{2})/#), let year = Int(match.1),
            let month = Int(match.2), let day = Int(match.3),
            case let parts = DateComponents(calendar: calendar, year: year, month: month, day: day), parts.isValidDate,
            let date = calendar.date(from: parts)
        else { throw ValidationErrors("birth_date", "That's not a date. Write it like 2001-05-31.") }
        let now = Date(timeIntervalSince1970: Double(today.milliseconds) / 1_000)
        let age = calendar.dateComponents([.year], from: date, to: now).year ?? -1
        if date > now || age > BirthDate.ages.upperBound {
            throw ValidationErrors("birth_date", "That can't be your date of birth.")
        }
        if age < BirthDate.ages.lowerBound {
            throw ValidationErrors("birth_date", "You need to be 13 or older.")
        }
        text = typed
    }
}
