import Crypto
import Foundation

/// The site's secret: what signs cookies and derives form tokens. Made once, kept beside the database.
struct SecretKey: Sendable {
    private let key: SymmetricKey

    /// A key from bytes, for tests; 32 are asked for.
    init(bytes: [UInt8]) { key = SymmetricKey(data: bytes) }

    /// Reads the key of a data folder, and makes it the first time. The file is readable by its owner only.
    init(file: String, randomBytes: (Int) -> [UInt8]) throws {
        if let data = FileManager.default.contents(atPath: file), data.count == 32 {
            self.init(bytes: Array(data))
            return
        }
        let bytes = randomBytes(32)
        try PrivateFile.write(bytes, to: file)
        self.init(bytes: bytes)
    }

    /// The HMAC-SHA256 of `text` for one purpose. Purposes keep a value signed for one use from being good for another.
    func code(_ purpose: String, _ text: String) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: Array("\(purpose)\u{0}\(text)".utf8), using: key))
    }

    /// `text` with its signature, good in a cookie: "BASE64URL.SIGNATURE".
    func sign(_ purpose: String, _ text: String) -> String {
        "\(Base64URL.encode(Array(text.utf8))).\(Base64URL.encode(code(purpose, text)))"
    }

    /// The text of a value made by `sign`, or nil when it was changed or made for another purpose.
    func verified(_ purpose: String, _ value: String) -> String? {
        let parts = value.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let bytes = Base64URL.decode(parts[0]), let signature = Base64URL.decode(parts[1])
        else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        return ConstantTime.equal(signature, code(purpose, text)) ? text : nil
    }
}

/// Comparison whose time tells nothing of where two secrets differ.
enum ConstantTime {
    static func equal(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

/// Base64 for URLs and cookies, without padding (RFC 4648, 5).
enum Base64URL {
    static func encode(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    static func decode(_ text: some StringProtocol) -> [UInt8]? {
        let standard = String(text).replacing("-", with: "+").replacing("_", with: "/")
        let padded = standard + String(repeating: "=", count: (4 - standard.count % 4) % 4)
        return Data(base64Encoded: padded).map { Array($0) }
    }
}

/// Files that only their owner may read.
enum PrivateFile {
    /// Writes a file of mode 0600 that never existed with another.
    static func write(_ bytes: [UInt8], to path: String) throws {
        let partial = path + ".new"
        try? FileManager.default.removeItem(atPath: partial)
        let made = FileManager.default.createFile(
            atPath: partial, contents: Data(bytes), attributes: [.posixPermissions: 0o600])
        guard made, rename(partial, path) == 0 else {
            throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: path])
        }
    }
}
