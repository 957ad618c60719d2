import Text

/// Decodes the bytes of a value.
extension ContentLine {
    /// The value as text, with escapes undone.
    var text: String {
        let isEncoded = parameters.contains { $0 == "QUOTED-PRINTABLE" || $0 == "ENCODING=QUOTED-PRINTABLE" }
        return ContentLine.decode(isEncoded ? ContentLine.quotedPrintable(value) : value, isLatin: isLatin)
    }

    /// The parts between semicolons, with escapes undone (RFC 6350, 3.4); at least one.
    var components: [String] {
        var parts = [""]
        var isEscaped = false
        for scalar in text.unicodeScalars {
            if isEscaped {
                isEscaped = false
                parts[parts.count - 1].unicodeScalars.append(scalar == "n" || scalar == "N" ? "\n" : scalar)
            } else if scalar == "\\" {
                isEscaped = true
            } else if scalar == ";" {
                parts.append("")
            } else {
                parts[parts.count - 1].unicodeScalars.append(scalar)
            }
        }
        return parts
    }

    private var isLatin: Bool {
        parameters.contains { parameter in
            guard parameter.hasPrefix("CHARSET=") else { return false }
            let name = parameter.dropFirst(8).filter { $0 != "\"" }
            return name == "ISO-8859-1" || name == "ISO_8859-1" || name == "LATIN1" || name == "WINDOWS-1252"
        }
    }

    /// UTF-8, or Windows-1252 when the line declares that or ISO-8859-1, or the bytes are not UTF-8: old phones write it
    /// without a declaration.
    private static func decode(_ bytes: [UInt8], isLatin: Bool) -> String {
        if !isLatin, let text = String(validating: bytes, as: UTF8.self) { return text }
        return Windows1252.text(bytes)
    }

    /// Decodes quoted-printable (RFC 2045, 6.7) without soft breaks. Invalid codes stay as they are.
    private static func quotedPrintable(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "="), index + 2 < bytes.count, let high = digit(bytes[index + 1]),
                let low = digit(bytes[index + 2])
            {
                output.append(high << 4 | low)
                index += 3
            } else {
                output.append(bytes[index])
                index += 1
            }
        }
        return output
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
