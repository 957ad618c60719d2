import Foundation

/// Parses multipart/form-data (RFC 7578, RFC 2046, 5.1) from bytes that arrive in pieces. Buffers at most the headers
/// of a part or the start of a possible delimiter; passes file data on at once.
struct MultipartParser {
    /// What the parser finds, in order; `data` belongs to the latest `part`.
    enum Event {
        case part(PartHead)
        case data(UnsafeRawBufferPointer)
        case partEnd
    }

    private enum State {
        case preamble, afterDelimiter, headers, data, epilogue
    }

    private var state = State.preamble
    /// CRLF, "--" and the boundary. CR occurs only at the start, so after a mismatch the search need not go back.
    private let delimiter: [UInt8]
    /// Bytes not parsed yet. Begins with CRLF, because the first delimiter may be at the start of the body.
    private var held: [UInt8] = [Byte.carriageReturn, Byte.lineFeed]
    private var parts = 0
    private var skipped = 0
    private let limits: Limits

    var isComplete: Bool { state == .epilogue }

    /// - Throws: `FormError.malformed` without one usable boundary (1 to 70 characters, RFC 2046, 5.1.1).
    init(contentType: ContentType, limits: Limits) throws(FormError) {
        let given = contentType.parameters.filter { $0.name == "boundary" }
        guard given.count == 1, let boundary = given.first?.value, 1...70 ~= boundary.utf8.count,
            boundary.utf8.allSatisfy(MultipartParser.isBoundaryByte), boundary.last != " "
        else { throw .malformed("no usable boundary") }
        delimiter = Array("\r\n--".utf8) + Array(boundary.utf8)
        self.limits = limits
    }

    private static func isBoundaryByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case 0x27...0x29, 0x2B...0x2F, 0x3A, 0x3D, 0x3F, 0x5F, 0x20: true
        default: false
        }
    }

    /// Parses more of the body. `event` returns false to stop; then `feed` must not be called again.
    mutating func feed(
        _ bytes: UnsafeRawBufferPointer, event: (Event) throws(FormError) -> Bool
    ) throws(FormError) {
        if state == .epilogue { return }
        var input = held
        held = []
        input.append(contentsOf: bytes)
        let used = try input.withRawBytes { raw throws(FormError) in try scan(raw, event) }
        held = used == 0 ? input : Array(input[used...])
    }

    /// - Throws: `FormError.malformed` without the final delimiter.
    func finish() throws(FormError) {
        guard isComplete else { throw .malformed("no final boundary") }
    }

    private mutating func scan(
        _ input: UnsafeRawBufferPointer, _ event: (Event) throws(FormError) -> Bool
    ) throws(FormError) -> Int {
        var index = 0
        while index < input.count {
            let rest = UnsafeRawBufferPointer(rebasing: input[index...])
            let before = state
            let used: Int
            switch state {
            case .preamble: used = try scanPreamble(rest)
            case .afterDelimiter: used = try scanDelimiterEnd(rest)
            case .headers: used = try scanHeaders(rest, event)
            case .data: used = try scanData(rest, event)
            case .epilogue: return input.count
            }
            if used < 0 { return input.count }
            index += used
            if used == 0, state == before { return index }
        }
        return index
    }

    /// Ignores text before the first delimiter (RFC 2046, 5.1.1), up to a limit.
    private mutating func scanPreamble(_ rest: UnsafeRawBufferPointer) throws(FormError) -> Int {
        let (clean, isFound) = search(rest)
        skipped += clean
        if skipped > limits.partHeaderBytes { throw .malformed("preamble too long") }
        if isFound { state = .afterDelimiter }
        return isFound ? clean + delimiter.count : clean
    }

    /// After a delimiter: "--" ends the form; CRLF, with or without padding before it, begins a part.
    private mutating func scanDelimiterEnd(_ rest: UnsafeRawBufferPointer) throws(FormError) -> Int {
        var index = 0
        if rest.count >= 2, rest[0] == Byte.dash, rest[1] == Byte.dash {
            state = .epilogue
            return 2
        }
        if rest.count == 1, rest[0] == Byte.dash { return 0 }
        while index < rest.count, rest[index] == Byte.space || rest[index] == Byte.tab { index += 1 }
        if index > 64 { throw .malformed("padding behind a boundary") }
        if index == rest.count { return 0 }
        guard rest[index] == Byte.carriageReturn else { throw .malformed("bad boundary line") }
        if index + 1 == rest.count { return 0 }
        guard rest[index + 1] == Byte.lineFeed else { throw .malformed("bad boundary line") }
        parts += 1
        if parts > limits.multipartParts { throw .tooLarge("too many parts") }
        state = .headers
        // Does not use the CRLF: so the headers end with CRLF CRLF even if there are none.
        return index
    }

    private mutating func scanHeaders(
        _ rest: UnsafeRawBufferPointer, _ event: (Event) throws(FormError) -> Bool
    ) throws(FormError) -> Int {
        guard let end = endOfHeaders(rest) else {
            if rest.count > limits.partHeaderBytes { throw .malformed("part headers too long") }
            return 0
        }
        if end > limits.partHeaderBytes { throw .malformed("part headers too long") }
        let head = try PartHead(UnsafeRawBufferPointer(rebasing: rest[2..<max(2, end - 2)]))
        state = .data
        return try event(.part(head)) ? end : -1
    }

    /// The offset after CRLF CRLF.
    private func endOfHeaders(_ rest: UnsafeRawBufferPointer) -> Int? {
        var index = 0
        while index + 3 < rest.count {
            guard let found = memchr(rest.baseAddress! + index, 0x0D, rest.count - index - 3) else { return nil }
            index = UnsafeRawPointer(found) - rest.baseAddress!
            let (second, third, fourth) = (rest[index + 1], rest[index + 2], rest[index + 3])
            if second == Byte.lineFeed, third == Byte.carriageReturn, fourth == Byte.lineFeed { return index + 4 }
            index += 1
        }
        return nil
    }

    private mutating func scanData(
        _ rest: UnsafeRawBufferPointer, _ event: (Event) throws(FormError) -> Bool
    ) throws(FormError) -> Int {
        let (clean, isFound) = search(rest)
        if clean > 0, !(try event(.data(UnsafeRawBufferPointer(rebasing: rest[..<clean])))) { return -1 }
        guard isFound else { return clean }
        state = .afterDelimiter
        return try event(.partEnd) ? clean + delimiter.count : -1
    }

    /// The number of bytes before a possible delimiter, and whether that delimiter is complete.
    private func search(_ rest: UnsafeRawBufferPointer) -> (clean: Int, isFound: Bool) {
        let base = rest.baseAddress!
        var index = 0
        while index < rest.count {
            guard let found = memchr(base + index, 0x0D, rest.count - index) else { return (rest.count, false) }
            index = UnsafeRawPointer(found) - base
            let count = min(delimiter.count, rest.count - index)
            let isSame = delimiter.withUnsafeBytes { memcmp(base + index, $0.baseAddress!, count) == 0 }
            if isSame { return (index, count == delimiter.count) }
            index += 1
        }
        return (rest.count, false)
    }
}
