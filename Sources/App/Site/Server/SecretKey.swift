import Crypto
import Database
import Foundation

/// The site's secret key, which signs cookies and derives form tokens. Created once, stored beside the database.
struct SecretKey: Sendable {
    private let key: [UInt8]

    /// A key from bytes, for tests; expects 32.
    init(bytes: [UInt8]) { key = bytes }

    /// The length of a key in bytes.
    static let byteCount = 32

    /// Reads the key of a data folder, or creates it if the site has no accounts yet. Only the owner may read the file.
    ///
    /// - Parameter isInUse: whether the site has accounts.
    /// - Throws: `UnusableKey` if the file is damaged or unreadable, or missing although there are accounts: a new key
    ///   would void everything signed with the old one.
    init(
        file: String, database: Database, isInUse: (Reader) throws -> Bool, randomBytes: (Int) -> [UInt8]
    ) throws {
        if let bytes = try SecretKey.read(file) {
            self.init(bytes: bytes)
            return
        }
        // In a write transaction, which excludes other processes: of two that start at once, one creates the key and
        // the other reads it.
        let bytes = try database.write { database in
            if let bytes = try SecretKey.read(file) { return bytes }
            guard try !isInUse(database) else {
                throw UnusableKey(file: file, fault: "is missing, and the site already has accounts")
            }
            let bytes = randomBytes(SecretKey.byteCount)
            try PrivateFile.write(bytes, to: file)
            return bytes
        }
        self.init(bytes: bytes)
    }

    /// The key of a data folder; nil if there is none.
    ///
    /// - Throws: `UnusableKey` if the file is damaged or unreadable.
    static func existing(file: String) throws -> SecretKey? { try read(file).map { SecretKey(bytes: $0) } }

    /// The bytes of the file; nil if it is missing.
    private static func read(_ file: String) throws -> [UInt8]? {
        let data: Data
        do { data = try Data(contentsOf: URL(fileURLWithPath: file)) } catch let error as CocoaError
            where error.code == .fileReadNoSuchFile
        { return nil } catch { throw UnusableKey(file: file, fault: "cannot be read (\(error.localizedDescription))") }
        guard data.count == byteCount else {
            throw UnusableKey(file: file, fault: "is damaged: it holds \(data.count) bytes instead of \(byteCount)")
        }
        return Array(data)
    }

    /// The HMAC-SHA256 of `text` for a purpose. A value signed for one purpose is not valid for another.
    func code(_ purpose: String, _ text: String) -> [UInt8] {
        SHA256.authenticationCode(of: Array("\(purpose)\u{0}\(text)".utf8), key: key)
    }

    /// `text` with its signature, safe in a cookie: "BASE64URL.SIGNATURE".
    func sign(_ purpose: String, _ text: String) -> String {
        "\(Base64URL.encode(Array(text.utf8))).\(Base64URL.encode(code(purpose, text)))"
    }

    /// The text of a value from `sign`; nil if it was changed or signed for another purpose.
    func verified(_ purpose: String, _ value: String) -> String? {
        let parts = value.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let bytes = Base64URL.decode(parts[0]), let signature = Base64URL.decode(parts[1])
        else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        return ConstantTime.equal(signature, code(purpose, text)) ? text : nil
    }
}

/// Comparison in constant time, so that its duration reveals nothing about two secrets.
enum ConstantTime {
    static func equal(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

/// Base64 for URLs and cookies, without padding (RFC 4648, 5).
enum Base64URL {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// Digit by digit, because every page has a token: replacing characters of Foundation's text takes longest.
    static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count * 4 + 2) / 3)
        var (pending, count) = (0, 0)
        for byte in bytes {
            pending = (pending << 8 | Int(byte)) & 0xFFFF
            count += 8
            while count >= 6 {
                count -= 6
                text.append(digits[pending >> count & 63])
            }
        }
        if count > 0 { text.append(digits[pending << (6 - count) & 63]) }
        return String(decoding: text, as: UTF8.self)
    }

    static func decode(_ text: some StringProtocol) -> [UInt8]? {
        let standard = String(text).replacing("-", with: "+").replacing("_", with: "/")
        let padded = standard + String(repeating: "=", count: (4 - standard.count % 4) % 4)
        return Data(base64Encoded: padded).map { Array($0) }
    }
}

/// Why a key cannot be used, and what the host can do.
struct UnusableKey: Error, CustomStringConvertible {
    let file: String
    /// What is wrong with the file, as the end of a sentence.
    let fault: String

    var description: String {
        "\(file) \(fault). Restore it from a backup. Without one, make a new key with "
            + "“head -c \(SecretKey.byteCount) /dev/urandom > \(file)”; that voids every invitation link, forgets which names "
            + "are kept for people who left and who can be found by their address, and refuses forms that are open now"
    }
}
