import Foundation

/// Encodes text as ASCII for a message.
enum MIME {
    /// A header of free text, such as the subject: unchanged when it is short ASCII, otherwise encoded-words (RFC
    /// 2047).
    static func unstructured(_ text: String) -> String {
        // 67 characters and "Subject: " make a line of 76. Text that looks like an encoded-word would be decoded as
        // one.
        let isPlain = text.utf8.count <= 67 && text.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) && !text.contains("=?")
        return isPlain && !text.hasPrefix(" ") && !text.hasSuffix(" ") ? text : encodedWords(text)
    }

    /// A name before an address, with its separator: letters, digits and spaces unchanged; otherwise encoded-words and
    /// a line end. So no quoting is needed.
    static func phrase(_ text: String) -> String {
        let isPlain =
            text.utf8.count <= 40
            && text.utf8.allSatisfy { byte in
                byte == 0x20 || ASCII.isAlphanumeric(byte)
            }
        return isPlain && !text.hasPrefix(" ") && !text.hasSuffix(" ") ? text + " " : encodedWords(text) + "\r\n "
    }

    /// Encoded-words in base64, one a line. A word holds whole characters only (RFC 2047, 5), and 39 bytes at most: 64
    /// characters encoded, so that the first fits beside its header's name in 76.
    private static func encodedWords(_ text: String) -> String {
        var words: [String] = []
        var word: [UInt8] = []
        for scalar in text.unicodeScalars {
            let bytes = Array(String(scalar).utf8)
            if word.count + bytes.count > 39 {
                words.append(Data(word).base64EncodedString())
                word = []
            }
            word += bytes
        }
        if !word.isEmpty { words.append(Data(word).base64EncodedString()) }
        return words.map { "=?UTF-8?B?\($0)?=" }.joined(separator: "\r\n ")
    }

    /// Text in quoted-printable (RFC 2045, 6.7): lines of at most 76 characters, each ended by CRLF.
    static func quotedPrintable(_ text: String) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(text.utf8.count * 5 / 4)
        for line in lines(Array(text.utf8)) {
            var column = 0
            for (index, byte) in zip(line.indices, line) {
                let isLast = index == line.endIndex - 1
                let isBlank = byte == 0x20 || byte == 0x09
                // Mail servers may strip blanks at the end of a line.
                let isLiteral = isBlank ? !isLast : 0x21...0x7E ~= byte && byte != UInt8(ascii: "=")
                let code = isLiteral ? [byte] : [UInt8(ascii: "="), hex(byte >> 4), hex(byte & 15)]
                // One column is left for the mark of a soft break.
                if column + code.count > (isLast ? 76 : 75) {
                    output += Array("=\r\n".utf8)
                    column = 0
                }
                output += code
                column += code.count
            }
            output += [0x0D, 0x0A]
        }
        return output
    }

    private static func hex(_ nibble: UInt8) -> UInt8 {
        nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "A") + nibble - 10
    }

    /// Splits at LF, CR or CRLF; a line end at the end of the text adds no empty line.
    private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var start = 0
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            guard byte == 0x0A || byte == 0x0D else { continue }
            lines.append(bytes[start..<(index - 1)])
            if byte == 0x0D, index < bytes.count, bytes[index] == 0x0A { index += 1 }
            start = index
        }
        if start < bytes.count { lines.append(bytes[start...]) }
        return lines
    }
}
