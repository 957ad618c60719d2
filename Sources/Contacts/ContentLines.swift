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

/// Splits a file into properties: undoes folds (RFC 6350, 3.2) and the soft breaks of quoted-printable, which 2.1 uses
/// instead. Linear time: it reads each byte a fixed number of times. Lines end in CRLF, LF or CR.
struct ContentLines {
    private let bytes: [UInt8]
    private let wanted: Set<String>
    private var offset = 0
    /// The number of lines read so far.
    private(set) var number = 0

    /// Lines of `bytes`; properties that are not `wanted` are skipped.
    init(_ bytes: [UInt8], wanted: Set<String>) {
        self.bytes = bytes
        self.wanted = wanted
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    }

    /// The next wanted property; nil at the end.
    mutating func next() -> ContentLine? {
        while let first = physicalLine() {
            var line = Unfolding(number, wanted)
            line.append(bytes[first])
            while offset < bytes.count {
                if line.endsInSoftBreak {
                    line.dropSoftBreak()
                    guard let rest = physicalLine() else { break }
                    line.append(bytes[rest])
                } else if bytes[offset] == 0x20 || bytes[offset] == 0x09 {
                    guard let rest = physicalLine() else { break }
                    line.append(bytes[rest].dropFirst())
                } else {
                    break
                }
            }
            if let property = line.property { return property }
        }
        return nil
    }

    /// The range of the next line, without its line end.
    private mutating func physicalLine() -> Range<Int>? {
        guard offset < bytes.count else { return nil }
        let start = offset
        while offset < bytes.count, bytes[offset] != 0x0A, bytes[offset] != 0x0D { offset += 1 }
        let line = start..<offset
        if offset + 1 < bytes.count, bytes[offset] == 0x0D, bytes[offset + 1] == 0x0A { offset += 1 }
        offset += 1
        number += 1
        return line
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
