/// Decodes the chunked transfer coding (RFC 9112, 7.1) from bytes that arrive in pieces.
///
/// Strict: 1 to 15 hex digits, CRLF everywhere, extensions of tokens and closed quotes; trailers are checked and
/// dropped. After a refusal the start of the next request is unknown, so the connection must close.
struct ChunkedDecoder {
    private enum State {
        case sizeStart, size, afterSize, extensions, quoted, quotedEscape, sizeLineFeed
        case data, dataReturn, dataLineFeed
        case trailerStart, trailerName, trailerValue, trailerLineFeed, endLineFeed, done
    }

    private var state = State.sizeStart
    private var remaining = 0
    private var digits = 0
    /// Length of the current size line without its CRLF.
    private var lineBytes = 0
    private var trailerBytes = 0
    private let lineLimit: Int
    private let trailerLimit: Int

    init(limits: Limits) {
        lineLimit = limits.chunkLineBytes
        trailerLimit = limits.trailerBytes
    }

    var isDone: Bool { state == .done }

    /// Decodes bytes up to the end of the body and passes the data to `data`, which returns false to stop. Returns how
    /// many bytes it has used.
    mutating func decode(
        _ bytes: UnsafeRawBufferPointer, data: (UnsafeRawBufferPointer) -> Bool
    ) throws(Refusal) -> Int {
        var index = 0
        while index < bytes.count, state != .done {
            if state == .data {
                let count = min(remaining, bytes.count - index)
                remaining -= count
                if remaining == 0 { state = .dataReturn }
                let run = UnsafeRawBufferPointer(rebasing: bytes[index..<index + count])
                index += count
                if !data(run) { return index }
            } else {
                try step(bytes[index])
                index += 1
            }
        }
        return index
    }

    private mutating func step(_ byte: UInt8) throws(Refusal) {
        switch state {
        case .sizeStart, .size, .afterSize, .extensions, .quoted, .quotedEscape: try stepSizeLine(byte)
        case .sizeLineFeed:
            try expect(byte == Byte.lineFeed)
            state = remaining > 0 ? .data : .trailerStart
        case .dataReturn:
            try expect(byte == Byte.carriageReturn)
            state = .dataLineFeed
        case .dataLineFeed:
            try expect(byte == Byte.lineFeed)
            state = .sizeStart
        case .trailerStart, .trailerName, .trailerValue, .trailerLineFeed, .endLineFeed: try stepTrailer(byte)
        case .data, .done: break
        }
    }

    private mutating func stepSizeLine(_ byte: UInt8) throws(Refusal) {
        if state == .sizeStart {
            lineBytes = 0
            digits = 0
            remaining = 0
        }
        lineBytes += 1
        if lineBytes > lineLimit, byte != Byte.carriageReturn {
            throw Refusal(.badRequest, "chunk-size line too long (RFC 9112, 7.1.1)")
        }
        switch state {
        case .sizeStart, .size:
            if let value = hexValue(byte) {
                digits += 1
                try expect(digits <= 15)
                remaining = remaining << 4 | Int(value)
                state = .size
            } else {
                try expect(digits > 0)
                try endOfSize(byte, allowsSpace: true)
            }
        case .afterSize: try endOfSize(byte, allowsSpace: true, allowsEnd: false)
        case .extensions:
            switch byte {
            case Byte.carriageReturn: state = .sizeLineFeed
            case Byte.quote: state = .quoted
            case Byte.semicolon, Byte.equals, Byte.space, Byte.tab: break
            default: try expect(isToken(byte))
            }
        case .quoted:
            switch byte {
            case Byte.quote: state = .extensions
            case Byte.backslash: state = .quotedEscape
            default: try expect(isFieldByte(byte))
            }
        default:
            try expect(isFieldByte(byte))
            state = .quoted
        }
    }

    /// After the digits: the end of the line, an extension, or whitespace that must be followed by an extension.
    private mutating func endOfSize(_ byte: UInt8, allowsSpace: Bool, allowsEnd: Bool = true) throws(Refusal) {
        switch byte {
        case Byte.carriageReturn where allowsEnd: state = .sizeLineFeed
        case Byte.semicolon: state = .extensions
        case Byte.space where allowsSpace, Byte.tab where allowsSpace: state = .afterSize
        default: throw Refusal(.badRequest, "bad chunk size (RFC 9112, 7.1)")
        }
    }

    private mutating func stepTrailer(_ byte: UInt8) throws(Refusal) {
        trailerBytes += 1
        if trailerBytes > trailerLimit { throw Refusal(.badRequest, "trailer section too large (RFC 9112, 7.1.2)") }
        switch state {
        case .trailerStart:
            if byte == Byte.carriageReturn {
                state = .endLineFeed
            } else {
                try expect(isToken(byte))
                state = .trailerName
            }
        case .trailerName:
            if byte == Byte.colon { state = .trailerValue } else { try expect(isToken(byte)) }
        case .trailerValue:
            if byte == Byte.carriageReturn { state = .trailerLineFeed } else { try expect(isFieldByte(byte)) }
        case .trailerLineFeed:
            try expect(byte == Byte.lineFeed)
            state = .trailerStart
        default:
            try expect(byte == Byte.lineFeed)
            state = .done
        }
    }

    private func expect(_ condition: Bool) throws(Refusal) {
        if !condition { throw Refusal(.badRequest, "bad chunked coding (RFC 9112, 7.1)") }
    }
}
