/// A property of a card: one unfolded line.
struct ContentLine {
    /// In capitals, without its group (`item1.`).
    let name: String
    /// In capitals.
    let parameters: [String]
    /// The bytes from the file.
    let value: [UInt8]
    /// The number of its first line.
    let number: Int
}

/// A line as it stands in the file.
private struct PhysicalLine {
    /// Without its line end.
    let range: Range<Int>
    let number: Int
    /// How many blanks and tabs it begins with.
    let indentation: Int
    /// Whether it is BEGIN:VCARD or END:VCARD and nothing else. It never continues the line before it, which may be cut off.
    let isBoundary: Bool

    var isBlank: Bool { range.count == indentation }
}

/// Splits a file into properties: undoes folds (RFC 6350, 3.2) and the soft breaks of quoted-printable, which 2.1 uses
/// instead. Linear time: it reads each byte a fixed number of times. Lines end in CRLF, LF or CR.
struct ContentLines {
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    /// In bytes, with blanks around its words.
    private static let longestBoundary = 40

    private let bytes: [UInt8]
    private let wanted: Set<String>
    private var offset = 0
    /// The number of lines read so far.
    private(set) var number = 0
    /// The first line that belongs to no property yet.
    private var ahead: PhysicalLine?
    /// How far the properties of the card are indented: what is indented further is a fold. nil where the next line shows
    /// it, after the beginning or end of a card.
    private var margin: Int? = 0

    /// Lines of `bytes`; properties that are not `wanted` are skipped.
    init(_ bytes: [UInt8], wanted: Set<String>) {
        self.bytes = bytes
        self.wanted = wanted
        ahead = physicalLine()
    }

    /// The next wanted property; nil at the end.
    mutating func next() -> ContentLine? {
        while let first = ahead {
            ahead = physicalLine()
            if first.isBlank { continue }
            var line = Unfolding(first.number, wanted)
            line.append(bytes[first.range].dropFirst(first.indentation))
            if first.isBoundary {
                margin = nil
            } else {
                unfold(&line, margin: margin ?? first.indentation)
            }
            if let property = line.property { return property }
        }
        return nil
    }

    /// Adds the lines that continue a line.
    private mutating func unfold(_ line: inout Unfolding, margin: Int) {
        self.margin = margin
        while let following = ahead, !following.isBoundary {
            if line.endsInSoftBreak {
                line.dropSoftBreak()
                line.append(bytes[following.range].dropFirst(min(margin, following.indentation)))
            } else if following.indentation > margin {
                line.append(bytes[following.range].dropFirst(margin + 1))
            } else {
                return
            }
            ahead = physicalLine()
        }
        if line.endsInSoftBreak { line.dropSoftBreak() }
    }

    /// The next line; nil at the end.
    private mutating func physicalLine() -> PhysicalLine? {
        guard offset < bytes.count else { return nil }
        // Files that were put behind each other have marks in the middle.
        while bytes[offset...].starts(with: ContentLines.byteOrderMark) { offset += 3 }
        let start = offset
        while offset < bytes.count, bytes[offset] != 0x0A, bytes[offset] != 0x0D { offset += 1 }
        let line = bytes[start..<offset]
        if offset + 1 < bytes.count, bytes[offset] == 0x0D, bytes[offset + 1] == 0x0A { offset += 1 }
        offset += 1
        number += 1
        return PhysicalLine(
            range: line.indices, number: number, indentation: line.prefix { ContentLines.isBlank($0) }.count,
            isBoundary: ContentLines.isBoundary(line))
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    private static func isBoundary(_ line: ArraySlice<UInt8>) -> Bool {
        guard (9...longestBoundary).contains(line.count) else { return false }
        let words = String(decoding: line.filter { !isBlank($0) }, as: UTF8.self).uppercased()
        return words == "BEGIN:VCARD" || words == "END:VCARD"
    }
}

/// A line that is being unfolded.
private struct Unfolding {
    private let number: Int
    private let wanted: Set<String>
    private var buffer: [UInt8] = []
    private var isLastEquals = false
    /// How many bytes have been searched for the colon, and whether the search is inside quotes.
    private var scanned = 0
    private var isQuoted = false
    private var head: Head?

    init(_ number: Int, _ wanted: Set<String>) {
        self.number = number
        self.wanted = wanted
    }

    mutating func append(_ piece: ArraySlice<UInt8>) {
        isLastEquals = piece.last == UInt8(ascii: "=")
        if let head, !wanted.contains(head.name) { return }
        buffer += piece
        if head == nil { findHead() }
    }

    var endsInSoftBreak: Bool { isLastEquals && head?.isQuotedPrintable == true }

    mutating func dropSoftBreak() {
        isLastEquals = false
        if buffer.last == UInt8(ascii: "=") { buffer.removeLast() }
    }

    var property: ContentLine? {
        guard let head, wanted.contains(head.name) else { return nil }
        return ContentLine(name: head.name, parameters: head.parameters, value: buffer, number: number)
    }

    /// The name ends at the first colon outside a parameter's quotes (RFC 6350, 3.3).
    private mutating func findHead() {
        while scanned < buffer.count {
            let byte = buffer[scanned]
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if byte == UInt8(ascii: ":") && !isQuoted {
                let head = Head(buffer[..<scanned])
                buffer = wanted.contains(head.name) ? Array(buffer[(scanned + 1)...]) : []
                self.head = head
                return
            }
            scanned += 1
        }
    }
}

/// The part before the colon: `group.NAME;PARAMETER;PARAMETER=VALUE`.
private struct Head {
    let name: String
    let parameters: [String]
    let isQuotedPrintable: Bool

    init(_ bytes: ArraySlice<UInt8>) {
        let parts = bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        let words = parts.map { String(decoding: $0, as: UTF8.self).uppercased().trimmed }
        name = words.first?.split(separator: ".").last.map(String.init) ?? ""
        parameters = Array(words.dropFirst())
        isQuotedPrintable = parameters.contains { $0 == "QUOTED-PRINTABLE" || $0 == "ENCODING=QUOTED-PRINTABLE" }
    }
}
