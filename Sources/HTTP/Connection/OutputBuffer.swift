import Foundation

/// Bytes to be written. Each loop has one and reuses it for every answer, so that writing allocates nothing.
struct OutputBuffer {
    private(set) var start: UnsafeMutableRawPointer
    private(set) var count = 0
    private var capacity: Int
    private static let usualCapacity = 64 * 1024

    init() {
        capacity = OutputBuffer.usualCapacity
        start = .allocate(byteCount: capacity, alignment: 16)
    }

    func deallocate() { start.deallocate() }

    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }

    mutating func clear() {
        count = 0
        if capacity > 4 * OutputBuffer.usualCapacity {
            start.deallocate()
            capacity = OutputBuffer.usualCapacity
            start = .allocate(byteCount: capacity, alignment: 16)
        }
    }

    mutating func reserve(_ more: Int) {
        guard count + more > capacity else { return }
        capacity = max(2 * capacity, count + more)
        let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
        larger.copyMemory(from: start, byteCount: count)
        start.deallocate()
        start = larger
    }

    @inline(__always)
    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard let base = bytes.baseAddress else { return }
        reserve(bytes.count)
        memcpy(start + count, base, bytes.count)
        count += bytes.count
    }

    @inline(__always)
    mutating func append(_ text: StaticString) {
        append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    mutating func append(_ bytes: [UInt8]) { bytes.withUnsafeBytes { append($0) } }

    /// Appends a number in decimal digits.
    mutating func append(decimal value: Int) {
        reserve(20)
        var rest = value
        var digits = 1
        while rest >= 10 {
            rest /= 10
            digits += 1
        }
        rest = value
        for index in stride(from: digits - 1, through: 0, by: -1) {
            start.storeBytes(of: UInt8(0x30 + rest % 10), toByteOffset: count + index, as: UInt8.self)
            rest /= 10
        }
        count += digits
    }
}
