import Database
import Foundation
import HTTP
import Proximity
import Text

/// A group to make.
struct NewGroup: Sendable {
    let name: String
    let limitMetres: Int
    let hours: Int
    let needsAdmission: Bool
    /// The maker's phone number, for the members; "" for none.
    let phone: String

    /// Parses the form: name, limit_m, hours, approve, phone.
    ///
    /// - Throws: a problem for each field.
    init(_ form: FormFields) throws(ValidationErrors) {
        var errors = ValidationErrors()
        name = GroupForm.name(form["name"], into: &errors)
        limitMetres = GroupForm.limit(form, into: &errors)
        hours = GroupForm.whole(form["hours"], FriendGroup.hours, "hours", "Choose 1 to 72 hours.", into: &errors)
        needsAdmission = form["approve"].map { !$0.isEmpty } ?? false
        phone = GroupForm.phone(form["phone"], into: &errors)
        try errors.check()
    }
}

/// The fields of the forms of groups.
enum GroupForm {
    static func name(_ text: String?, into errors: inout ValidationErrors) -> String {
        ShortName.read(text, max: FriendGroup.longestName, missing: "Give the group a name.", into: &errors)
    }

    static func limit(_ form: FormFields, into errors: inout ValidationErrors) -> Int {
        whole(form["limit_m"], FriendGroup.limits, "limit_m", "Choose 50 m to 20 km.", into: &errors)
    }

    static func phone(_ text: String?, into errors: inout ValidationErrors) -> String {
        let phone = Profile.phone(text)
        if phone == nil { errors.add("phone", Profile.wrongPhone) }
        return phone ?? ""
    }

    static func whole(
        _ text: String?, _ range: ClosedRange<Int>, _ field: String, _ words: String,
        into errors: inout ValidationErrors
    ) -> Int {
        let number = InputNumber.whole(text?.trimmingCharacters(in: .whitespaces), in: range)
        if number == nil { errors.add(field, words) }
        return number ?? range.lowerBound
    }
}

/// The six characters by which one joins a group, to be read out across a table.
enum GroupCode {
    /// Without those that look like others: 0 and O, 1, I and L.
    static let alphabet = Array("23456789ABCDEFGHJKMNPQRSTUVWXYZ")
    static let length = 6
    /// Longest text that may be one, in bytes.
    private static let longestTyped = 40

    /// A random code: 29.7 bits, for which tries are counted.
    static func make(_ randomBytes: (Int) -> [UInt8]) -> String {
        var code = ""
        // Bytes that would make some characters likelier are left out.
        let fair = UInt8(256 / alphabet.count * alphabet.count)
        while code.count < length {
            for byte in randomBytes(16) where byte < fair && code.count < length {
                code.append(alphabet[Int(byte) % alphabet.count])
            }
        }
        return code
    }

    /// A code as typed or pasted: in small letters or wide ones, with blanks, dashes and other punctuation within it and
    /// around it; nil for what cannot be one.
    static func typed(_ text: String) -> String? {
        let code = letters(text)
        return code.count == length && code.allSatisfy { alphabet.contains($0) } ? code : nil
    }

    /// What is wrong with a code as typed, in words.
    static func problem(_ text: String) -> String {
        let shape = "A code has six letters and digits, like K7M 2PX."
        let wrong = Set(letters(text).filter { $0.isASCII && ($0.isLetter || $0.isNumber) }).subtracting(alphabet)
        if wrong.isEmpty { return shape }
        let list = wrong.sorted().map { String($0) }.joined(separator: ", no ")
        return "There is no \(list) in codes. Look at it once more."
    }

    /// Its letters and digits in capitals, and whatever else is neither a blank nor punctuation; "" for what is far from a
    /// code.
    private static func letters(_ text: String) -> String {
        guard let plain = TypedText.plain(text, mostBytes: longestTyped), !plain.contains("/") else { return "" }
        let kept: String.UnicodeScalarView = plain.uppercased().unicodeScalars.filter { !isBetween($0) }
        return String(kept)
    }

    /// Whether people write it between the letters of a code, or around it: blanks, dashes, dots, quotes, brackets.
    private static func isBetween(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        // Among the symbols are angle brackets, and the quotes and dots of mathematics and of programs.
        case .spaceSeparator, .dashPunctuation, .connectorPunctuation, .openPunctuation, .closePunctuation,
            .initialPunctuation, .finalPunctuation, .otherPunctuation, .mathSymbol, .modifierSymbol:
            true
        default: false
        }
    }
}

/// The secret of a group's link.
enum GroupLink {
    static func secret(_ group: ID<FriendGroup>, version: Int64, _ key: SecretKey) -> String {
        LinkToken.of("group link", "\(group) \(version)", key)
    }
}
