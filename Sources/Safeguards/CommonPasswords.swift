import Foundation

/// The passwords that most people take, which are therefore tried first. Packed by Scripts/passwords, which says the
/// format; none is shorter than 8 characters.
public struct CommonPasswords: Sendable {
    private static let magic = Array("CAIRNPW1".utf8)
    /// Upper 40 bits of FNV-1a hashes, rising.
    private let hashes: [UInt64]

    /// How many there are.
    public var count: Int { hashes.count }

    /// Reads the packed file; nil when it is none.
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

    /// Whether a password is one of them, whatever its case, or one with marks after it, such as `Password123!`.
    public func contains(_ password: String) -> Bool {
        let folded = CommonPasswords.fold(password)
        guard let end = folded.lastIndex(where: { $0.isLetter || $0.isNumber }) else { return isListed(folded) }
        return isListed(folded) || isListed(String(folded[...end]))
    }

    /// Lower case and one form for characters that Unicode knows in several (NFKC).
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

    /// FNV-1a with 64 bits (draft-eastlake-fnv): mixes well and hides nothing, as it need not.
    static func fnv1a(_ bytes: String.UTF8View) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}

/// Which passwords are too easily guessed to be taken.
public struct PasswordPolicy: Sendable {
    /// What makes a password easily guessed.
    public enum Weakness: Sendable, Equatable {
        /// It is one of the most common.
        case common
        /// It is hardly more than the person's or the site's name.
        case name
    }

    /// Letters and digits that a password needs beside a name in it: with fewer, trying them all is quick.
    public static let minBesideName = 6

    private let common: CommonPasswords?
    private let siteNames: [String]

    /// - Parameters:
    ///   - common: nil when the file cannot be read; only names are looked for then.
    ///   - siteNames: the site's name, its host, the program's name.
    public init(common: CommonPasswords?, siteNames: [String]) {
        self.common = common
        self.siteNames = siteNames
    }

    /// What is wrong with a password, nil when it may be taken.
    public func weakness(of password: String, username: String) -> Weakness? {
        if common?.contains(password) == true { return .common }
        let letters = PasswordPolicy.letters(password)
        for name in (siteNames + [username]).map(PasswordPolicy.letters) {
            // Names of one or two letters are in everything.
            guard name.count > 2, letters.contains(name) else { continue }
            let rest = letters.replacingOccurrences(of: name, with: "")
            if rest.count < PasswordPolicy.minBesideName { return .name }
        }
        return nil
    }

    /// Letters and digits alone, folded: marks and blanks make hardly anything harder to guess.
    private static func letters(_ text: String) -> String {
        CommonPasswords.fold(text).filter { $0.isLetter || $0.isNumber }
    }
}
