import Foundation

enum Byte {
    static let tab: UInt8 = 0x09
    static let lineFeed: UInt8 = 0x0A
    static let carriageReturn: UInt8 = 0x0D
    static let space: UInt8 = 0x20
    static let quote: UInt8 = 0x22
    static let percent: UInt8 = 0x25
    static let comma: UInt8 = 0x2C
    static let dash: UInt8 = 0x2D
    static let dot: UInt8 = 0x2E
    static let slash: UInt8 = 0x2F
    static let colon: UInt8 = 0x3A
    static let semicolon: UInt8 = 0x3B
    static let equals: UInt8 = 0x3D
    static let question: UInt8 = 0x3F
    static let backslash: UInt8 = 0x5C
}

/// True for `tchar` of RFC 9110, 5.6.2. The constants hold one bit for each of the 128 ASCII characters.
@inline(__always)
func isToken(_ byte: UInt8) -> Bool {
    if byte < 64 { return (0x03ff_6cfa_0000_0000 as UInt64) >> UInt64(byte) & 1 == 1 }
    if byte < 128 { return (0x57ff_ffff_c7ff_fffe as UInt64) >> UInt64(byte &- 64) & 1 == 1 }
    return false
}

/// True for bytes of a field value: visible characters, space, tab and obs-text (RFC 9110, 5.5).
@inline(__always)
func isFieldByte(_ byte: UInt8) -> Bool {
    (byte >= 0x20 && byte != 0x7F) || byte == Byte.tab
}

@inline(__always)
func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

@inline(__always)
func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
}

@inline(__always)
func memoryEqual(left: UnsafeRawPointer, right: UnsafeRawPointer, count: Int) -> Bool {
    memcmp(left, right, count) == 0
}

/// Compares bytes with a lower-case word, ignoring their case.
@inline(__always)
func isWord(_ bytes: UnsafeRawBufferPointer, _ lowercased: StaticString) -> Bool {
    guard bytes.count == lowercased.utf8CodeUnitCount else { return false }
    for index in 0..<bytes.count {
        var byte = bytes[index]
        if byte &- 0x41 < 26 { byte |= 0x20 }
        if byte != lowercased.utf8Start[index] { return false }
    }
    return true
}

/// Cuts spaces and tabs (OWS, RFC 9110, 5.6.3) from both ends.
func trimmed(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    var start = 0
    var end = bytes.count
    while start < end, bytes[start] == Byte.space || bytes[start] == Byte.tab { start += 1 }
    while end > start, bytes[end - 1] == Byte.space || bytes[end - 1] == Byte.tab { end -= 1 }
    return UnsafeRawBufferPointer(rebasing: bytes[start..<end])
}

/// Calls `body` with every element of a comma-separated list (RFC 9110, 5.6.1) except empty ones.
func forEachListItem(_ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
    var start = 0
    while start <= bytes.count {
        var end = start
        while end < bytes.count, bytes[end] != Byte.comma { end += 1 }
        let item = trimmed(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
        if !item.isEmpty { body(item) }
        start = end + 1
    }
}

extension [UInt8] {
    /// `withUnsafeBytes` with typed throws.
    @inline(__always)
    func withRawBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withUnsafeBufferPointer { bytes throws(Failure) in try body(UnsafeRawBufferPointer(bytes)) }
    }
}
