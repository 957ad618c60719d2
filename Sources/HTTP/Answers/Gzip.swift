import CZlib

/// Content coding with gzip (RFC 1952; RFC 9110, 8.4).
enum Gzip {
    /// Compresses; nil when zlib fails or the result is not smaller. Callers use level 5 for bytes that are sent once
    /// and a higher one for bytes that are kept.
    static func compress(_ bytes: [UInt8], level: Int32) -> [UInt8]? {
        var stream = z_stream()
        // A window of 15 bits; 16 more asks for a gzip header instead of a zlib one.
        let size = Int32(MemoryLayout<z_stream>.size)
        guard deflateInit2_(&stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size) == Z_OK
        else { return nil }
        defer { deflateEnd(&stream) }
        let bound = Int(deflateBound(&stream, UInt(bytes.count)))
        let output = [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
            bytes.withUnsafeBufferPointer { input in
                stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                stream.avail_in = UInt32(input.count)
                stream.next_out = buffer.baseAddress
                stream.avail_out = UInt32(bound)
                count = deflate(&stream, Z_FINISH) == Z_STREAM_END ? bound - Int(stream.avail_out) : 0
            }
        }
        return output.isEmpty || output.count >= bytes.count ? nil : output
    }

    /// True when the request accepts gzip, by name or by `*`, with a quality above zero (RFC 9110, 12.5.3).
    static func isAccepted(by headers: Headers) -> Bool {
        var named: Bool?
        var any: Bool?
        for field in headers.all("accept-encoding") {
            for item in field.split(separator: ",") {
                let parts = item.split(separator: ";")
                let coding = word(parts.first ?? "")
                let isWanted = !parts.dropFirst().contains { isZeroQuality(word($0)) }
                if coding == "gzip" || coding == "x-gzip" { named = isWanted }
                if coding == "*" { any = isWanted }
            }
        }
        return named ?? any ?? false
    }

    private static func word(_ text: Substring) -> String {
        text.filter { $0 != " " && $0 != "\t" }.lowercased()
    }

    private static func isZeroQuality(_ parameter: String) -> Bool {
        parameter.hasPrefix("q=0") && parameter.dropFirst(3).allSatisfy { $0 == "0" || $0 == "." }
    }

    /// True for text types; other types are already compressed. Works on bytes because it runs for every page.
    static func isWorthwhile(_ contentType: UnsafeRawBufferPointer) -> Bool {
        var end = 0
        while end < contentType.count, contentType[end] != Byte.semicolon { end += 1 }
        let type = trimmed(UnsafeRawBufferPointer(rebasing: contentType[..<end]))
        if begins(type, "text/") { return !isWord(type, "text/event-stream") }
        if ends(type, "+json") || ends(type, "+xml") { return true }
        return isWord(type, "application/json") || isWord(type, "application/javascript")
            || isWord(type, "application/xml") || isWord(type, "application/wasm") || isWord(type, "font/ttf")
    }

    static func isWorthwhile(_ contentType: String) -> Bool {
        Array(contentType.utf8).withUnsafeBytes { isWorthwhile($0) }
    }

    private static func begins(_ bytes: UnsafeRawBufferPointer, _ word: StaticString) -> Bool {
        bytes.count >= word.utf8CodeUnitCount
            && isWord(UnsafeRawBufferPointer(rebasing: bytes[..<word.utf8CodeUnitCount]), word)
    }

    private static func ends(_ bytes: UnsafeRawBufferPointer, _ word: StaticString) -> Bool {
        bytes.count >= word.utf8CodeUnitCount
            && isWord(UnsafeRawBufferPointer(rebasing: bytes[(bytes.count - word.utf8CodeUnitCount)...]), word)
    }
}
