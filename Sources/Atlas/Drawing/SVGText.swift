import Foundation

/// A buffer for SVG. All data goes through `escaped` or `number`.
struct SVGText {
    private(set) var text = ""

    /// Appends the program's own markup.
    mutating func add(_ markup: String) { text += markup }

    /// Text for content and double-quoted values; characters that XML cannot hold are left out.
    static func escaped(_ text: String) -> String {
        var text = text
        if text.withUTF8({ $0.allSatisfy(isPlain) }) { return text }
        // Bytes, not a string that grows by scalars: a map has hundreds of links.
        var escaped: [UInt8] = []
        escaped.reserveCapacity(text.utf8.count + 32)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;".utf8
            case "<": escaped += "&lt;".utf8
            case ">": escaped += "&gt;".utf8
            case "\"": escaped += "&quot;".utf8
            case "'": escaped += "&#39;".utf8
            case "\u{0}"..."\u{8}", "\u{B}", "\u{C}", "\u{E}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": continue
            case "\u{20}"..."\u{7E}": escaped.append(UInt8(truncatingIfNeeded: scalar.value))
            default: escaped += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
            }
        }
        return String(decoding: escaped, as: UTF8.self)
    }

    /// Whether a byte stays as it is. Those that U+FFFE and U+FFFF begin with are looked at more closely.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"), 0xEF: false
        case 0..<0x20: byte == 0x9 || byte == 0xA || byte == 0xD
        default: true
        }
    }

    /// A number with at most `digits` decimals and no trailing zeros; 0 for a number that is not finite.
    static func number(_ value: Double, digits: Int = 1) -> String {
        guard value.isFinite else { return "0" }
        let factor = [1, 10, 100, 1_000, 10_000][min(max(digits, 0), 4)]
        let scaled = (value * Double(factor)).rounded()
        guard let whole = Int(exactly: scaled) else { return "0" }
        let (units, rest) = abs(whole).quotientAndRemainder(dividingBy: factor)
        let sign = whole < 0 ? "-" : ""
        if rest == 0 { return "\(sign)\(units)" }
        var decimals = String(rest + factor).dropFirst()
        while decimals.last == "0" { decimals.removeLast() }
        return "\(sign)\(units).\(decimals)"
    }
}
