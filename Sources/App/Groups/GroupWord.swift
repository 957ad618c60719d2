import Foundation
import Text

/// The last part of a link: a code or a secret.
enum GroupWord: Sendable {
    case code(String)
    case secret(String)

    /// Longest text of the field for a code, in bytes: links are sent with words around them.
    static let longestTyped = 500

    /// nil for what can be neither.
    init?(_ text: String) {
        if let code = GroupCode.typed(text) {
            self = .code(code)
        } else if (22...64).contains(text.utf8.count), text.utf8.allSatisfy({ GroupWord.isPlain($0) }) {
            self = .secret(text)
        } else {
            return nil
        }
    }

    /// What people type or paste into the field for a code: a code, or a link of this site, alone or in the words that it
    /// came with; nil for what can be neither.
    init?(typed text: String, linksOf baseURL: String) {
        guard let plain = TypedText.plain(text, mostBytes: GroupWord.longestTyped) else { return nil }
        // Browsers copy addresses with their scheme or without.
        let address = baseURL.split(separator: "://", maxSplits: 1).last.map { String($0) } ?? baseURL
        if let start = plain.range(of: address + GroupPaths.invitation(""), options: .caseInsensitive)?.upperBound {
            // Browsers encode what stands between the letters of a code.
            let rest = String(plain[start...].prefix { $0 != " " })
            let word = rest.removingPercentEncoding ?? rest
            let secret = String(decoding: word.utf8.prefix { GroupWord.isPlain($0) }, as: UTF8.self)
            self.init(GroupCode.typed(word) ?? secret)
        } else {
            self.init(plain.trimmingCharacters(in: .whitespaces))
        }
    }

    /// As it stands in the link.
    var text: String {
        switch self {
        case .code(let text), .secret(let text): text
        }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
        default: false
        }
    }
}
