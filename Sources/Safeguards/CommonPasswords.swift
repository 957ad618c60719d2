import Foundation

/// The most common passwords, which attackers try first. Packed by Scripts/passwords, which documents the format; none
/// is shorter than 8 characters.
public struct CommonPasswords: Sendable {
    private static let magic = Array("CAIRNPW1".utf8)
    /// Upper 40 bits of FNV-1a hashes, ascending.
    private let hashes: [UInt64]

    /// The number of passwords.
    public var count: Int { hashes.count }

    /// Reads the packed file; nil when it is invalid.
    public init?(_ bytes: [UInt8]) {
        guard bytes.starts(with: CommonPasswords.magic) else { return nil }
        let packed = bytes[CommonPasswords.magic.count...]
        guard packed.count % 5 == 0 else { return nil }
        var hashes: [UInt64] = []
        hashes.reserveCapacity(packed.count / 5)
        for start in stride(from: packed.startIndex, to: packed.endIndex, by: 5) {
            let hash = packed[start..<(start + 5)].reduce(0) { $0 << 8 | UInt64($1) }
            if let last = hashes.last, last >= hash { return nil }
            hashes.append(hash)
        }
        self.hashes = hashes
    }

    /// Whether a password is one of them, ignoring case and marks after it, as in `Password123!`.
    public func contains(_ password: String) -> Bool {
        let folded = CommonPasswords.fold(password)
        guard let end = folded.lastIndex(where: { $0.isLetter || $0.isNumber }) else { return isListed(folded) }
        return isListed(folded) || isListed(String(folded[...end]))
    }

    /// Lower case, and one form for characters with several encodings in Unicode (NFKC).
    static func fold(_ text: String) -> String { text.precomposedStringWithCompatibilityMapping.lowercased() }

    private func isListed(_ folded: String) -> Bool {
        let hash = CommonPasswords.fnv1a(folded.utf8) >> 24
        var range = 0..<hashes.count
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if hashes[middle] == hash { return true }
            range = hashes[middle] < hash ? (middle + 1)..<range.upperBound : range.lowerBound..<middle
        }
        return false
    }

    /// FNV-1a with 64 bits (draft-eastlake-fnv): spreads well; it is not cryptographic and need not be.
    static func fnv1a(_ bytes: String.UTF8View) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}

/// Decides which passwords are too easy to guess.
public struct PasswordPolicy: Sendable {
    /// Why a password is easy to guess.
    public enum Weakness: Sendable, Equatable {
        /// It is one of the most common.
        case common
        /// It is little more than the person's or the site's name.
        case name
    }

    /// The minimum number of letters and digits beside a name in the password: fewer can be tried exhaustively.
    public static let minBesideName = 6

    private let common: CommonPasswords?
    private let siteNames: [String]

    /// - Parameters:
    ///   - common: nil when the file cannot be read; then only names are checked.
    ///   - siteNames: the site's name, its host, the program's name.
    public init(common: CommonPasswords?, siteNames: [String]) {
        self.common = common
        self.siteNames = siteNames
    }

    /// The weakness of a password; nil when it is acceptable.
    public func weakness(of password: String, username: String) -> Weakness? {
        if common?.contains(password) == true { return .common }
        let letters = PasswordPolicy.letters(password)
        for name in (siteNames + [username]).map(PasswordPolicy.letters) {
            // Names of one or two letters occur in most passwords.
            guard name.count > 2, letters.contains(name) else { continue }
            let rest = letters.replacingOccurrences(of: name, with: "")
            if rest.count < PasswordPolicy.minBesideName { return .name }
        }
        return nil
    }

    /// Letters and digits only, folded: marks and blanks hardly make a password harder to guess.
    private static func letters(_ text: String) -> String {
        CommonPasswords.fold(text).filter { $0.isLetter || $0.isNumber }
    }
}
