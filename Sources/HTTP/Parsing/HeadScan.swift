import Foundation

/// Finds the end of a request's head in bytes that arrive in pieces, and refuses a head early if it is too long or
/// broken. Scans every byte once, however small the pieces are. `HeadParser` parses the head later.
struct HeadScan {
    enum Outcome {
        case more
        /// The head ends before this offset; the request line begins at `start`.
        case complete(Int)
        case refused(Refusal)
    }

    /// The offset of the request line: after an empty line that some clients send first (RFC 9112, 2.2).
    private(set) var start = 0
    private var offset = 0
    private var lineStart = 0
    private var headersStart = 0
    private var lines = 0
    private var requestLineChecked = false

    mutating func advance(_ bytes: UnsafeRawBufferPointer, limits: Limits) -> Outcome {
        while let lineFeed = nextLineFeed(bytes) {
            guard lineFeed > lineStart, bytes[lineFeed - 1] == Byte.carriageReturn else {
                return .refused(Refusal(.badRequest, "bare LF (RFC 9112, 2.2)"))
            }
            let length = lineFeed - 1 - lineStart
            offset = lineFeed + 1
            if length == 0 {
                if lines > 0 { return .complete(offset) }
                if offset > 4 { return .refused(Refusal(.badRequest, "empty lines before a request (RFC 9112, 2.2)")) }
                start = offset
            } else if let refusal = count(line: length, limits: limits) {
                return .refused(refusal)
            }
            lineStart = offset
        }
        offset = bytes.count
        return unfinished(bytes, limits: limits)
    }

    private func nextLineFeed(_ bytes: UnsafeRawBufferPointer) -> Int? {
        guard offset < bytes.count, let base = bytes.baseAddress,
            let found = memchr(base + offset, 0x0A, bytes.count - offset)
        else { return nil }
        return UnsafeRawPointer(found) - base
    }

    private mutating func count(line length: Int, limits: Limits) -> Refusal? {
        lines += 1
        if lines == 1 {
            headersStart = offset
            return length > limits.requestLineBytes ? HeadScan.lineTooLong : nil
        }
        if lines - 1 > limits.headerFields || offset - headersStart > limits.headerBytes {
            return HeadScan.headTooLarge
        }
        return nil
    }

    /// Checks an incomplete head, because a client that waits for an error answer sends no more.
    private mutating func unfinished(_ bytes: UnsafeRawBufferPointer, limits: Limits) -> Outcome {
        if lines == 0 {
            if bytes.count - lineStart > limits.requestLineBytes + 1 { return .refused(HeadScan.lineTooLong) }
            if lineStart < bytes.count, !isToken(bytes[lineStart]), bytes[lineStart] != Byte.carriageReturn {
                return .refused(Refusal(.badRequest, "not a method (RFC 9112, 3.1)"))
            }
            return .more
        }
        // One byte more, because the CR of the empty line may be there; it is not part of the fields.
        if bytes.count - headersStart > limits.headerBytes + 1 { return .refused(HeadScan.headTooLarge) }
        if !requestLineChecked {
            requestLineChecked = true
            let line = UnsafeRawBufferPointer(rebasing: bytes[start..<headersStart])
            do throws(Refusal) { _ = try RequestLine(line) } catch { return .refused(error) }
        }
        return .more
    }

    private static let lineTooLong = Refusal(.uriTooLong, "request line too long (RFC 9112, 3)")
    private static let headTooLarge = Refusal(.requestHeaderFieldsTooLarge, "header section too large (RFC 6585, 5)")
}
