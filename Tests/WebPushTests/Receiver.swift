import Crypto
import Foundation
import TestTools
import WebPush

/// A browser that gets messages: what it gave the site, and http-ece to read them.
struct Receiver {
    static let canRead = Tool.has("http_ece")

    private let key = P256Key.fresh()
    private let auth = SeededBytes()(16)

    var keys: PushSubscriptionKeys {
        PushSubscriptionKeys(p256dh: key.point, auth: auth)!
    }

    /// What http-ece decrypts; nil for what it refuses.
    func read(_ bodies: [[UInt8]]) throws -> [[UInt8]?] {
        let script = """
            import sys, http_ece
            from cryptography.hazmat.primitives.asymmetric import ec
            private, auth, *bodies = [bytes.fromhex(text) for text in sys.argv[1:]]
            key = ec.derive_private_key(int.from_bytes(private, "big"), ec.SECP256R1())
            for body in bodies:
                try:
                    print(http_ece.decrypt(body, private_key=key, auth_secret=auth, version="aes128gcm").hex())
                except http_ece.ECEException:
                    print("refused")
            """
        let arguments = ["-c", script, hex(key.bytes), hex(auth)] + bodies.map(hex)
        let lines = try Tool.run(Tool.python, arguments).output.components(separatedBy: "\n").dropLast()
        return lines.map { $0 == "refused" ? nil : bytes(hex: $0) }
    }
}

func hex(_ bytes: [UInt8]) -> String { bytes.map { String(format: "%02x", $0) }.joined() }

func bytes(hex: String) -> [UInt8] {
    let digits = Array(hex)
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(String(digits[$0..<$0 + 2]), radix: 16)! }
}

/// The bytes of base64 for URLs without padding.
func bytes(base64URL text: some StringProtocol) -> [UInt8] {
    let standard = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
    return Array(Data(base64Encoded: standard + String(repeating: "=", count: (4 - standard.count % 4) % 4))!)
}
